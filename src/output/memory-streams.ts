import { Readable } from "node:stream";
import type { Streams } from "./streams.ts";

/** Streams that record their output, for in-process runs. */
export interface MemoryStreams extends Streams {
  /** The output so far. */
  readonly text: { readonly stdout: string; readonly stderr: string };
}

export interface MemoryStreamOptions {
  isTTY?: boolean;
  header?: boolean;
  columns?: number;
  rows?: number;
  color?: boolean;
  ascii?: boolean;
  /** The content of stdin. */
  stdin?: string;
}

/** Returns streams in memory. They have no `terminal`, so there are no prompts and no screens. */
export function memoryStreams(options: MemoryStreamOptions = {}): MemoryStreams {
  const {
    isTTY = false,
    header = false,
    color = false,
    ascii = false,
    columns = 80,
    rows = 24,
    stdin = "",
  } = options;
  const sink = () => {
    const chunks: string[] = [];
    const write = async (text: string) => void chunks.push(text);
    return { chunks, write, closed: false, isTTY, header, color, ascii, columns, rows };
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
