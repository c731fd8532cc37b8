import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the licenses of the packages that these modules belong to, as one text. Throws if a package does not say which
 * license it has.
 */
export function licenseText(modules: Iterable<string>): string {
  const folders = new Set(
    [...modules].flatMap(
      (id) => /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(id)?.[1] ?? [],
    ),
  );
  const packages = [...folders].map(licenseOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = [...new Map(packages.map((one) => [one.name, one.text])).values()];
  return `till contains code of these packages, each under its own license.\n\n${parts.join("\n")}`;
}

function licenseOf(folder: string): { name: string; text: string } {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [file] = globSync("{licen[cs]e,LICEN[CS]E,Licen[cs]e}*", { cwd: folder }).sort();
  if (file === undefined && typeof license !== "string")
    throw new Error(`${name} has no license: leave it out of the bundle, or ask its authors`);
  const holder = typeof author === "string" ? author : author?.name;
  const text =
    file !== undefined && existsSync(join(folder, file))
      ? readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim()
      : `${license}${holder ? `, ${holder}` : ""} (the package contains no text of its license)`;
  const head = `${name} ${version} (${typeof license === "string" ? license : "see below"})`;
  return { name, text: `${head}\n${"-".repeat(head.length)}\n\n${text}\n` };
}
