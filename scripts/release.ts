import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { releaseFiles } from "./release-files.ts";

/**
 * Writes the files of a release beside its archives: `node scripts/release.ts FOLDER --page ADDRESS`, where ADDRESS is the
 * place from which the archives can be downloaded. The project has no such place yet.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { page: { type: "string" } } });
const [folder = "dist-sea"] = positionals;
if (values.page === undefined) throw new Error("Say where the archives will be: --page ADDRESS");

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const sums = Object.fromEntries(
  globSync(`till-${version}-*.{tar.gz,zip}`, { cwd: folder }).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex"),
  ]),
);
const files = releaseFiles({ version, page: values.page.replace(/\/$/, ""), sums });
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(folder, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
}
process.stdout.write(`${Object.keys(files).join("\n")}\n`);
