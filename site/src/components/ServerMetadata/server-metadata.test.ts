import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BUILT_IN } from "../../../../engine/src/registry/built-in.ts";
import { serverFacts, serverNames } from "./server-facts.ts";
import { ServerMetadata } from "./ServerMetadata.tsx";

const textOf = (name: string): string => renderToStaticMarkup(createElement(ServerMetadata, { name }));

test("every container server of the built-in registry can be shown", () => {
  expect([...serverNames].toSorted()).toEqual(Object.keys(BUILT_IN.servers).toSorted());
});

test("WP-08 a server's block shows image, tools, variables and what it may reach, as the registry has them", () => {
  for (const [name, { image, tools, env_vars = [] }] of Object.entries(BUILT_IN.servers)) {
    const html = textOf(name);
    for (const word of [image, ...tools, ...env_vars.map((variable) => variable.name)]) {
      expect(html, name).toContain(`<code>${word}</code>`);
    }
  }
  expect(textOf("osv")).toContain("api.osv.dev, port 443");
  expect(textOf("fetch")).toContain("Any host, port 443");
  expect(textOf("filesystem")).toContain("<td>Nothing</td>");
});

test("WP-08 a name the registry does not have ends the build, and the message names those it has", () => {
  expect(() => textOf("fetsch")).toThrow(/no server "fetsch".*fetch/);
  expect(() => serverFacts("toString")).toThrow(/no server/);
});
