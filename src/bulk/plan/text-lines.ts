import { UsageError } from "../../kernel/errors.ts";

/** Yields the lines of UTF-8 text without line feeds, and without an empty last line. Throws UsageError for other encodings. */
export async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new UsageError(`${name} is not UTF-8 text.`, { cause });
    }
  };
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decode();
  if (rest !== "") yield rest;
}
