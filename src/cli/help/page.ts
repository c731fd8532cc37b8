import { shellWord } from "../../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { fit, nearest, wrap } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import type { Sink } from "../../output/streams.ts";
import { type Style, styleFor } from "../../output/style.ts";
import type { LazyGroup } from "../command.ts";
import { findByName, findCommand } from "../find-command.ts";
import { globalFlags } from "../flags.ts";
import { commandList } from "./commands.ts";
import { commandRecord, commandRecords, flagRecord } from "./records.ts";
import { topics } from "./topics.ts";

/** How help is printed: as JSON, or as text for a stream. */
export interface HelpForm {
  json: boolean;
  sink: Pick<Sink, "color" | "colors" | "ascii" | "columns">;
  /** The programs that add commands, by command. */
  extensions: ReadonlyMap<string, string>;
}

/** What `till help` shows besides commands and topics. */
const more = [
  { name: "commands" },
  { name: "topics" },
  { name: "guides" },
  { name: "guide" },
  { name: "search" },
];

/**
 * Returns what `till help` prints for a topic, a guide or a search; with `json`, also the JSON of a command or all
 * commands. Throws UsageError if `path` names none of them.
 */
export async function helpPage(
  path: readonly string[],
  groups: readonly LazyGroup[],
  { json, sink, extensions }: HelpForm,
): Promise<string> {
  const [first, ...rest] = path;
  if (first === undefined) return jsonLine({ _kind: "commands", ...(await allCommands(groups)) });
  if (first === "search") {
    const [{ searchHelp }, { guides, contents }, { settings }] = await Promise.all([
      import("./search.ts"),
      import("./guides.ts"),
      import("../../config/settings.ts"),
    ]);
    const commands = await commandRecords(groups);
    const found = searchHelp(rest, { commands, topics, settings, guides, contents });
    if (json) return jsonLine({ items: found });
    if (found.length === 0) throw notFound(rest.join(" "));
    return found
      .map(({ command, text }) => `${command}\n    ${fit(text, Math.max(40, sink.columns - 4))}\n`)
      .join("");
  }
  if (first === "guides" || (first === "guide" && rest.length === 0)) {
    const { guideContents } = await import("./contents.ts");
    const { contents } = await import("./guides.ts");
    const parts = guideContents(contents);
    if (json)
      return jsonLine({
        items: parts.flatMap(({ title, guides }) => guides.map((guide) => ({ ...guide, part: title }))),
      });
    const width = Math.max(...parts.flatMap(({ guides }) => guides.map(({ name }) => name.length)));
    const text = parts.map(({ title, guides }) => `${title}\n${nameList(guides, width)}`);
    return `${text.join("\n")}\nRead one: till help guide ${parts[0]?.guides[0]?.name}\n`;
  }
  if (first === "commands" && !json) return commandList(groups, extensions, Math.min(sink.columns, 110));
  if (first === "topics") {
    const list = topics.map(({ name, summary }) => ({ name, title: summary }));
    return json ? jsonLine({ items: list }) : `${nameList(list)}\nRead one: till help ${list[0]?.name}\n`;
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
    if (isGuide) throw unknownGuide(name, Object.keys(guides));
    throw unknownTopic(first, [...groups, ...topics, ...more, ...names]);
  }
  const { load, before } = await findCommand(groups, path);
  return jsonLine({ _kind: "command", ...commandRecord(await load(), before) });
}

/** Returns a line for each name with its title. */
function nameList(
  list: readonly { name: string; title: string }[],
  width: number = Math.max(...list.map(({ name }) => name.length)),
): string {
  return list.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}\n`).join("");
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

function unknownGuide(name: string, known: readonly string[]): UsageError {
  const closest = nearest(name, known);
  return new UsageError(
    `There is no guide "${name}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    {
      code: "UNKNOWN_GUIDE",
      hint: "List them: till help guides",
    },
  );
}

function notFound(words: string): TillError {
  return new TillError(exitCodes.notFound, `Nothing in the help contains "${words}".`, {
    hint: "Try a shorter word, or see: till help commands, till help guides",
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

/**
 * Returns a guide as text for this stream: headings in bold, code indented, paragraphs and list items wrapped, links as
 * the text with the guide that they lead to. It understands the Markdown that the guides use, not all of it.
 */
function guideText(markdown: string, sink: Pick<Sink, "color" | "colors" | "ascii" | "columns">): string {
  const style = styleFor(sink);
  const width = Math.min(100, Math.max(20, sink.columns));
  return `${blocksOf(markdown)
    .map((block) => blockText(block, style, width))
    .join("\n\n")}\n`;
}

/** Splits Markdown at empty lines outside fences; each block keeps its lines. */
function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [[]];
  let fenced = false;
  for (const line of markdown.trimEnd().split("\n")) {
    const fence = line.startsWith("```");
    if (line === "" && !fenced) blocks.push([]);
    else {
      if (!fenced && /^<!--.*-->$/.test(line)) continue;
      const table = line.startsWith("|") && !blocks.at(-1)?.[0]?.startsWith("|");
      if ((fence || table) && !fenced && blocks.at(-1)?.length) blocks.push([]);
      blocks.at(-1)?.push(line);
    }
    if (fence) fenced = !fenced;
  }
  return blocks.filter((block) => block.length > 0);
}

function blockText(lines: readonly string[], style: Style, width: number): string {
  const [first = ""] = lines;
  if (first.startsWith("```")) {
    const code = lines.filter((line) => !line.startsWith("```"));
    return code.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
  }
  if (first.startsWith("    ")) return lines.join("\n");
  if (first.startsWith("|")) return tableText(lines, width);
  const [, level, title = ""] = /^(#+) (.*)$/.exec(first) ?? [];
  if (level !== undefined) {
    const rest = lines.slice(1);
    return [style.heading(plain(title)), ...(rest.length > 0 ? [blockText(rest, style, width)] : [])].join(
      "\n",
    );
  }
  return itemsOf(lines)
    .flatMap(({ mark, text }) => {
      const indent = " ".repeat(mark.length);
      return wrap(plain(text), width - mark.length).map(
        (line, index) => (index === 0 ? mark : indent) + line,
      );
    })
    .join("\n");
}

/** Joins the lines of a paragraph, or of each item of a list. */
function itemsOf(lines: readonly string[]): { mark: string; text: string }[] {
  const items: { mark: string; text: string }[] = [];
  for (const line of lines) {
    const [, mark, text = ""] = /^(\s*(?:[-*]|\d+\.) )(.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (mark !== undefined) items.push({ mark, text });
    else if (last === undefined) items.push({ mark: "", text: line.trim() });
    else last.text += ` ${line.trim()}`;
  }
  return items;
}

/** Prints each row of a table as its first cell, and the others indented below it. */
function tableText(lines: readonly string[], width: number): string {
  const rows = lines
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => plain(cell.replaceAll("\\|", "|").trim())),
    );
  const [head = [], ...body] = rows;
  const named = head.some((cell) => cell !== "");
  return body
    .flatMap(([name = "", ...cells]) => [
      ...wrap(name, width - 2).map((line) => `  ${line}`),
      ...cells.flatMap((cell, index) => {
        const label = named && cells.length > 1 && head[index + 1] ? `${head[index + 1]}: ` : "";
        return wrap(label + cell, width - 6).map((line) => `      ${line}`);
      }),
    ])
    .join("\n");
}

/** Removes emphasis, and says which guide a link leads to. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\(([\w-]+)\.md(?:#[^)]*)?\)/g, "$1 (till help $2)")
    .replace(/\[([^\]]+)\]\((https?:[^)]+)\)/g, "$1 ($2)")
    .replace(/ ?\(\[why\]\([^)]*\)\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1");
}
