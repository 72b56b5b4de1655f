// Closed loop of N clients against one MCP address, each with a session of its own and exactly one call in flight.
// All clients number their requests alike; every answer is checked for its id and for the nonce of its call.
// Usage: load.mjs URL CLIENTS CALLS; prints one JSON object { wallMs, p50Ms, p99Ms, wrong, failed }.
import http from "node:http";

const [url, clients, calls] = [new URL(process.argv[2]), Number(process.argv[3]), Number(process.argv[4])];
const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
const latencies = [];
let wrong = 0;
let failed = 0;
let left = calls;

const sessions = await Promise.all(Array.from({ length: clients }, open));
const startedMs = performance.now();
await Promise.all(sessions.map(work));
const wallMs = performance.now() - startedMs;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
console.log(JSON.stringify({ wallMs, p50Ms: at(0.5), p99Ms: at(0.99), wrong, failed }));
agent.destroy();

async function open() {
  const initialize = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  };
  const { headers } = await post(JSON.stringify(initialize), {});
  const session = headers["mcp-session-id"];
  const own = session ? { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" } : {};
  await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', own);
  return own;
}

async function work(headers, client) {
  for (let id = 1; left > 0; id += 1) {
    left -= 1;
    const nonce = `c${client}-${id}-${Math.random().toString(36).slice(2, 10)}`;
    const call = { jsonrpc: "2.0", id, method: "tools/call", params: { name: "echo", arguments: { message: nonce } } };
    const sentMs = performance.now();
    try {
      const { text } = await post(JSON.stringify(call), headers);
      latencies.push(performance.now() - sentMs);
      const answer = JSON.parse(text);
      if (answer.id !== id || answer.result?.content?.[0]?.text !== nonce) wrong += 1;
    } catch {
      failed += 1;
    }
  }
}

function post(body, headers) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: url.hostname,
        port: url.port,
        path: url.pathname,
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("end", () =>
          response.statusCode < 300
            ? resolve({ text, headers: response.headers })
            : reject(new Error(`HTTP ${response.statusCode} ${text}`)),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}
