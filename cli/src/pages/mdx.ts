/** What is code wherever it stands in a sentence: flags, `--` itself, `-` for a stream, and schemes with a name. */
const CODE = /(?<=^|[\s(])(?:--?[a-z][\w-]*|--?(?=\s)|[a-z]+:\/\/[A-Z]*)/g;

/** A sentence of the manifest as MDX: nothing in it is markup, and what is code looks like it. */
export function prose(text: string): string {
  let at = 0;
  let mdx = "";
  for (const { 0: code, index } of text.matchAll(CODE)) {
    mdx += `${plain(text.slice(at, index))}${inlineCode(code)}`;
    at = index + code.length;
  }
  return mdx + plain(text.slice(at));
}

/** As a sentence of its own: a capital in front, a full stop behind. */
export function sentence(text: string): string {
  const start = /^[a-z]+(?=[\s,;.]|:\s|$)/.test(text) ? `${text[0]!.toUpperCase()}${text.slice(1)}` : text;
  return prose(/[.!?]$/.test(start) ? start : `${start}.`);
}

/** Text with a backtick needs a longer fence around it, and blanks inside. */
export function inlineCode(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A block that can be copied whole. */
export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** An attribute of a component; nothing for no value. */
export function attribute(name: string, value: string | undefined): string {
  if (value === undefined) return "";
  return /["\\\n{]/.test(value) ? ` ${name}={${JSON.stringify(value)}}` : ` ${name}="${value}"`;
}

const plain = (text: string): string => text.replace(/[\\`*_[\]<>{}|~]/g, (sign) => `\\${sign}`);
