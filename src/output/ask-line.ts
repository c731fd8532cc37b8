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

/** Asks for a line that the terminal does not show. Returns null after Ctrl-C, undefined at the end of input. */
export async function askHidden(
  streams: Pick<Streams, "stdin" | "stderr">,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined | null> {
  const { stdin, stderr } = streams;
  await stderr.write(`${question} (not shown) `);
  const setRaw = (raw: boolean) => "setRawMode" in stdin && stdin.setRawMode(raw);
  setRaw(true);
  try {
    return await new Promise<string | undefined | null>((resolve, reject) => {
      let typed = "";
      const onData = (chunk: Buffer | string) => {
        for (const key of String(chunk)) {
          if (key === "\r" || key === "\n") return end(typed);
          if (key === "\x04" && typed === "") return end(undefined);
          // The terminal is raw, so Ctrl-C is no signal.
          if (key === "\x03") return end(null);
          typed = key === "\x7f" || key === "\b" ? typed.slice(0, -1) : typed + key;
        }
      };
      const end = (answer: string | undefined | null) => {
        stdin.off("data", onData);
        resolve(answer);
      };
      stdin.on("data", onData);
      stdin.resume();
      stdin.once("end", () => end(undefined));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  } finally {
    setRaw(false);
    stdin.pause();
    await stderr.write("\n");
  }
}
