// The floor of every comparison: a bare node:http server that answers a tools/call with its own message.
// Prints its port; ends when stdin does.
import http from "node:http";

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return void response.writeHead(202).end();
    const result =
      method === "tools/call"
        ? { content: [{ type: "text", text: params.arguments.message }] }
        : { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "echo", version: "1" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit());
