import { z } from "zod";

/** An absolute http or https URL. One with a password in it would end up in logs and lists. */
export const HttpUrl = z
  .string()
  .superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .meta({ format: "uri" });

function problemOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    return `must be an http or https URL, such as "https://example.com/mcp"`;
  }
  return url.username || url.password ? "must not hold a user name or password" : undefined;
}
