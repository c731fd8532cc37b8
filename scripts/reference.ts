import { type Endpoint, walk } from "../src/api/endpoint.ts";
import { operatorsIn } from "../src/api/query/filter.ts";
import { services } from "../src/api/services/all.ts";
import type { calls } from "../src/api/services/calls.ts";
import type { Group, LazyGroup, Verb } from "../src/cli/command.ts";
import type { CommandRecord, FlagRecord } from "../src/cli/help/records.ts";
import { completeFields } from "../src/commands/program/completion-values.ts";
import type { ResourceFields } from "../src/resources/resource.ts";

/** What the reference pages are made from. */
export interface Reference {
  flags: readonly FlagRecord[];
  commands: readonly CommandRecord[];
  /** The resources that commands list or show, by the command's path. */
  resources: ReadonlyMap<string, ResourceFields>;
  calls: typeof calls;
}

/** Returns the resources that commands list or show, by the command's path: `till products list`. */
export async function commandResources(groups: readonly LazyGroup[]): Promise<Map<string, ResourceFields>> {
  const found = new Map<string, ResourceFields>();
  async function visit(node: Group | Verb, before: string): Promise<void> {
    const path = `${before} ${node.name}`;
    if ("verbs" in node) for (const verb of node.verbs) await visit(verb, path);
    else if (node.resource) found.set(path, await node.resource());
  }
  for (const group of groups) await visit(await group.load(), "till");
  return found;
}

/** Returns the Markdown pages of the reference by file name: an index, a page for each command group, and the API calls. */
export function referencePages({ flags, commands, resources, calls }: Reference): Record<string, string> {
  const pages = commands.map((command) => [`${command.name}.md`, describe(command, resources, "#")]);
  return {
    "README.md": indexPage(flags, commands),
    ...Object.fromEntries(pages),
    "calls.md": callsPage(calls),
  };
}

function indexPage(flags: readonly FlagRecord[], commands: readonly CommandRecord[]): string {
  const rows = commands.map(({ path, name, summary }) => `| [\`${path}\`](${name}.md) | ${cell(summary)} |`);
  return `# Command reference

\`till help COMMAND\` prints the same text. See also the [fields of a product](product-fields.md) and their
[bounds](bounds.md), the [findings of till check](findings.md), the [tables of the local copy](sql-tables.md), the
[log of a worker](worker-log.md), the [API calls](calls.md) and
the [control calls of the sandbox](sandbox-control.md).

| command | |
|---|---|
${rows.join("\n")}

## Flags of every command

${flagTable(flags)}`;
}

function describe(command: CommandRecord, resources: Reference["resources"], heading: string): string {
  const { path, summary, arguments: args = [], flags = [], examples = [], notes } = command;
  const title = `${heading} ${path}\n`;
  if (command.commands)
    return [
      title,
      `${summary}\n`,
      ...command.commands.map((one) => describe(one, resources, `${heading}#`)),
    ].join("\n");
  const placeholders = args.map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? `<${word}>` : `[${word}]`;
  });
  const usage = [path, ...placeholders, ...(flags.length > 0 ? ["[flags]"] : [])].join(" ");
  const list = args
    .map(({ summary: about, choices }, index) => `- \`${placeholders[index]}\` ${about}${listed(choices)}`)
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
    fieldTable(command, resources.get(path)),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Returns the fields of a resource by the flag that takes them. */
function fieldTable({ flags = [] }: CommandRecord, resource: ResourceFields | undefined): string {
  if (resource === undefined) return "";
  const rows = ["--fields", ...flags.map(({ name }) => name)].flatMap((flag) => {
    const { names } = completeFields(resource, flag, "");
    return names.length === 0 ? [] : `| \`${flag}\` | ${names.map((name) => `\`${name}\``).join(", ")} |`;
  });
  return `| flag | fields |\n|---|---|\n${rows.join("\n")}\n`;
}

function flagTable(flags: readonly FlagRecord[]): string {
  const rows = flags.map(({ name, short, value, summary, choices, default: fallback }) => {
    const word = value && (value.many ? `${value.name}...` : value.name);
    const form = word && (value?.required ? `<${word}>` : `[${word}]`);
    const notation = [[short, name].filter(Boolean).join(", "), form].filter(Boolean).join(" ");
    return `| \`${notation.replaceAll("|", "\\|")}\` | ${cell(summary + listed(choices))}${fallback === undefined ? "" : ` Default: ${fallback}`} |`;
  });
  return `| flag | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

function listed(choices: readonly string[] = []): string {
  return choices.length > 0 ? ` (${choices.join(", ")})` : "";
}

function callsPage(all: Reference["calls"]): string {
  const lists = [...walk(services)].flatMap(([, endpoint]) => (endpoint.filter ? [filtersOf(endpoint)] : []));
  const rows = all.map(
    ({ name, method, path, public: open, role, effect, summary }) =>
      `| \`${name}\` | ${method} \`${path}\` | \`${open}\` | ${role} | ${effect} | ${summary} |`,
  );
  return `# API calls

Make any of these calls with \`till api NAME\`. The effect decides whether a request may be retried: \`read\`, \`set\` and \`delete\`
are retried, \`add\` and \`money\` only if the first attempt provably never arrived.

| call | service path | public path | role | effect | |
|---|---|---|---|---|---|
${rows.join("\n")}

## Filters and sorts of lists

The fields by which the platform filters and sorts a list, and their operators. It rejects other fields.

${lists.join("\n\n")}
`;
}

/** Returns the fields by which a list can be filtered and sorted. */
function filtersOf({ name, filter = {}, sort = [] }: Endpoint): string {
  const groups = Object.entries(filter).map(([key, fields]) => {
    return `- ${key === "any" ? "not documented" : `\`${operatorsIn(key).join(" ")}\``}: ${codes(fields)}`;
  });
  return [`### ${name}\n`, ...groups, ...(sort.length > 0 ? [`- sort: ${codes(sort)}`] : [])].join("\n");
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
