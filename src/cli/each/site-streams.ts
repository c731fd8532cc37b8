import { Readable } from "node:stream";
import type { Sink, Streams } from "../../output/streams.ts";

/** Takes the output of one site. */
export interface SiteOutput {
  stdout(text: string): void | Promise<void>;
  stderr(text: string): void | Promise<void>;
}

/** Returns the streams of one site: as wide and as coloured as those of the run, without stdin and without prompts. */
export function siteStreams({ stdout, stderr }: Streams, output: SiteOutput): Streams {
  const like = (sink: Sink, write: SiteOutput["stdout"]): Sink => ({
    write: async (text) => await write(text),
    get closed() {
      return sink.closed;
    },
    isTTY: sink.isTTY,
    colour: sink.colour,
    ascii: sink.ascii ?? false,
    columns: sink.columns,
    rows: sink.rows,
  });
  return {
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: like(stdout, output.stdout),
    stderr: like(stderr, output.stderr),
  };
}
