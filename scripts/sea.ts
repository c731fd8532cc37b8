import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { withoutSignature } from "./pe-signature.ts";

/**
 * Builds the single executable of this system: `dist-sea/till`, and an archive of it with licenses and man pages. The Node
 * in it is the one that builds: Node 26, because older ones cannot build it in one step.
 */
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const os = process.platform === "win32" ? "win" : process.platform;
const out = resolve("dist-sea");
const work = mkdtempSync(join(tmpdir(), "till-sea-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(out, { recursive: true });

execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
execFileSync(process.execPath, ["scripts/docs.ts"], { stdio: "inherit" });

const node = builder();
const base = join(work, "node");
// The signature of Node itself would be wrong.
writeFileSync(base, withoutSignature(readFileSync(node)), { mode: 0o755 });
// Symbols are a fifth of the file. Without the program `strip` the executable is larger.
if (os !== "win") spawnSync("strip", process.platform === "darwin" ? ["-x", base] : [base]);

const stale = new Set(readFileSync("dist/.npmignore", "utf8").split("\n"));
const chunks = globSync("*.js", { cwd: "dist" }).filter((file) => !stale.has(`/${file}`));
writeFileSync(join(work, "version"), version);
const program = join(out, os === "win" ? "till.exe" : "till");
const config = {
  main: resolve("scripts/sea-main.cjs"),
  executable: base,
  output: program,
  disableExperimentalSEAWarning: true,
  useCodeCache: false,
  assets: {
    version: join(work, "version"),
    ...Object.fromEntries(chunks.map((file) => [file, resolve("dist", file)])),
  },
};
writeFileSync(join(work, "config.json"), JSON.stringify(config));
execFileSync(node, ["--build-sea", join(work, "config.json")], { stdio: "inherit" });
// macOS starts signed programs only.
if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", "--force", program]);

const name = `till-${version}-${os}-${process.arch}`;
const folder = join(work, name);
mkdirSync(folder);
for (const file of ["LICENSE", "README.md", "dist/THIRD-PARTY-LICENSES.txt"])
  cpSync(file, join(folder, file.replace("dist/", "")));
cpSync("man", join(folder, "man"), { recursive: true });
cpSync(program, join(folder, os === "win" ? "till.exe" : "till"));
const archive = join(out, `${name}.tar.gz`);
// Names only: GNU tar takes the drive letter of a path for a computer.
execFileSync("tar", ["-cf", "archive.tar", name], { cwd: work });
writeFileSync(archive, gzipSync(readFileSync(join(work, "archive.tar")), { level: 9 }));
process.stdout.write(`${program}\n${archive}\n`);

/** Returns a Node that can build executables: this one, or one that npm installs beside the packages. */
function builder(): string {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 25 || (major === 25 && minor >= 5)) return process.execPath;
  const home = resolve("node_modules/.cache/sea");
  const name = `node-${os}-${process.arch}`;
  const file = join(home, "node_modules", name, "bin", os === "win" ? "node.exe" : "node");
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), "{}");
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@26`], {
      cwd: home,
      stdio: "inherit",
      shell: os === "win",
    });
  }
  return file;
}
