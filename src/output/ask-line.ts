import { createInterface } from "node:readline";
import type { Streams } from "./streams.ts";

/**
 * Asks a question in one line on a terminal that cannot move its cursor. Returns what was typed; undefined at the end of input.
 * Rejects with the reason of the signal when that aborts.
 */
export async function askLine(
  { stdin, stderr }: Pick<Streams, "stdin" | "stderr">,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  await stderr.write(`${question} `);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  } finally {
    lines.close();
    stdin.pause();
  }
}
