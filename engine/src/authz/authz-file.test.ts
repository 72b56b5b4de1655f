import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAuthzFile } from "./authz-file.ts";

async function fileWith(text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "thv-authz-")), "authz");
  await writeFile(path, text);
  return path;
}

const policy = "permit(principal, action, resource);";

test.each([
  ["JSON", JSON.stringify({ version: "1.0", type: "cedarv1", cedar: { policies: [policy] } })],
  ["YAML", `version: "1.0"\ntype: cedarv1\ncedar:\n  policies:\n    - ${policy}\n`],
])("a file in %s is read", async (_, text) => {
  expect(await readAuthzFile(await fileWith(text))).toMatchObject({ cedar: { policies: [policy] } });
});

test.each([
  ["no policy at all", `version: "1.0"\ntype: cedarv1\ncedar: { policies: [] }`, "at least one policy"],
  ["another kind of policy", `version: "1.0"\ntype: rego\ncedar: { policies: [x] }`, `must be "cedarv1"`],
  ["no document", `{`, "neither JSON nor YAML"],
  ["an alias bomb", `a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${"*b,".repeat(60)}*b]`, "neither"],
])("%s is refused by the file's name", async (_, text, reason) => {
  const path = await fileWith(text);
  await expect(readAuthzFile(path)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringMatching(new RegExp(`${path}.*${reason}`, "s")),
  });
});

test("a file that is not there is refused", async () => {
  await expect(readAuthzFile("/nowhere/authz.json")).rejects.toMatchObject({ code: "invalid_input" });
});
