import type { ClientRequest, IncomingMessage } from "node:http";

/** Up to here a body is looked into: for the id of a failed request, or for an `initialize`. */
const SMALL_BYTES = 64 * 1024;

/** Up to here a body whose length is declared can be sent a second time. */
const REPLAY_BYTES = 4 * 1024 * 1024;

export interface RequestBodyOptions {
  readonly maxBytes: number;
  /** Called while reading, when a body of undeclared length turns out larger. */
  readonly onTooLarge: () => void;
}

/** A request's body on its way to the server. It streams; what came so far is kept while it may be needed again. */
export interface RequestBody {
  /** By its declared length, before a byte was read. */
  readonly isTooLarge: boolean;
  /** False once bytes were let go of that a second attempt would need. */
  isReplayable: boolean;
  /** False while the client is still sending. */
  isComplete: boolean;
  /** Gives `sink` everything from the first byte on; takes the place of an earlier sink. */
  sendTo(sink: ClientRequest): void;
  /** From now on nothing is sent; what is kept stays. */
  detach(): void;
  /** There will be no second attempt. */
  letGo(): void;
  /** Nobody wants the rest: it is read and dropped, so that the connection can be used again. */
  discard(): void;
  /** Gives the whole body once it is there, or `undefined` as soon as it is known not to be small. */
  whenSmall(use: (bytes: Buffer | undefined) => void): void;
}

export function createRequestBody(req: IncomingMessage, { maxBytes, onTooLarge }: RequestBodyOptions): RequestBody {
  const declared = declaredLength(req);
  const keepBytes = declared === undefined ? SMALL_BYTES : REPLAY_BYTES;
  let kept: Buffer[] = [];
  let size = 0;
  let isUnwanted = false;
  let sink: ClientRequest | undefined;
  let waiting: ((bytes: Buffer | undefined) => void) | undefined;

  const body: RequestBody = {
    isTooLarge: (declared ?? 0) > maxBytes,
    // Plain members: accessors would cost each call more than all that is done here.
    isReplayable: true,
    isComplete: declared === 0,

    sendTo(next) {
      let hasRoom = true;
      for (const chunk of kept) hasRoom = next.write(chunk);
      if (body.isComplete) {
        next.end();
        return;
      }
      sink = next;
      next.on("drain", () => {
        if (sink === next) req.resume();
      });
      if (size > keepBytes) body.letGo();
      if (hasRoom) req.resume();
      else req.pause();
    },

    detach() {
      sink = undefined;
      req.resume();
    },

    letGo() {
      kept = [];
      body.isReplayable = body.isComplete && size === 0;
    },

    discard() {
      isUnwanted = true;
      body.detach();
      body.letGo();
    },

    whenSmall(use) {
      if (!body.isReplayable || (declared ?? size) > SMALL_BYTES) use(undefined);
      else if (body.isComplete) use(Buffer.concat(kept));
      else waiting = use;
    },
  };

  if (!body.isComplete) {
    req.on("data", take);
    req.on("end", finish);
  }
  return body;

  function take(chunk: Buffer): void {
    if (isUnwanted) return;
    size += chunk.length;
    if (size > maxBytes) return onTooLarge();
    if (body.isReplayable) kept.push(chunk);
    if (sink !== undefined && !sink.write(chunk)) req.pause();
    if (size <= keepBytes) return;
    if (sink !== undefined) body.letGo();
    else req.pause();
    if (declared === undefined) settle(undefined);
  }

  function finish(): void {
    body.isComplete = true;
    sink?.end();
    settle(isUnwanted ? undefined : Buffer.concat(kept));
  }

  function settle(bytes: Buffer | undefined): void {
    const use = waiting;
    waiting = undefined;
    use?.(bytes);
  }
}

/** A body that was read already. */
export function createHeldBody(bytes: Buffer): RequestBody {
  let kept: Buffer | undefined = bytes;
  const body: RequestBody = {
    isTooLarge: false,
    isComplete: true,
    isReplayable: true,
    sendTo: (sink) => void sink.end(kept),
    detach: () => undefined,
    letGo() {
      kept = undefined;
      body.isReplayable = false;
    },
    discard: () => body.letGo(),
    whenSmall: (use) => use(kept !== undefined && kept.length <= SMALL_BYTES ? kept : undefined),
  };
  return body;
}

/** Zero when there is no body, undefined when only its end will tell. */
function declaredLength(req: IncomingMessage): number | undefined {
  if (req.headers["transfer-encoding"] !== undefined) return undefined;
  return Number(req.headers["content-length"] ?? 0);
}
