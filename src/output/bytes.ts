import type { Readable } from "node:stream";

/** Yields a readable stream (stdin) as bytes. */
export async function* streamBytes(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream)
    yield typeof piece === "string" ? Buffer.from(piece) : (piece as Uint8Array);
}

/** Yields a stream as bytes. When a signal aborts, closes the stream and throws the reason, also while no data arrives. */
export async function* bytesUntil(stream: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const pieces = streamBytes(stream);
  let stop = Promise.withResolvers<never>();
  const abort = () => {
    stop.reject(signal.reason);
    stream.destroy();
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      stop = Promise.withResolvers();
      const piece = await Promise.race([pieces.next(), stop.promise]);
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
