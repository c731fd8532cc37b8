import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { walk } from "../src/api/endpoint.ts";
import { shelves } from "../src/api/endpoints/index.ts";
import type { Flag, Group, Verb } from "../src/commands/command.ts";
import { globalFlags } from "../src/commands/flags.ts";
import { groups } from "../src/commands/index.ts";

/** Writes docs/reference from the command tree and the endpoints; with --check fails where the pages are stale. */
const pages: Record<string, string> = {
  "docs/reference/commands.md": await commandsPage(),
  "docs/reference/api.md": apiPage(),
};
const stale = Object.entries(pages).filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text);
if (process.argv.includes("--check")) {
  if (stale.length > 0) {
    process.stderr.write(`stale: ${stale.map(([file]) => file).join(", ")}. Run: npm run docs\n`);
    process.exitCode = 1;
  }
} else {
  mkdirSync("docs/reference", { recursive: true });
  for (const [file, text] of stale) writeFileSync(file, text);
}

async function commandsPage(): Promise<string> {
  const parts = ["# Commands\n\nWritten by `npm run docs`; `till help COMMAND` says the same.\n"];
  parts.push(`## Flags of every command\n\n${flagTable(globalFlags)}`);
  for (const group of groups) parts.push(describe(await group.load(), "till"));
  return `${parts.join("\n")}`;
}

function describe(one: Group | Verb, path: string): string {
  const name = `${path} ${one.name}`;
  if ("verbs" in one) return [`## ${name}\n\n${one.summary}\n`, ...one.verbs.map((verb) => describe(verb, name))].join("\n");
  const usage = [name, ...(one.args ?? []).map((arg) => arg.name), one.flags?.length ? "[flags]" : ""].filter(Boolean).join(" ");
  const args = (one.args ?? []).map((arg) => `- \`${arg.name}\` ${arg.describe}`).join("\n");
  const examples = one.examples.map(({ run, does }) => `# ${does}\n${run}`).join("\n\n");
  return [
    `### ${name}\n`,
    `${one.summary}\n`,
    `\`\`\`\n${usage}\n\`\`\`\n`,
    args && `${args}\n`,
    one.flags?.length ? flagTable(one.flags) : "",
    `\`\`\`sh\n${examples}\n\`\`\`\n`,
    one.notes ? `${one.notes}\n` : "",
  ]
    .filter(Boolean)
    .join("\n");
}

function flagTable(flags: readonly Flag[]): string {
  const rows = flags.map(({ flags: name, describe, choices, fallback }) => {
    const values = choices ? ` (${choices.join(", ")})` : "";
    return `| \`${cell(name)}\` | ${cell(describe + values)}${fallback === undefined ? "" : ` Default: ${fallback}`} |`;
  });
  return `| flag | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

function apiPage(): string {
  const rows = [...walk(shelves)].map(
    ([name, { method, path, public: open, role, effect, summary }]) =>
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
