import type { Sink, Streams } from "./streams.ts";

/** What a person prefers of the streams. The functions are given a sink as it is. */
export interface Preferences {
  colour(sink: Sink): boolean;
  ascii(sink: Sink): boolean;
  /** The IANA name of the zone in which times are shown. */
  timeZone: string;
  /** False: nothing is asked and no screen is drawn. */
  asks: boolean;
}

/** The same streams, as they are preferred. */
export function preferStreams(streams: Streams, { colour, ascii, timeZone, asks }: Preferences): Streams {
  const { terminal } = streams;
  const prefer = (sink: Sink): Sink =>
    Object.create(sink, {
      colour: { value: colour(sink) },
      ascii: { value: ascii(sink) },
      timeZone: { value: timeZone },
    });
  const [stdout, stderr] = [prefer(streams.stdout), prefer(streams.stderr)];
  return {
    get stdin() {
      return streams.stdin;
    },
    stdout,
    stderr,
    ...(terminal && asks && { terminal: { ...terminal, colour: stderr.colour } }),
  };
}
