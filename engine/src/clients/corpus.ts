/** Settings files as applications and people write them. Every one of them can be edited. */
export interface Sample {
  readonly title: string;
  readonly text: string;
  readonly syntax: "json" | "yaml";
  readonly topKey: string;
}

const json = (title: string, text: string, topKey = "mcpServers"): Sample => ({ title, text, syntax: "json", topKey });
const yaml = (title: string, text: string): Sample => ({ title, text, syntax: "yaml", topKey: "extensions" });
const lines = (...parts: string[]): string => `${parts.join("\n")}\n`;

const ORDINARY = lines(
  "{",
  '  "mcpServers": {',
  '    "github": {',
  '      "command": "npx",',
  '      "args": ["-y", "server-github"],',
  '      "env": { "TOKEN": "abc" }',
  "    }",
  "  }",
  "}",
);

const COMMENTED = lines(
  "// Settings of the team",
  "{",
  "  // every server we use",
  '  "mcpServers": { // local ones first',
  "    // the one for tickets",
  '    "tickets": { "url": "https://tickets.example.test/mcp" }, // ask Ann',
  "    /* out of order:",
  '    "old": { "url": "https://old.example.test" },',
  "    */",
  '    "search": { "url": "https://search.example.test/mcp" } // fast',
  "    // end of servers",
  "  },",
  '  "theme": "dark" /* for the eyes */',
  "}",
  "// bye",
);

const EDITOR = lines(
  "{",
  '    "editor.fontSize": 14,',
  '    "editor.rulers": [',
  "        80,",
  "        120,",
  "    ],",
  '    "[typescript]": {',
  '        "editor.formatOnSave": true,',
  "    },",
  '    "amp.mcpServers": {',
  '        "playwright": {',
  '            "command": "npx",',
  '            "args": ["playwright-mcp"],',
  "        },",
  "    },",
  '    "files.exclude": { "**/.git": true },',
  "}",
);

const CLAUDE = JSON.stringify(
  {
    numStartups: 31,
    tipsHistory: { "shift-enter": 4 },
    projects: { "/home/ann/work": { allowedTools: [], mcpServers: { fetch: { type: "stdio", command: "fetch" } } } },
    mcpServers: { fetch: { type: "http", url: "https://fetch.example.test/mcp" }, sentry: { type: "sse", url: "x" } },
    oauthAccount: { emailAddress: "ann@example.test" },
  },
  null,
  2,
);

const GOOSE = lines(
  "# Goose",
  "GOOSE_PROVIDER: openai",
  'GOOSE_MODEL: "gpt-5" # the good one',
  "",
  "extensions:",
  "  # comes with Goose",
  "  developer:",
  "    enabled: true",
  "    name: developer",
  "    timeout: 300",
  "    type: builtin",
  "  fetch:",
  "    args:",
  "    - mcp-server-fetch",
  "    cmd: uvx",
  "    envs: {}",
  "    type: stdio # local",
  "  # none further",
  "",
  "experiments: {}",
);

export const CORPUS: readonly Sample[] = [
  json("an ordinary file", ORDINARY),
  json("no final line break", ORDINARY.trimEnd()),
  json("Windows line ends", ORDINARY.replaceAll("\n", "\r\n")),
  json("old Mac line ends", ORDINARY.replaceAll("\n", "\r")),
  json("a byte order mark", `\uFEFF${ORDINARY}`),
  json("tabs", ORDINARY.replaceAll("  ", "\t")),
  json("four spaces", ORDINARY.replaceAll("  ", "    ")),
  json("three spaces and Windows line ends", ORDINARY.replaceAll("  ", "   ").replaceAll("\n", "\r\n")),
  json("minified", JSON.stringify(JSON.parse(ORDINARY))),
  json("minified and empty below the key", '{"mcpServers":{},"theme":"dark"}'),
  json("one line with blanks", '{ "mcpServers": { "a": { "url": "http://a.test" } } }\n'),
  json("comments everywhere", COMMENTED),
  json("comments everywhere and Windows line ends", COMMENTED.replaceAll("\n", "\r\n")),
  json("empty", ""),
  json("blank", "\n  \n"),
  json("a comment and nothing else", "// nothing yet\n"),
  json("a comment without line break", "/* nothing yet */"),
  json("an empty object", "{}"),
  json("an empty object in two lines", "{\n}\n"),
  json("an empty object with a blank", "{ }\n"),
  json("an empty object with a comment", "{\n  // servers go here\n}\n"),
  json("an empty object with a comment on its first line", "{ // servers go here\n}\n"),
  json("the key with nothing below it", '{\n  "mcpServers": {}\n}\n'),
  json("the key with an empty line below it", '{\n  "mcpServers": {\n\n  }\n}\n'),
  json("the key with a comment below it", '{\n  "mcpServers": {\n    // "x": {}\n  },\n  "a": 1\n}\n'),
  json("the key with a comment in one line", '{\n  "mcpServers": { /* none */ }\n}\n'),
  json("other keys only", '{\n  "theme": "dark",\n  "recent": ["a", "b"]\n}\n'),
  json("other keys and a comment behind the last", '{\n  "theme": "dark" // for now\n}\n'),
  json("other keys and a comma behind the last", '{\n\t"theme": "dark",\n}\n'),
  json("an editor's settings with commas at every end", EDITOR, "amp.mcpServers"),
  json(
    "an editor's settings without the key",
    '{\n    "editor.fontSize": 14,\n    "amp.url": "x"\n}',
    "amp.mcpServers",
  ),
  json("the dotted key beside a nested one", '{\n  "amp": { "mcpServers": { "a": {} } }\n}\n', "amp.mcpServers"),
  json(
    "servers with inputs",
    '{\n\t"inputs": [],\n\t"servers": {\n\t\t"gh": {"type": "http", "url": "u"}\n\t}\n}\n',
    "servers",
  ),
  json("a state file with servers of projects", CLAUDE),
  json("a state file in one line", JSON.stringify(JSON.parse(CLAUDE))),
  json(
    "names and values from all over the world",
    '{\n  "mcpServers": {\n    "búsqueda 🔎": {"url": "http://例え.test/\\u00e9\\n"}\n  }\n}\n',
  ),
  json(
    "a name that is written with escapes",
    '{\n  "mcpServers": {\n    "f\\u0065tch": {\n      "url": "u"\n    }\n  }\n}\n',
  ),
  json("commas first", '{\n  "mcpServers": {\n    "a": {}\n  , "b": {}\n  }\n, "x": 1\n}\n'),
  json("several on a line", '{\n  "mcpServers": {\n    "a": {}, "b": {},\n    "c": {}, "d": {}\n  }\n}\n'),
  json("braces on lines of their own", '{\n  "mcpServers":\n  {\n    "a":\n    {\n      "url": "u"\n    }\n  }\n}\n'),
  json("odd blanks", '  {  "mcpServers"  :  {  "a"  :  1  ,  "b" : [ ]  }  ,  "z" : null  }  '),
  json(
    "comments in odd places",
    '{/*1*/"mcpServers"/*2*/:/*3*/{/*4*/"a"/*5*/:/*6*/1/*7*/,/*8*/"b":2/*9*/}/*10*/}/*11*/',
  ),
  json("a line comment before the brace", '{"mcpServers": {"a": 1 // one\n}}'),
  json(
    "entries of each on one line",
    '{\n  "mcpServers": {\n    "a": { "url": "1" },\n    "b": { "url": "2" }\n  }\n}\n',
  ),
  json("blank lines between", '{\n\n  "mcpServers": {\n\n    "a": { "url": "1" },\n\n    "fetch": 3\n\n  }\n\n}\n\n\n'),
  json(
    "keys that objects have by nature",
    '{\n  "constructor": 1,\n  "__proto__": {},\n  "mcpServers": { "toString": {}, "__proto__": 1 }\n}',
  ),
  yaml("Goose with comments", GOOSE),
  yaml("Goose with Windows line ends", GOOSE.replaceAll("\n", "\r\n")),
  yaml("Goose without a final line break", GOOSE.trimEnd()),
  yaml("Goose with a byte order mark", `\uFEFF${GOOSE}`),
  yaml("YAML, empty", ""),
  yaml("YAML, only a comment", "# nothing yet"),
  yaml("YAML, only a document start", "---\n"),
  yaml("YAML, other keys only", "GOOSE_MODEL: a\nkeyring: false\n"),
  yaml("YAML, other keys and no final line break", "GOOSE_MODEL: a\nlist:\n- 1\n- 2"),
  yaml("YAML, extensions last and no final line break", "a: 1\nextensions:\n  dev:\n    enabled: true"),
  yaml("YAML, the key with nothing", "extensions:\nother: 1\n"),
  yaml("YAML, the key with nothing, last", "extensions:"),
  yaml("YAML, the key with a comment", "extensions: # none yet\n  # really\n\nother: 1\n"),
  yaml("YAML, the key with an empty map", "a: 1\nextensions: {} # none\nb: 2\n"),
  yaml("YAML, a flow map", "extensions: {dev: {enabled: true}, 'mem': {a: [1, 2]}}\nb: 2\n"),
  yaml("YAML, a flow map over lines", "extensions: {\n  dev: {enabled: true}, # one\n  mem: {},\n}\n"),
  yaml("YAML, all in braces", '{"GOOSE_MODEL": "a", "extensions": {"dev": {"enabled": true}}}\n'),
  yaml(
    "YAML, anchors and aliases",
    "base: &base\n  timeout: 5\nextensions:\n  mem: &mem\n    <<: *base\n    a: b\n  other: *mem\nlast: *base\n",
  ),
  yaml(
    "YAML, a block text at the end of an entry",
    "extensions:\n  dev:\n    instructions: |\n      one\n      two\n\nb: >-\n  x\n  y\n",
  ),
  yaml(
    "YAML, four spaces and a document start",
    "---\n# top\nextensions:\n    dev:\n        enabled: true\n    # tail\n\n# end\n",
  ),
  yaml(
    "YAML, comments less indented than what they follow",
    "extensions:\n  dev:\n    enabled: true\n      # odd\n  # even\n# none\nb: 1\n",
  ),
  yaml("YAML, a document end", "extensions:\n  dev:\n    enabled: true\n...\n"),
  yaml("YAML, a directive", "%YAML 1.2\n---\nGOOSE_MODEL: a\n"),
  yaml(
    "YAML, quoted keys and many styles",
    "\"extensions\":\n  'dev':\n    \"type\": 'stdio'\n  ? mem\n  : {a: 1}\n  fetch: !!map\n    a: 1\n",
  ),
  yaml("YAML, indented as a whole", "  a: 1\n  extensions:\n     dev:\n       x: 1\n"),
];
