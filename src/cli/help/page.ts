import { toolVersion } from "../../kernel/version.ts";
import type { LazyGroup } from "../command.ts";
import { globalFlags } from "../flags.ts";
import { commandRecord, commandRecords, findCommand, flagRecord, named, unknownCommand } from "../tree.ts";
import { topics } from "./topics.ts";

/**
 * What `till help …` prints that is no command's own page: a topic, or as JSON a topic, a command, or all of them.
 * Throws UsageError where there is neither a command nor a topic of that name.
 */
export async function helpPage(
  words: readonly string[],
  groups: readonly LazyGroup[],
  json: boolean,
): Promise<string> {
  const [first] = words;
  if (first === undefined) return print({ _kind: "commands", ...(await everything(groups)) });
  const topic = named(topics, first);
  if (topic) return json ? print({ _kind: "topic", name: topic.name, text: topic.text() }) : topic.text();
  if (!named(groups, first)) throw unknownCommand("till help", first, [...groups, ...topics]);
  const { node, before } = await findCommand(groups, words);
  return print({ _kind: "command", ...commandRecord(node, before) });
}

function print(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

async function everything(groups: readonly LazyGroup[]): Promise<object> {
  return {
    name: "till",
    version: toolVersion,
    flags: globalFlags.map(flagRecord),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    commands: await commandRecords(groups),
  };
}
