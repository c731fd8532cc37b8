import { Readable } from "node:stream";
import type { Streams } from "./streams.ts";

/** Streams that keep what is written, for in-process runs. */
export interface MemoryStreams extends Streams {
  /** Everything written so far. */
  readonly text: { readonly stdout: string; readonly stderr: string };
}

export interface MemoryStreamOptions {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  colour?: boolean;
  ascii?: boolean;
  /** What can be read from stdin. */
  stdin?: string;
}

/** Streams in memory. There is no `terminal`, so nothing is asked and no screen is drawn. */
export function memoryStreams(options: MemoryStreamOptions = {}): MemoryStreams {
  const { isTTY = false, colour = false, ascii = false, columns = 80, rows = 24, stdin = "" } = options;
  const sink = () => {
    const chunks: string[] = [];
    const write = async (text: string) => void chunks.push(text);
    return { chunks, write, closed: false, isTTY, colour, ascii, columns, rows };
  };
  const [stdout, stderr] = [sink(), sink()];
  return {
    stdin: Object.assign(Readable.from(stdin === "" ? [] : [stdin]), { isTTY }),
    stdout,
    stderr,
    text: {
      get stdout() {
        return stdout.chunks.join("");
      },
      get stderr() {
        return stderr.chunks.join("");
      },
    },
  };
}
