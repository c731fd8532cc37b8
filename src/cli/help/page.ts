import { shellWord } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { fit, nearest } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import type { Sink } from "../../output/streams.ts";
import type { LazyGroup } from "../command.ts";
import { commandRecord, commandRecords, flagRecord } from "../command-records.ts";
import { findByName, findCommand } from "../find-command.ts";
import { globalFlags } from "../flags.ts";
import { guideText, titleOf } from "./guide-text.ts";
import { searchHelp } from "./search.ts";
import { topics } from "./topics.ts";

/** How help is printed: as JSON, or as text for a stream. */
export interface HelpForm {
  json: boolean;
  sink: Pick<Sink, "colour" | "colours" | "ascii" | "columns">;
}

/** What `till help` shows besides commands and topics. */
const more = [{ name: "guides" }, { name: "guide" }, { name: "search" }];

/**
 * Returns what `till help` prints for a topic, a guide or a search; with `json`, also the JSON of a command or all
 * commands. Throws UsageError if `path` names none of them.
 */
export async function helpPage(
  path: readonly string[],
  groups: readonly LazyGroup[],
  { json, sink }: HelpForm,
): Promise<string> {
  const [first, ...rest] = path;
  if (first === undefined) return jsonLine({ _kind: "commands", ...(await allCommands(groups)) });
  if (first === "search") {
    const { guides } = await import("./guides.ts");
    const found = searchHelp(rest, { commands: await commandRecords(groups), topics, guides });
    if (json) return jsonLine({ items: found });
    if (found.length === 0) throw notFound(rest.join(" "));
    return found
      .map(({ command, text }) => `${command}\n    ${fit(text, Math.max(40, sink.columns - 4))}\n`)
      .join("");
  }
  if (first === "guides" || (first === "guide" && rest.length === 0)) {
    const list = Object.entries((await import("./guides.ts")).guides).map(([name, text]) => ({
      name,
      title: titleOf(text),
    }));
    if (json) return jsonLine({ items: list });
    const width = Math.max(...list.map(({ name }) => name.length));
    return `${list.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`).join("\n")}\n\nRead one: till help guide ${list[0]?.name}\n`;
  }
  const topic = findByName(topics, first);
  if (topic) return json ? jsonLine({ _kind: "topic", name: topic.name, text: topic.text() }) : topic.text();
  const isGuide = first === "guide";
  if (isGuide || !findByName(groups, first)) {
    const { guides } = await import("./guides.ts");
    const name = (isGuide ? rest[0] : first) ?? "";
    const names = Object.keys(guides).map((one) => ({ name: one }));
    const text = Object.hasOwn(guides, name) ? guides[name] : undefined;
    if (text !== undefined) return json ? jsonLine({ _kind: "guide", name, text }) : guideText(text, sink);
    if (isGuide) throw unknownGuide(name);
    throw unknownTopic(first, [...groups, ...topics, ...more, ...names]);
  }
  const { node, before } = await findCommand(groups, path);
  return jsonLine({ _kind: "command", ...commandRecord(node, before) });
}

function unknownTopic(name: string, known: readonly { name: string }[]): UsageError {
  const closest = nearest(
    name,
    known.map((one) => one.name),
  );
  return new UsageError(
    `There is no command, topic or guide "${name}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    {
      code: "UNKNOWN_COMMAND",
      hint: `Search the help: till help search ${shellWord(name)}`,
    },
  );
}

function unknownGuide(name: string): UsageError {
  return new UsageError(`There is no guide "${name}".`, {
    code: "UNKNOWN_GUIDE",
    hint: "List them: till help guides",
  });
}

function notFound(words: string): TillError {
  return new TillError(exitCodes.notFound, `Nothing in the help contains "${words}".`, {
    hint: "Try a shorter word, or see: till --help, till help guides",
  });
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
