import { spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sidebarOf, sitePage } from "./site-pages.ts";

/**
 * Builds the documentation as a website into `site/dist`, from the README, the guides, the decisions and the reference. The
 * packages that it needs are those of `site/package.json`, installed on first use. REPOSITORY is the address for links to edit pages.
 */
const content = "site/src/content/docs";

run("node", ["scripts/docs.ts"], ".");
rmSync(content, { recursive: true, force: true });
const contents = readFileSync("docs/guides/README.md", "utf8");
const pages = ["README.md", "CHANGELOG.md", ...globSync("docs/**/*.md").sort()].map((file) =>
  sitePage(file, readFileSync(file, "utf8"), { contents, repository: process.env.REPOSITORY }),
);
const known = new Set(pages.map(({ source }) => source));
for (const { target, text } of pages) {
  mkdirSync(dirname(join(content, target)), { recursive: true });
  writeFileSync(join(content, target), text(known));
}
writeFileSync(
  "site/src/sidebar.json",
  `${JSON.stringify({ sidebar: sidebarOf(pages, contents) }, null, 2)}\n`,
);
for (const file of globSync("docs/{recording,recordings/*}.svg"))
  cpSync(file, join("site/public", basename(file)));
if (!existsSync("site/node_modules/astro")) run("npm", ["ci", "--ignore-scripts"], "site");
run("node", ["node_modules/astro/bin/astro.mjs", "build"], "site");
const changed = globSync("site/dist/**/*.html").filter((file) =>
  /[–—][a-z]|= “/.test(readFileSync(file, "utf8")),
);
if (changed.length > 0)
  throw new Error(`The hyphens of flags, or the quotes of filters, were replaced in: ${changed.join(", ")}`);

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, {
    cwd,
    stdio: "inherit",
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
