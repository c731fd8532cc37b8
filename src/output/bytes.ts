/** Yields a readable stream (stdin) as bytes. */
export async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream)
    yield typeof piece === "string" ? Buffer.from(piece) : (piece as Uint8Array);
}
