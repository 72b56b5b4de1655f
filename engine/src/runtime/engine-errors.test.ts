import { describe, expect, test } from "vitest";
import { type EngineCall, refusal, unreachable } from "./engine-errors.ts";

describe("refusals", () => {
  test.each<[EngineCall, number, unknown, string]>([
    ["create the container", 404, { message: "No such image: x" }, "not_found"],
    ["create the container", 409, { message: "Conflict" }, "already_exists"],
    ["create the container", 400, { message: "bind source path does not exist" }, "invalid_input"],
    ["start the container", 404, { message: "network x not found" }, "not_found"],
    ["start the container", 400, { message: "executable file not found" }, "invalid_input"],
    ["start the container", 500, { message: "Bind for 127.0.0.1:80 failed: port is already allocated" }, "internal"],
    ["attach to the container", 409, { message: "command not found" }, "invalid_input"],
    ["attach to the container", 404, Buffer.from("No such container: x\n"), "not_found"],
    ["create the network", 409, { message: "network x already exists" }, "already_exists"],
    ["create the network", 404, { message: "could not find an available address pool" }, "internal"],
    ["remove the network", 403, { message: "has active endpoints" }, "invalid_input"],
    ["create the container", 500, { message: "m", cause: "that name is already in use" }, "already_exists"],
    ["create the network", 500, { message: "m", cause: "network already exists" }, "already_exists"],
    ["create the container", 500, { message: "m", cause: "network not found" }, "not_found"],
    ["remove the network", 500, { message: "m", cause: "network is being used" }, "invalid_input"],
    ["start the container", 500, { message: "m", cause: "OCI permission denied" }, "invalid_input"],
    ["create the container", 500, { message: "m", cause: "no space left on device" }, "internal"],
  ])("%s, %i %j is %s", (call, status, body, code) => {
    expect(refusal(call, { status, body }).code).toBe(code);
  });

  test("without words say the status", () => {
    expect(refusal("start the container", { status: 502, body: Buffer.alloc(0) }).message).toBe(
      "cannot start the container: status 502",
    );
  });
});

test.each([
  ["ENOENT", "there is no such socket; start Docker or Podman"],
  ["ECONNREFUSED", "nothing listens there; start Docker or Podman"],
  ["EACCES", "permission denied; run as a member of the group that owns the socket"],
  ["ECONNRESET", "the connection broke off; check that the engine still runs"],
])("a socket that fails with %s is unavailable: %s", (code, words) => {
  expect(unreachable("/x.sock", Object.assign(new Error("failed"), { code }))).toMatchObject({
    code: "runtime_unavailable",
    message: `cannot reach the container engine at "/x.sock": ${words}`,
  });
});
