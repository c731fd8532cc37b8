import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Installs a Node of this version (`22.19.0`, `26`) below a folder and returns the folder of its program. */
export function installNode(folder: string, version: string): string {
  const home = join(folder, `node-${version}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), "{}");
  const os = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${os}-${process.arch}`;
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${version}`], {
    cwd: home,
    stdio: "ignore",
  });
  return join(home, "node_modules", name, "bin");
}

/** Packs the built program and returns the path of the tarball. */
export function packInto(folder: string): string {
  execFileSync(process.execPath, ["scripts/docs.ts"]);
  const report = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return join(folder, JSON.parse(report)[0].filename);
}

/** Returns the environment of a machine on which nothing is set up: a home, and the given programs. */
export function freshEnvironment(home: string, ...programs: string[]): Record<string, string> {
  mkdirSync(home, { recursive: true });
  return { HOME: home, PATH: [...programs, "/usr/bin", "/bin"].join(delimiter) };
}
