import type { CommandRecord, FlagRecord } from "../src/cli/tree.ts";
import { variableTable } from "../src/config/environment.ts";
import { exitCodes, exitMeanings } from "../src/kernel/errors.ts";

/** What the man pages are made of. */
export interface Manual {
  version: string;
  flags: readonly FlagRecord[];
  topics: readonly { name: string; summary: string; text(): string }[];
  commands: readonly CommandRecord[];
}

/** A man page for till and one for each of its groups, by file name. */
export function manPages(manual: Manual): Record<string, string> {
  const pages = manual.commands.map((command) => [`till-${command.name}.1`, groupPage(command, manual)]);
  return { "till.1": rootPage(manual), ...Object.fromEntries(pages) };
}

function rootPage({ version, flags, topics, commands }: Manual): string {
  const texts = topics.filter(({ name }) => !["exit-codes", "environment"].includes(name));
  return page("till", version, [
    section("NAME", ["till \\- a terminal for a hosted shop"]),
    section("SYNOPSIS", ["\\fBtill\\fR \\fIcommand\\fR [\\fIoptions\\fR]"]),
    section("DESCRIPTION", [
      line(
        "Changes the catalog of a shop in bulk, safely: a preview first, a journal that survives a crash, and an undo. A local sandbox of the platform to test against is built in; without a profile every command works on it.",
      ),
    ]),
    section(
      "COMMANDS",
      commands.flatMap(({ name, summary }) => item(`${bold(`till-${name}`)}(1)`, summary)),
    ),
    section("OPTIONS", flags.flatMap(flagItem)),
    section(
      "EXIT STATUS",
      Object.entries(exitCodes).flatMap(([name, code]) =>
        item(bold(String(code)), exitMeanings[name as keyof typeof exitCodes]),
      ),
    ),
    section(
      "ENVIRONMENT",
      variableTable.flatMap(({ name, about }) => item(bold(name), about)),
    ),
    ...texts.map(({ name, text }) => section(name.toUpperCase(), literal(text()))),
    seeAlso(commands.map(({ name }) => `till-${name}`)),
  ]);
}

function groupPage(group: CommandRecord, { version }: Manual): string {
  const leaves = leavesOf(group);
  const name = `till-${group.name}`;
  return page(name, version, [
    section("NAME", [`${line(name)} \\- ${line(group.summary)}`]),
    section(
      "SYNOPSIS",
      leaves.flatMap((leaf, index) => [...(index > 0 ? [".br"] : []), synopsis(leaf)]),
    ),
    section("COMMANDS", leaves.flatMap(commandPart)),
    seeAlso(["till"]),
  ]);
}

function leavesOf(record: CommandRecord): CommandRecord[] {
  return record.commands?.flatMap(leavesOf) ?? [record];
}

function synopsis({ path, arguments: places = [], flags = [] }: CommandRecord): string {
  const rest = places.map(({ name, required, many }) => {
    const word = `\\fI${line(name)}\\fR${many ? " ..." : ""}`;
    return required ? word : `[${word}]`;
  });
  return [bold(path), ...rest, ...(flags.length > 0 ? ["[\\fIoptions\\fR]"] : [])].join(" ");
}

function commandPart(leaf: CommandRecord): string[] {
  const { path, summary, arguments: places = [], flags = [], examples = [], notes } = leaf;
  return [
    `.SS ${line(path)}`,
    synopsis(leaf),
    ".PP",
    line(`${summary.replace(/^./, (letter) => letter.toUpperCase())}.`),
    ...places.flatMap(({ name, summary: about, choices }) =>
      item(`\\fI${line(name)}\\fR`, withChoices(about, choices)),
    ),
    ...flags.flatMap(flagItem),
    ...(notes ? [".PP", line(notes)] : []),
    ".PP",
    "Examples:",
    ...examples.flatMap(({ run, does }) => [".PP", line(`${does}:`), ...literal(`    ${run}\n`)]),
  ];
}

function flagItem({ name, short, value, summary, choices, default: fallback }: FlagRecord): string[] {
  const takes = value && `\\fI${line(value.name)}\\fR${value.many ? " ..." : ""}`;
  const names = [short, name].flatMap((one) => (one ? [bold(one)] : [])).join(", ");
  const form = takes === undefined ? names : value?.required ? `${names} ${takes}` : `${names}[=${takes}]`;
  const about = withChoices(summary, choices);
  return item(form, fallback === undefined ? about : `${about} (default: ${fallback})`);
}

function withChoices(summary: string, choices: readonly string[] = []): string {
  return choices.length > 0 ? `${summary} (${choices.join(", ")})` : summary;
}

function page(name: string, version: string, sections: readonly string[]): string {
  return `.\\" Written by npm run docs from the declarations of the commands.\n.TH ${name.toUpperCase()} 1 "" "till ${version}" "till manual"\n${sections.join("")}`;
}

function section(name: string, lines: readonly string[]): string {
  return [`.SH ${name}`, ...lines, ""].join("\n");
}

function seeAlso(names: readonly string[]): string {
  return section("SEE ALSO", [names.map((name) => `${bold(name)}(1)`).join(",\n")]);
}

function item(head: string, text: string): string[] {
  return [".TP", head, line(text)];
}

function literal(text: string): string[] {
  return [".PP", ".nf", ...text.replace(/\n$/, "").split("\n").map(line), ".fi"];
}

function bold(text: string): string {
  return `\\fB${line(text)}\\fR`;
}

/** Plain text as a line of roff: nothing in it is a request, an escape or a hyphen that may be broken. */
function line(text: string): string {
  return text
    .replaceAll("\n", " ")
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/, "\\&")
    .replace(
      /[^\x20-\x7e]/gu,
      (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
