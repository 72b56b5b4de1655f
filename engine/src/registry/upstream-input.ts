import type { Argument, Endpoint, KeyValue, Template } from "./upstream-shape.ts";

type Inputs = Template["variables"];

/** A template with every variable put in that the document itself has a value for. */
interface Filled {
  readonly text: string;
  /** What a user would have to say; empty when the text is complete. */
  readonly open: ReadonlyArray<Inputs[string]>;
}

/** A name in braces that is no variable stays as it is, as the format asks. */
export function fill(template: string, variables: Inputs): Filled {
  const open: Array<Inputs[string]> = [];
  const text = template.replaceAll(/\{([A-Za-z_][\w.-]*)\}/g, (braces, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = variable?.value ?? variable?.default;
    if (variable && value === undefined) open.push(variable);
    return value ?? braces;
  });
  return { text, open };
}

/** A header or variable as a registry entry describes it. */
export function definitionOf(input: KeyValue) {
  const { text, open } =
    input.value === undefined ? { text: input.default, open: [] } : fill(input.value, input.variables);
  const isOpen = open.length > 0;
  const form = isOpen ? `value of the form "${input.value}"` : "";
  return {
    name: input.name,
    description: [input.description, form].filter(Boolean).join("; "),
    required: input.isRequired || open.some(({ isRequired }) => isRequired),
    secret: input.isSecret || open.some(({ isSecret }) => isSecret),
    ...(text !== undefined && !isOpen && { default: text }),
    ...(input.choices && { choices: input.choices }),
  };
}

/** The first of several inputs with one name counts. */
export function definitionsOf(inputs: readonly KeyValue[]): Array<ReturnType<typeof definitionOf>> {
  const byName = new Map<string, KeyValue>();
  for (const input of inputs) if (!byName.has(input.name)) byName.set(input.name, input);
  return [...byName.values()].map(definitionOf);
}

/**
 * The arguments that can be given without asking anybody. A value hint names an argument, it is no value; an argument
 * whose value only a user knows is left out.
 */
export function argumentsOf(inputs: readonly Argument[]): string[] {
  return inputs.flatMap((input) => {
    const template = input.value ?? input.default;
    const filled = template === undefined ? undefined : fill(template, input.variables);
    const value = filled?.open.length === 0 ? filled.text : undefined;
    const name = input.type === "positional" ? undefined : input.name;
    if (name === undefined) return value === undefined ? [] : [value];
    if (value !== undefined) return input.format === "boolean" ? [`${name}=${value}`] : [name, value];
    return input.isRequired && isBareFlag(input) ? [name] : [];
  });
}

/** An option with nothing that would tell what to put after it. */
const isBareFlag = ({ value, valueHint, choices, placeholder, format }: Argument): boolean =>
  [value, valueHint, choices, placeholder].every((part) => part === undefined) && (format ?? "boolean") === "boolean";

/** `undefined` for what is no way to speak over a network. */
export function networkTransport(type: string): "sse" | "streamable-http" | undefined {
  const plain = type.toLowerCase().replaceAll("_", "-");
  if (plain === "sse") return "sse";
  return ["streamable-http", "streamable", "streamablehttp", "http"].includes(plain) ? "streamable-http" : undefined;
}

/** The port in the address a packaged server listens at, when the document fixes one. */
export function portOf({ url = "", variables }: Endpoint): number | undefined {
  const port = /^https?:\/\/[^/]*:(\d{1,5})(?:[/?#]|$)/.exec(fill(url, variables).text)?.[1];
  return port === undefined ? undefined : Number(port);
}
