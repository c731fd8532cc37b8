import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import yazl from "yazl";
import { programFacts, withoutSignature } from "./executable-format.ts";

/**
 * Builds the single executable of this system: `dist-sea/till`, and an archive of it with licenses and man pages. The Node
 * in it is the one that builds: Node 26, because older ones cannot build it in one step. With `--target win-x64` (win-arm64,
 * darwin-arm64, linux-arm64 …) it is that of another system, `dist-sea/till-win-x64.exe`, with the Node of its registry package;
 * nothing is downloaded for it without `--download`.
 */
const { values } = parseArgs({ options: { target: { type: "string" }, download: { type: "boolean" } } });
const host = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const { target = host } = values;
const [os = ""] = target.split("-");
if (!/^(win|darwin|linux)-(x64|arm64)$/.test(target)) throw new Error(`There is no system ${target}`);
/** The major version of the Node in the executable. */
const nodeMajor = 26;
/** What Node looks for to know whether a program is in it: 1 behind the colon. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const cache = resolve("node_modules/.cache/sea");
/** npm is a script there. */
const ofWindows = process.platform === "win32";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const out = resolve("dist-sea");
const work = mkdtempSync(join(tmpdir(), "till-sea-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
mkdirSync(out, { recursive: true });

execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
execFileSync(process.execPath, ["scripts/docs.ts"], { stdio: "inherit" });

const { node, builder } = target === host ? ownNode() : otherNode();
const base = join(work, "node");
// The signature of Node itself would be wrong.
writeFileSync(base, withoutSignature(readFileSync(node)), { mode: 0o755 });
// Symbols are a fifth of the file. Without the program `strip`, which knows one system, the executable is larger.
if (os !== "win" && target === host)
  spawnSync("strip", process.platform === "darwin" ? ["-x", base] : [base]);

const stale = new Set(readFileSync("dist/.npmignore", "utf8").split("\n"));
const chunks = globSync("*.js", { cwd: "dist" }).filter((file) => !stale.has(`/${file}`));
writeFileSync(join(work, "version"), version);
const suffix = os === "win" ? ".exe" : "";
const program = join(out, `${target === host ? "till" : `till-${target}`}${suffix}`);
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
execFileSync(builder, ["--build-sea", join(work, "config.json")], { stdio: "inherit" });
check(readFileSync(program));
// macOS starts signed programs only.
if (os === "darwin") {
  if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", "--force", program]);
  else process.stderr.write("Not signed: on a Mac, run codesign --sign - --force before you start it.\n");
}

const name = `till-${version}-${target}`;
const folder = join(work, name);
mkdirSync(folder);
for (const file of ["LICENSE", "README.md", "dist/THIRD-PARTY-LICENSES.txt"])
  cpSync(file, join(folder, file.replace("dist/", "")));
cpSync("man", join(folder, "man"), { recursive: true });
cpSync(program, join(folder, `till${suffix}`));
const archive = join(out, `${name}${os === "win" ? ".zip" : ".tar.gz"}`);
if (os === "win") await writeZip(archive);
else {
  // Names only: GNU tar takes the drive letter of a path for a computer.
  execFileSync("tar", ["-cf", "archive.tar", name], { cwd: work });
  writeFileSync(archive, gzipSync(readFileSync(join(work, "archive.tar")), { level: 9 }));
}
process.stdout.write(`${program}\n${archive}\n`);

/** Writes the folder of the archive as a ZIP file, which Windows opens without another program. */
async function writeZip(file: string): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const path of globSync("**/*", { cwd: folder }).sort()) {
    if (statSync(join(folder, path)).isFile())
      zip.addFile(join(folder, path), `${name}/${path.replaceAll("\\", "/")}`);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

/** Throws if the executable is for another system, has no program in it, or has a signature that no longer fits. */
function check(bytes: Buffer): void {
  const { system, isSigned } = programFacts(bytes);
  if (system !== target) throw new Error(`The executable is for ${system}, not for ${target}`);
  if (isSigned) throw new Error("The executable still has the signature of Node");
  if (!bytes.includes(`${fuse}:1`)) throw new Error("The executable has no program in it");
}

/** Returns a Node of this system that can build executables: this one, or one that npm installs beside the packages. */
function ownNode(): { node: string; builder: string } {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const canBuild = major > 25 || (major === 25 && minor >= 5);
  if (canBuild) return { node: process.execPath, builder: process.execPath };
  const version = cachedVersions(host).at(-1) ?? publishedVersions(host).at(-1);
  if (version === undefined) throw new Error(`The registry has no Node ${nodeMajor} of ${host}.`);
  const node = nodeOf(host, version);
  return { node, builder: node };
}

/**
 * Returns the Node of another system, and one of this system with the same version, which knows the format of its executables:
 * the newest version that the registry has of both, as it has not every version of every system.
 */
function otherNode(): { node: string; builder: string } {
  const versions = values.download ? publishedVersions : cachedVersions;
  const own = new Set(versions(host));
  const version = versions(target).findLast((each) => own.has(each));
  if (version === undefined) {
    throw new Error(
      values.download
        ? `The registry has no Node ${nodeMajor} of both ${host} and ${target}.`
        : `The Node of ${target} is not in ${cache}. Add --download.`,
    );
  }
  return { node: nodeOf(target, version), builder: nodeOf(host, version) };
}

/** Returns the package with the Node of a system. The registry has that of new Macs under another name. */
function packageOf(system: string): string {
  return `${system === "darwin-arm64" ? "node-bin" : "node"}-${system}`;
}

/** Returns the versions of a system's Node in the cache, which has a folder for each, the newest last. */
function cachedVersions(system: string): string[] {
  const folders = globSync(`${system}@${nodeMajor}.*`, { cwd: cache });
  return ascending(folders.map((folder) => folder.slice(system.length + 1))).filter((version) =>
    existsSync(nodePath(system, version)),
  );
}

/** Returns the versions of a system's Node that npm can install, the newest last. */
function publishedVersions(system: string): string[] {
  const view = ["view", packageOf(system), "versions", "--json"];
  const versions = JSON.parse(execFileSync("npm", view, { encoding: "utf8", shell: ofWindows })) as string[];
  return ascending(versions.filter((version) => version.startsWith(`${nodeMajor}.`)));
}

function ascending(versions: string[]): string[] {
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

function nodePath(system: string, version: string): string {
  const home = join(cache, `${system}@${version}`, "node_modules");
  return join(home, packageOf(system), "bin", system.startsWith("win") ? "node.exe" : "node");
}

/** Returns the path of a Node in the cache. npm installs it there if it is missing, also one of another system. */
function nodeOf(system: string, version: string): string {
  const file = nodePath(system, version);
  if (existsSync(file)) return file;
  const home = join(cache, `${system}@${version}`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), "{}");
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--force"];
  const install = ["install", ...flags, `${packageOf(system)}@${version}`];
  execFileSync("npm", install, { cwd: home, stdio: "inherit", shell: ofWindows });
  return file;
}
