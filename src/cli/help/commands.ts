import { wrap } from "../../kernel/text.ts";
import type { LazyGroup } from "../command.ts";

/** The commands of root help, for people who do not know till yet. */
const first: Readonly<Record<string, readonly string[]>> = {
  Start: ["learn", "sandbox", "login", "doctor"],
  "Run your shop": [
    "products",
    "collections",
    "sale",
    "orders",
    "events",
    "tickets",
    "discounts",
    "settings",
  ],
  "Stay safe": ["jobs", "backup", "copy"],
  Test: ["cart", "checkout", "webhooks", "story"],
  Automate: ["apply", "each", "schedule", "worker"],
};

const examples = `  till products list                                         # needs no account
  till products update --filter "price > 50" --set price=-5% # preview, confirm
  till jobs undo last                                        # undo it`;

/** Returns what `till --help` prints: one screen, with the commands that people need first. */
export function rootHelp(groups: readonly LazyGroup[], columns: number): string {
  const sections = Object.entries(first).map(([title, names]) =>
    section(
      title,
      names.flatMap((name) => groups.find((group) => group.name === name) ?? []),
      columns,
    ),
  );
  return `Usage: till <command> [options]

Manage a Wix shop from the command line, and test against a local sandbox.

Examples:
${examples}

${sections.join("\n")}
All commands: till help commands    Flags:  till help flags
Guides: till help guides            Search: till help search refund
`;
}

/** Returns what `till help commands` prints: every command below its heading, and the programs on PATH that add commands. */
export function commandList(
  groups: readonly LazyGroup[],
  extensions: ReadonlyMap<string, string>,
  columns: number,
): string {
  const sections = Map.groupBy(groups, (group) => group.section ?? "Other");
  const added = [...extensions].map(([name, summary]) => ({ name, summary }));
  const all: [string, readonly Row[]][] = [
    ...sections,
    ...(added.length > 0 ? [["Extensions", added] as [string, Row[]]] : []),
  ];
  return all.map(([title, rows]) => section(title, rows, columns)).join("\n");
}

type Row = Pick<LazyGroup, "name" | "summary">;

const indent = " ".repeat(18);

/** Returns a heading, and a line for each command with its summary. */
function section(title: string, groups: readonly Row[], columns: number): string {
  const rows = groups.map(({ name, summary }) => {
    const lines = wrap(summary, columns - indent.length);
    return `  ${name.padEnd(indent.length - 2)}${lines.join(`\n${indent}`)}\n`;
  });
  return `${title}:\n${rows.join("")}`;
}
