import { UsageError } from "../kernel/errors.ts";
import { memoryStreams } from "../output/memory-streams.ts";
import type { CommandResult, Host, ParsedLine } from "./host.ts";

/** Parses a command line without running it. Throws UsageError for an unknown command, flag or value. */
export async function parseLine(
  argv: readonly string[],
  host: Host,
  run: (argv: readonly string[], host: Host) => Promise<CommandResult>,
): Promise<ParsedLine> {
  let parsed: ParsedLine | undefined;
  const inspect = (line: ParsedLine) => {
    parsed = line;
  };
  const { error } = await run(argv, { ...host, streams: memoryStreams(), inspect });
  if (error) {
    const { message, ...details } = error;
    throw new UsageError(message, details);
  }
  if (parsed) return parsed;
  throw new UsageError("This is not a command that can be run.", {
    hint: "Write the whole command, such as: products update --filter \"brand = 'Acme'\" --set price=+10% --yes",
  });
}
