import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withShared } from "../../cli/jobs/shared-journal.ts";
import { damagedCredentials } from "../../config/credentials.ts";
import { type Paths, sandboxFileOf } from "../../config/paths.ts";
import { isShared, parseSetting, type SettingName, settings } from "../../config/settings.ts";
import { settingsFile } from "../../config/settings-file.ts";
import { secretsPlace } from "../../config/vault.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, reportError, TillError } from "../../kernel/errors.ts";
import { checkDatabase } from "../../kernel/sqlite.ts";
import { formatCount, redact } from "../../kernel/text.ts";
import { broken, errorFinding, type Finding, ok, warning } from "./doctor-finding.ts";

/** Returns findings on the files and folders that till uses. `fix` restricts permissions that are too open, and deletes damaged credentials. */
export async function fileFindings(context: Context, fix: boolean, sandboxKey: string): Promise<Finding[]> {
  const { paths } = context;
  const checks: [check: string, run: () => Finding[] | Promise<Finding[]>][] = [
    ["config folder", () => [folderFinding(paths.config, fix)]],
    ["settings file", () => settingsFindings(paths.settingsFile, fix)],
    ["settings", () => settingValueFindings(context)],
    ["credentials", () => credentialFindings(paths, fix)],
    ["sandbox", () => sandboxFindings(sandboxFileOf(paths, sandboxKey))],
    ["jobs", () => jobFindings(context)],
  ];
  const findings: Finding[] = [];
  for (const [check, run] of checks) {
    try {
      findings.push(...(await run()));
    } catch (error) {
      findings.push(errorFinding(check, error));
    }
  }
  return findings;
}

/** Returns the stats of a path, or undefined if it does not exist. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Cannot check ${path}: ${reason}`, {
      hint: folderHint,
      cause,
    });
  }
}

const folderHint = "Make it writable for your user, or use another folder with TILL_HOME.";

function folderFinding(path: string, fix: boolean): Finding {
  const check = "config folder";
  const stats = statsOf(path);
  if (stats === undefined) {
    const above = existingAbove(path);
    const unusable = accessError(above);
    return unusable === undefined
      ? ok(check, `${path} (does not exist yet)`)
      : broken(check, `${path} cannot be created in ${above}: ${unusable}`, folderHint);
  }
  const unusable = accessError(path) ?? (statSync(path).isDirectory() ? undefined : "not a folder");
  if (unusable !== undefined) return broken(check, `${path} is not usable: ${unusable}`, folderHint);
  return permissionFinding(check, path, stats, 0o700, fix) ?? accessFinding(check, path);
}

/** Returns the nearest folder above a path that exists. */
function existingAbove(path: string): string {
  const above = dirname(path);
  return above === path || existsSync(above) ? above : existingAbove(above);
}

/** Checks on Windows who can read a folder; files in it inherit that. */
function accessFinding(check: string, path: string): Finding {
  if (process.platform !== "win32") return ok(check, path);
  const sddl = accessListOf(path);
  if (sddl === undefined) return ok(check, `${path} (icacls does not tell who else can read it)`);
  const groups = otherReaders(sddl);
  if (groups.length === 0) return ok(check, `${path}, which only you and administrators can read`);
  const remedy = `icacls "${path}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F"`;
  return broken(check, `${path} can be read by: ${groups.join(", ")}`, remedy);
}

/** Returns the access list of a path as SDDL, which does not depend on the language of Windows; undefined if icacls fails. */
function accessListOf(path: string): string | undefined {
  const file = join(tmpdir(), `till-acl-${process.pid}`);
  try {
    const { status } = spawnSync("icacls", [path, "/save", file], { encoding: "utf8" });
    if (status !== 0) return undefined;
    return /D:\S+/.exec(readFileSync(file, "utf16le"))?.[0];
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Groups of SDDL that contain other users than the owner. */
const openGroups: Readonly<Record<string, string>> = {
  WD: "Everyone",
  AU: "Authenticated Users",
  BU: "Users",
  IU: "INTERACTIVE",
  BG: "Guests",
  AN: "ANONYMOUS LOGON",
  DU: "Domain Users",
};

/** Returns the groups of other users that an access list (`D:AI(A;OICI;FA;;;SY)…`) lets read. */
export function otherReaders(sddl: string): string[] {
  const allowed = [...sddl.matchAll(/\(A;[^;]*;([^;]*);[^;]*;[^;]*;([^)]*)\)/g)];
  return allowed.flatMap(([, rights = "", group = ""]) => {
    const name = openGroups[group];
    return name !== undefined && canRead(rights) ? [name] : [];
  });
}

/** Whether rights of SDDL (`FA`, `0x1200a9`, `GRGX`) include reading. */
function canRead(rights: string): boolean {
  const readData = 1;
  if (/^0x/i.test(rights)) return (Number(rights) & readData) !== 0;
  return /FA|FR|GA|GR|CC/.test(rights);
}

function settingsFindings(file: string, fix: boolean): Finding[] {
  const check = "settings file";
  if (!statsOf(file)?.isSymbolicLink()) return privateFileFindings(check, file, fix, "using defaults");
  return [warning(check, `${file} is a symbolic link`, "The next change replaces it with a file.")];
}

/** Checks a file that only its owner may read. */
function privateFileFindings(check: string, file: string, fix: boolean, missing: string): Finding[] {
  const stats = statsOf(file);
  if (stats === undefined) return [ok(check, `${file} does not exist yet: ${missing}`)];
  if (stats.isSymbolicLink())
    return [broken(check, `${file} is a symbolic link`, "Replace it with the file itself.")];
  if (!stats.isFile()) return [broken(check, `${file} is not a file`, "Move it to another place.")];
  if (!isOwned(stats))
    return [
      broken(check, `${file} belongs to another user (uid ${stats.uid})`, "Change its owner with chown."),
    ];
  const unusable = accessError(file);
  if (unusable !== undefined)
    return [broken(check, `${file} is not usable: ${unusable}`, "Check its permissions.")];
  const mode = hasModes ? `, mode ${modeOf(stats)}` : "";
  return [permissionFinding(check, file, stats, 0o600, fix) ?? ok(check, `${file}${mode}`)];
}

/** Whether files have permission bits: those that Windows shows mean nothing. */
const hasModes = process.getuid !== undefined;

/** Checks permission bits, if there are any. */
function permissionFinding(
  check: string,
  path: string,
  stats: Stats,
  mode: number,
  fix: boolean,
): Finding | undefined {
  if (!hasModes || (stats.mode & 0o777 & ~mode) === 0) return undefined;
  if (!fix)
    return broken(check, `${path} is readable by other users (mode ${modeOf(stats)})`, "till doctor --fix");
  chmodSync(path, mode);
  return ok(check, `${path}, mode changed from ${modeOf(stats)} to ${mode.toString(8)}`);
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8);

function isOwned({ uid }: Stats): boolean {
  const me = process.getuid?.();
  return me === undefined || uid === me || me === 0;
}

/** Returns why a path is not readable and writable, or undefined. */
function accessError(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/, access .*/, "") : String(error);
  }
}

/** Checks all stored settings, including those of profiles. */
function settingValueFindings({ paths }: Context): Finding[] {
  const check = "settings";
  const contents = settingsFile(paths.settingsFile).read();
  const scopes: [string, string, Readonly<Record<string, unknown>>][] = [
    ["setting", "", contents.settings ?? {}],
    ...(contents.profiles ?? []).map((profile): [string, string, Readonly<Record<string, unknown>>] => {
      return [`profile ${profile.name}:`, ` --profile ${profile.name}`, profile.settings ?? {}];
    }),
  ];
  const entries = scopes.flatMap(([where, flag, values]) =>
    Object.entries(values).map(([name, value]) => ({ where, flag, name, value })),
  );
  const bad = entries.flatMap(({ where, flag, name, value }) => {
    const problem = problemOf(name, value, `${where} ${name}`);
    return problem === undefined ? [] : [broken(check, problem, `till config delete ${name}${flag}`)];
  });
  if (bad.length > 0) return bad;
  return [ok(check, entries.length === 1 ? "1 stored value" : `${entries.length} stored values`)];
}

function problemOf(name: string, value: unknown, source: string): string | undefined {
  if (!Object.hasOwn(settings, name)) return `${source} is not a setting of this version of till`;
  try {
    parseSetting(name as SettingName, value, source);
    return undefined;
  } catch (error) {
    return reportError(error).message;
  }
}

function credentialFindings({ credentialsFile: file, keychain }: Paths, fix: boolean): Finding[] {
  const check = "credentials";
  return [
    ...credentialFileFindings(check, file, fix),
    ...damagedCredentials(file).map((damaged) => damagedFinding(check, damaged, fix)),
    secretsFinding(secretsPlace(file, keychain)),
  ];
}

/** Warns about a damaged credentials file that was set aside, or deletes it. */
function damagedFinding(check: string, file: string, fix: boolean): Finding {
  if (!fix) return warning(check, `${file} is damaged and may still hold secrets`, "till doctor --fix");
  rmSync(file, { force: true });
  return ok(check, `${file}, which was damaged and may have held secrets, was deleted`);
}

/** Says where the secrets of new sign-ins are kept. */
function secretsFinding(place: ReturnType<typeof secretsPlace>): Finding {
  if ("keychain" in place)
    return ok("secrets", `encrypted with a key in the system keychain (${place.keychain})`);
  const who =
    process.platform === "win32"
      ? "in the credentials file, in your user folder"
      : "in the credentials file, mode 600";
  return ok("secrets", `${who}; system keychain: ${place.file}`);
}

function credentialFileFindings(check: string, file: string, fix: boolean): Finding[] {
  const found = privateFileFindings(check, file, fix, "not signed in");
  const exists = statsOf(file) !== undefined;
  if (!exists || found.some(({ state }) => state === "broken")) return found;
  return [...found, ...databaseFindings(check, file, "Sign in again: till login", false)];
}

function sandboxFindings(file: string): Finding[] {
  const stats = statsOf(file);
  if (stats === undefined) return [ok("sandbox", `${file} does not exist yet; it is created when needed`)];
  return databaseFindings(
    "sandbox",
    file,
    `Move it; a new one is created when needed: mv ${file} ${file}.old`,
    true,
  );
}

function databaseFindings(check: string, file: string, todo: string, showSize: boolean): Finding[] {
  try {
    const result = checkDatabase(file);
    if (result !== "ok") return [broken(check, `${file} is damaged: ${result}`, todo)];
    const size = `${formatCount(Math.ceil(lstatSync(file).size / 1024))} kB`;
    return showSize ? [ok(check, `${file} is intact, ${size}`)] : [];
  } catch (error) {
    // A file that cannot be opened may still be intact.
    const isDamaged = error instanceof TillError && error.code === "DATABASE_DAMAGED";
    return [{ ...errorFinding(check, error), ...(isDamaged && { todo }) }];
  }
}

/** Only the newest jobs are checked. */
const maxJobs = 100;

async function jobFindings(context: Context): Promise<Finding[]> {
  const { paths, choices, jobs: store } = context;
  const journal = choices.setting("journal").value;
  const shared = isShared(journal);
  const dir = shared ? redact(journal) : paths.jobs;
  const check = "jobs";
  const hasChanges = statsOf(paths.changes) !== undefined;
  const todoChanges = `Move it away: mv ${paths.changes} ${paths.changes}.damaged`;
  const damage = hasChanges ? databaseFindings(check, paths.changes, todoChanges, false) : [];
  if (damage.length > 0) return damage;
  const exists = shared || statsOf(dir) !== undefined;
  if (!exists && !hasChanges) return [ok(check, `${dir} does not exist yet: no jobs`)];
  const unusable = shared || !exists ? undefined : accessError(dir);
  if (unusable !== undefined) return [broken(check, `${dir} is not usable: ${unusable}`, folderHint)];
  const jobs = await (await store()).list(maxJobs);
  const open = jobs.flatMap((entry): Finding[] => {
    if ("damaged" in entry)
      return [warning(check, `the record of job ${entry.id} is damaged`, entry.damaged.hint ?? "")];
    if (entry.state === "unknown")
      return [warning(check, `job ${entry.id} has unknown outcomes`, `till jobs resume ${entry.id}`)];
    if (entry.state === "stopped")
      return [warning(check, `job ${entry.id} stopped early`, `till jobs resume ${entry.id}`)];
    return [];
  });
  const count = `${jobs.length}${jobs.length === maxJobs ? " or more" : ""} job${jobs.length === 1 ? "" : "s"}`;
  if (!shared) return [ok(check, `${dir}, ${count}`), ...open];
  const { text, safe } = await withShared(context, "till doctor", async ({ security }) => security);
  const what = `${dir}, ${count}, ${text}`;
  const todo =
    "Add ?sslmode=verify-full to the address of the journal, and &sslrootcert=FILE for an authority of your own";
  return [safe ? ok(check, what) : warning(check, what, todo), ...open];
}
