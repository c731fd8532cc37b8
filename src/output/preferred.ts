import type { Sink, Streams } from "./streams.ts";

/** The user's preferences for the streams. The functions receive the original sink. */
export interface Preferences {
  colour(sink: Sink): boolean;
  ascii(sink: Sink): boolean;
  /** The IANA time zone for displayed times. */
  timeZone: string;
  /** False: no prompts and no screens. */
  prompts: boolean;
}

/** Returns the streams with the preferences applied. */
export function preferStreams(streams: Streams, { colour, ascii, timeZone, prompts }: Preferences): Streams {
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
    activity: streams.activity,
    ...(terminal && prompts && { terminal: { ...terminal, colour: stderr.colour } }),
  };
}
