import type { Assistant } from "./assistant.ts";
import type { Passage, Retrieve } from "./retrieve.ts";

const MAX_PASSAGES = 4;
const LENGTH = 420;

/** Answers with passages of the documentation and where they stand. No model is asked, and it says so. */
export function createQuotingAssistant({ retrieve, tags }: { retrieve: Retrieve; tags: readonly string[] }): Assistant {
  return {
    isGenerated: false,

    async *ask(turns, { signal }) {
      const question = turns.at(-1)?.text ?? "";
      yield { kind: "searching", query: question };
      const passages = await retrieve(question, { tags, max: MAX_PASSAGES, length: LENGTH });
      signal.throwIfAborted();
      yield { kind: "searched", query: question };
      yield { kind: "text", text: answerFrom(passages) };
      for (const { title, url } of passages) yield { kind: "source", source: { title, url } };
    },
  };
}

function answerFrom(passages: readonly Passage[]): string {
  if (passages.length === 0)
    return "The documentation has no passage about this. Try other words, or a shorter question.";
  const [first, ...others] = passages.map(quoted);
  const more = others.length === 0 ? [] : ["Also related:", ...others];
  return ["The documentation says:", first, ...more].join("\n\n");
}

function quoted({ title, url, text }: Passage): string {
  const lines = text.split("\n").map((line) => `> ${line.replace(/([\\`*_[\]])/g, "\\$1")}`);
  // A line of the page is a paragraph or a line of code: each stays a line of its own.
  return [`**[${title.replace(/([\\[\]*_])/g, "\\$1")}](${url})**`, lines.join("\n>\n")].join("\n\n");
}
