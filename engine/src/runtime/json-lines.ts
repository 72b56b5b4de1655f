/** Far longer than any progress line or event. */
const MAX_LINE_BYTES = 1024 ** 2;
const NEWLINE = 0x0a;

/** One value per line of a byte stream, as soon as the line is complete. Holds at most one partial line. */
export async function* readJsonLines(source: AsyncIterable<Uint8Array>): AsyncGenerator {
  let pending: Buffer[] = [];
  let pendingLength = 0;
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...pending, chunk.subarray(start, end)]);
      pending = [];
      pendingLength = 0;
      start = end + 1;
      yield* parse(line);
    }
    pending.push(chunk.subarray(start));
    pendingLength += chunk.length - start;
    if (pendingLength > MAX_LINE_BYTES) throw new Error(`a line of the engine is longer than ${MAX_LINE_BYTES} bytes`);
  }
  yield* parse(Buffer.concat(pending));
}

function* parse(line: Buffer): Generator {
  const text = line.toString("utf8").trim();
  if (text) yield JSON.parse(text);
}
