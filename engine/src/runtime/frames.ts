/** Where the bytes of a container's streams go. The buffers are views into the chunks that came in. */
export interface FrameListeners {
  onStdout(bytes: Buffer): void;
  onStderr(bytes: Buffer): void;
}

const HEADER_LENGTH = 8;
/** Values of a header's first byte; 0, the number of stdin, is output too; 3 and more are no stream. */
const STDOUT = 1;
const STDERR = 2;

/**
 * Takes apart the stream of a container without a terminal: each frame is one byte that names the stream, three zero
 * bytes, the payload's length (big-endian, 32 bits) and the payload. The returned function takes the chunks as they
 * come, cut anywhere, and copies nothing but headers that are cut in two. It returns false once the bytes turn out to
 * be no such stream.
 */
export function createDemultiplexer(listeners: FrameListeners): (chunk: Buffer) => boolean {
  const partial = Buffer.alloc(HEADER_LENGTH);
  let partialLength = 0;
  let remaining = 0;
  let stream = STDOUT;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (remaining > 0) {
        const end = Math.min(at + remaining, chunk.length);
        remaining -= end - at;
        const payload = chunk.subarray(at, end);
        at = end;
        if (stream === STDERR) listeners.onStderr(payload);
        else listeners.onStdout(payload);
      } else if (partialLength === 0 && chunk.length - at >= HEADER_LENGTH) {
        if (!readHeader(chunk, at)) return false;
        at += HEADER_LENGTH;
      } else {
        const copied = chunk.copy(partial, partialLength, at, at + HEADER_LENGTH - partialLength);
        at += copied;
        partialLength += copied;
        if (partialLength < HEADER_LENGTH) return true;
        partialLength = 0;
        if (!readHeader(partial, 0)) return false;
      }
    }
    return true;
  };

  function readHeader(bytes: Buffer, at: number): boolean {
    stream = bytes[at]!;
    remaining = bytes.readUInt32BE(at + 4);
    return stream <= STDERR && bytes.readUIntBE(at + 1, 3) === 0;
  }
}

/** Both streams of a recorded frame sequence in the order they were written. */
export function joinFrames(frames: Buffer): string {
  const parts: Buffer[] = [];
  const keep = (bytes: Buffer): void => void parts.push(bytes);
  createDemultiplexer({ onStdout: keep, onStderr: keep })(frames);
  return Buffer.concat(parts).toString("utf8");
}
