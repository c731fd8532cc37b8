import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { calls } from "../src/api/services/calls.ts";
import { globalFlags } from "../src/cli/flags.ts";
import { topics } from "../src/cli/help/topics.ts";
import { type CommandRecord, commandRecords, type FlagRecord, flagRecord } from "../src/cli/tree.ts";
import { groups } from "../src/commands/index.ts";
import { toolVersion } from "../src/kernel/version.ts";
import { manPages } from "./man.ts";

/** Writes docs/reference and man from the command tree and the endpoints; with --check fails where they are stale. */
const commands = await commandRecords(groups);
const manual = manPages({ version: toolVersion, flags: globalFlags.map(flagRecord), topics, commands });
const pages: Record<string, string> = {
  "docs/reference/commands.md": commandsPage(commands),
  "docs/reference/api.md": apiPage(),
  ...Object.fromEntries(Object.entries(manual).map(([name, text]) => [`man/${name}`, text])),
};
const written = globSync(["docs/reference/*.md", "man/*.1"]);
const left = written.filter((file) => !(file in pages));
const stale = Object.entries(pages).filter(
  ([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text,
);
if (process.argv.includes("--check")) {
  if (stale.length + left.length > 0) {
    const files = [...stale.map(([file]) => file), ...left];
    process.stderr.write(`stale: ${files.join(", ")}. Run: npm run docs\n`);
    process.exitCode = 1;
  }
} else {
  for (const folder of ["docs/reference", "man"]) mkdirSync(folder, { recursive: true });
  for (const file of left) rmSync(file);
  for (const [file, text] of stale) writeFileSync(file, text);
}

function commandsPage(commands: readonly CommandRecord[]): string {
  return [
    "# Commands\n\nWritten by `npm run docs`; `till help COMMAND` says the same, and `till help --json` to programs.\n",
    `## Flags of every command\n\n${flagTable(globalFlags.map(flagRecord))}`,
    ...commands.map((command) => describe(command, "##")),
  ].join("\n");
}

function describe(command: CommandRecord, heading: string): string {
  const { path, summary, arguments: places = [], flags = [], examples = [], notes } = command;
  const title = `${command.commands ? heading : "###"} ${path}\n`;
  if (command.commands)
    return [title, `${summary}\n`, ...command.commands.map((one) => describe(one, "###"))].join("\n");
  const words = places.map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? `<${word}>` : `[${word}]`;
  });
  const usage = [path, ...words, ...(flags.length > 0 ? ["[flags]"] : [])].join(" ");
  const list = places
    .map(({ summary: about, choices }, index) => `- \`${words[index]}\` ${about}${listed(choices)}`)
    .join("\n");
  const typed = examples.map(({ run, does }) => `# ${does}\n${run}`).join("\n\n");
  return [
    title,
    `${summary}\n`,
    `\`\`\`\n${usage}\n\`\`\`\n`,
    list && `${list}\n`,
    flags.length > 0 ? flagTable(flags) : "",
    `\`\`\`sh\n${typed}\n\`\`\`\n`,
    notes ? `${notes}\n` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

function flagTable(flags: readonly FlagRecord[]): string {
  const rows = flags.map(({ name, short, value, summary, choices, default: fallback }) => {
    const word = value && (value.many ? `${value.name}...` : value.name);
    const form = word && (value?.required ? `<${word}>` : `[${word}]`);
    const notation = [[short, name].filter(Boolean).join(", "), form].filter(Boolean).join(" ");
    return `| \`${cell(notation)}\` | ${cell(summary + listed(choices))}${fallback === undefined ? "" : ` Default: ${fallback}`} |`;
  });
  return `| flag | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

function listed(choices: readonly string[] = []): string {
  return choices.length > 0 ? ` (${choices.join(", ")})` : "";
}

function apiPage(): string {
  const rows = calls.map(
    ({ name, method, path, public: open, role, effect, summary }) =>
      `| \`${name}\` | ${method} \`${path}\` | \`${open}\` | ${role} | ${effect} | ${summary} |`,
  );
  return `# Calls

Written by \`npm run docs\` from \`src/api/endpoints\`. \`effect\` decides what a retry may do: reads, absolute writes and
deletes are sent again, \`add\` and \`money\` only where the first attempt provably never arrived.

| call | service path | public path | role | effect | |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
