import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { releaseFiles } from "./release-files.ts";

/**
 * Writes the files of a release beside its archives: `node scripts/release.ts FOLDER --page ADDRESS`, where ADDRESS is the
 * place from which the archives can be downloaded. The project has no such place yet. With `--sbom`, lists the packages of the
 * lock file in the format of CycloneDX, too; the program for that is fetched from the registry.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: "string" }, sbom: { type: "boolean" } },
});
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

if (values.sbom) {
  // All packages of the bundle are development dependencies: what is installed beside it is nothing.
  const file = join(folder, "till.cdx.json");
  const flags = [
    "--package-lock-only",
    "--output-reproducible",
    "--spec-version",
    "1.6",
    "--output-file",
    file,
  ];
  execFileSync("npx", ["--yes", "@cyclonedx/cyclonedx-npm@6.0.1", ...flags], { stdio: "inherit" });
}
