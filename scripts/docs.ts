import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { calls } from "../src/api/services/calls.ts";
import { globalFlags } from "../src/cli/flags.ts";
import { commandRecords, flagRecord } from "../src/cli/help/records.ts";
import { topics } from "../src/cli/help/topics.ts";
import { groups } from "../src/commands/index.ts";
import { toolVersion } from "../src/kernel/version.ts";
import { controlPages } from "./control-reference.ts";
import { fieldPages } from "./field-reference.ts";
import { libraryPage } from "./library-reference.ts";
import { manPages } from "./man.ts";
import { commandResources, referencePages } from "./reference.ts";
import { snapshotSchema } from "./snapshot-schema.ts";

/** Writes the generated pages of a release, `docs/reference` (Markdown) and `man`. */
const commands = await commandRecords(groups);
const flags = globalFlags.map(flagRecord);
const folders = {
  "docs/reference": {
    ...referencePages({ flags, commands, resources: await commandResources(groups), calls }),
    ...controlPages(toolVersion),
    "library.md": await libraryPage(),
    ...fieldPages(),
    ...topicPages(),
    ...(await snapshotSchema()),
  },
  man: Object.fromEntries(
    Object.entries(manPages({ version: toolVersion, flags, topics, commands })).map(([name, text]) => [
      `${name}.gz`,
      gzipSync(text),
    ]),
  ),
} satisfies Record<string, Record<string, string | Buffer>>;
for (const [folder, pages] of Object.entries(folders)) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!(name in pages)) rmSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(pages)) writeChanged(join(folder, name), text);
}
// npm links only the man pages that the manifest lists.
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const man = Object.keys(folders.man)
  .sort()
  .map((page) => `man/${page}`);
if (JSON.stringify(manifest.man) !== JSON.stringify(man))
  writeFileSync("package.json", `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);

/** Returns pages of the topics of `till help`, except those that a guide is about. */
function topicPages(): Record<string, string> {
  const own = topics.filter(({ name }) => ["exit-codes", "environment", "formats"].includes(name));
  return Object.fromEntries(
    own.map(({ name, summary, text }) => [`${name}.md`, `# ${summary}\n\n\`\`\`text\n${text()}\`\`\`\n`]),
  );
}

/** Leaves a file alone that has this text: others may be packing it. */
function writeChanged(file: string, text: string | Buffer): void {
  if (!existsSync(file) || !readFileSync(file).equals(Buffer.from(text))) writeFileSync(file, text);
}
