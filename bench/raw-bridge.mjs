// The least a bridge can do: one child, ids replaced by a counter, JSON.parse both ways, no sessions, no checks.
// Usage: raw-bridge.mjs COMMAND [ARG...]; prints its port; ends when stdin does.
import { spawn } from "node:child_process";
import http from "node:http";

const child = spawn(process.argv[2], process.argv.slice(3), { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let counter = 0;
let pending = "";

child.stdout.setEncoding("utf8").on("data", (text) => {
  const lines = (pending + text).split("\n");
  pending = lines.pop();
  for (const line of lines) {
    if (!line) continue;
    const message = JSON.parse(line);
    const asked = waiting.get(message.id);
    if (!asked) continue;
    waiting.delete(message.id);
    message.id = asked.id;
    const body = JSON.stringify(message);
    asked.response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  }
});

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (message.id === undefined) {
      response.writeHead(202).end();
    } else {
      const id = ++counter;
      waiting.set(id, { id: message.id, response });
      message.id = id;
    }
    child.stdin.write(`${JSON.stringify(message)}\n`);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => {
  child.kill("SIGKILL");
  process.exit();
});
