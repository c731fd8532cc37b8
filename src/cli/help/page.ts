import { toolVersion } from "../../kernel/version.ts";
import type { LazyGroup } from "../command.ts";
import { commandRecord, commandRecords, flagRecord } from "../command-records.ts";
import { findByName, findCommand, unknownCommand } from "../find-command.ts";
import { globalFlags } from "../flags.ts";
import { topics } from "./topics.ts";

/**
 * Returns what `till help` prints for a topic; with `json`, the JSON of a topic, a command or all commands. Throws
 * UsageError if `path` names neither a topic nor a command.
 */
export async function helpPage(
  path: readonly string[],
  groups: readonly LazyGroup[],
  json: boolean,
): Promise<string> {
  const [first] = path;
  if (first === undefined) return jsonLine({ _kind: "commands", ...(await allCommands(groups)) });
  const topic = findByName(topics, first);
  if (topic) return json ? jsonLine({ _kind: "topic", name: topic.name, text: topic.text() }) : topic.text();
  if (!findByName(groups, first)) throw unknownCommand("till help", first, [...groups, ...topics]);
  const { node, before } = await findCommand(groups, path);
  return jsonLine({ _kind: "command", ...commandRecord(node, before) });
}

function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

async function allCommands(groups: readonly LazyGroup[]): Promise<object> {
  return {
    name: "till",
    version: toolVersion,
    flags: globalFlags.map(flagRecord),
    topics: topics.map(({ name, summary }) => ({ name, summary })),
    commands: await commandRecords(groups),
  };
}
