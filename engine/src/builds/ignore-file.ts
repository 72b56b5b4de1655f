import { AppError } from "@toolhaven/contract/errors";

export interface IgnoreRules {
  /** Whether a path, relative and with `/` between its parts, stays out. */
  leavesOut(path: string): boolean;
  /** Whether something below a folder that stays out may come back in. */
  readonly hasExceptions: boolean;
}

interface Rule {
  readonly pattern: RegExp;
  readonly isException: boolean;
}

/** Whatever a project says: history, secrets and what is installed again anyway. */
const NEVER = /(?:^|\/)(?:\.git|\.hg|\.svn|node_modules|\.env|\.env\.[^/]*)(?:\/|$)/;

/** Reads a `.dockerignore`: the last line that fits a path or a folder above it decides. */
export function readIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(toRule);
  return { leavesOut, hasExceptions: rules.some(({ isException }) => isException) };

  function leavesOut(path: string): boolean {
    if (NEVER.test(path)) return true;
    const parts = path.split("/");
    const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    return rules.reduce(
      (isOut, { pattern, isException }) => (above.some((one) => pattern.test(one)) ? !isException : isOut),
      false,
    );
  }
}

function toRule(line: string): Rule {
  const isException = line.startsWith("!");
  const path = line
    .slice(isException ? 1 : 0)
    .trim()
    .replace(/^\.?\/+/, "")
    .replace(/\/+$/, "");
  return { pattern: toPattern(path, line), isException };
}

/** `**` stands for any number of folders, none included; `*` and `?` stop at a slash. */
function toPattern(path: string, line: string): RegExp {
  const source = path.replaceAll(/\*\*\/|\*\*|\*|\?|\[[^\]]+\]|\\.|[\\^$.|+(){}[\]]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.startsWith("[") && token.length > 1) return token.replaceAll("\\", "\\\\");
    return `\\${token.at(-1)}`;
  });
  try {
    return new RegExp(`^${source}$`);
  } catch (cause) {
    throw new AppError("invalid_input", `invalid ".dockerignore": cannot read pattern "${line}"`, { cause });
  }
}
