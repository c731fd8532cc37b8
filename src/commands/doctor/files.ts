import { accessSync, chmodSync, constants, lstatSync, type Stats, statSync } from "node:fs";
import { listJournals } from "../../bulk/journal/journals.ts";
import { sandboxFileOf } from "../../config/paths.ts";
import { parseSetting, type SettingName, settings } from "../../config/settings.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, reportError, TillError } from "../../kernel/errors.ts";
import { checkDatabase } from "../../kernel/sqlite.ts";
import { formatCount } from "../../kernel/text.ts";
import { broken, type Finding, failure, fine, warning } from "./finding.ts";

/** The files and folders that till keeps, the sandbox of this key among them. With `fix`, permissions that are too wide are narrowed. */
export function fileFindings(context: Context, fix: boolean, sandboxKey: string): Finding[] {
  const { paths } = context;
  const looks: [check: string, look: () => Finding[]][] = [
    ["config folder", () => [folder(paths.config, fix)]],
    ["settings file", () => settingsFindings(paths.settingsFile, fix)],
    ["settings", () => storedSettings(context)],
    ["credentials", () => credentials(paths.credentialsFile, fix)],
    ["sandbox", () => sandbox(sandboxFileOf(paths, sandboxKey))],
    ["jobs", () => journals(paths.jobs)],
  ];
  return looks.flatMap(([check, look]) => {
    try {
      return look();
    } catch (error) {
      return [failure(check, error)];
    }
  });
}

/** What is known of a path; undefined where nothing is there. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Nothing can be said of ${path}: ${why}`, {
      hint: ownFolder,
      cause,
    });
  }
}

const ownFolder = "Make it yours and writable, or choose another place with TILL_HOME.";

function folder(path: string, fix: boolean): Finding {
  const check = "config folder";
  const stats = statsOf(path);
  if (stats === undefined) return fine(check, `${path} (made when something is kept)`);
  const unusable = unwritable(path) ?? (statSync(path).isDirectory() ? undefined : "it is no folder");
  if (unusable !== undefined) return broken(check, `${path} cannot be used: ${unusable}`, ownFolder);
  return tooWide(check, path, stats, 0o700, fix) ?? fine(check, path);
}

function settingsFindings(file: string, fix: boolean): Finding[] {
  const check = "settings file";
  if (!statsOf(file)?.isSymbolicLink()) return privateFile(check, file, fix, "the defaults are used");
  return [warning(check, `${file} is a symbolic link`, "The next change puts a file in its place.")];
}

/** A file that only its owner may read. */
function privateFile(check: string, file: string, fix: boolean, without: string): Finding[] {
  const stats = statsOf(file);
  if (stats === undefined) return [fine(check, `${file} is not there yet: ${without}`)];
  if (stats.isSymbolicLink())
    return [broken(check, `${file} is a symbolic link`, "Put the file itself in its place.")];
  if (!stats.isFile()) return [broken(check, `${file} is not a file`, "Move it away.")];
  if (!isOurs(stats))
    return [broken(check, `${file} belongs to another user (uid ${stats.uid})`, "Make it yours: chown.")];
  const unusable = unwritable(file);
  if (unusable !== undefined)
    return [broken(check, `${file} cannot be used: ${unusable}`, "Check its mode.")];
  return [tooWide(check, file, stats, 0o600, fix) ?? fine(check, `${file}, mode ${modeOf(stats)}`)];
}

/** Windows has no such modes. */
function tooWide(check: string, path: string, stats: Stats, mode: number, fix: boolean): Finding | undefined {
  if (process.getuid === undefined || (stats.mode & 0o777 & ~mode) === 0) return undefined;
  if (!fix)
    return broken(check, `${path} can be read by others (mode ${modeOf(stats)})`, "till doctor --fix");
  chmodSync(path, mode);
  return fine(check, `${path}, mode ${mode.toString(8)} now (was ${modeOf(stats)})`);
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8);

function isOurs({ uid }: Stats): boolean {
  const me = process.getuid?.();
  return me === undefined || uid === me || me === 0;
}

/** Why a place cannot be read and written; undefined where it can. */
function unwritable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/, access .*/, "") : String(error);
  }
}

/** Every stored setting is tried, that of each profile too. */
function storedSettings({ paths, notice }: Context): Finding[] {
  const check = "settings";
  const contents = settingsFile(paths.settingsFile, (text) => void notice(text)).read();
  const places: [string, string, Readonly<Record<string, unknown>>][] = [
    ["setting", "", contents.settings ?? {}],
    ...(contents.profiles ?? []).map((one): [string, string, Readonly<Record<string, unknown>>] => {
      return [`profile ${one.name}:`, ` --profile ${one.name}`, one.settings ?? {}];
    }),
  ];
  const entries = places.flatMap(([where, flag, values]) =>
    Object.entries(values).map(([name, value]) => ({ where, flag, name, value })),
  );
  const bad = entries.flatMap(({ where, flag, name, value }) => {
    const why = problemOf(name, value, `${where} ${name}`);
    return why === undefined ? [] : [broken(check, why, `till config unset ${name}${flag}`)];
  });
  if (bad.length > 0) return bad;
  return [fine(check, entries.length === 1 ? "1 value is stored" : `${entries.length} values are stored`)];
}

function problemOf(name: string, value: unknown, source: string): string | undefined {
  if (!Object.hasOwn(settings, name)) return `${source} is none that this version of till knows`;
  try {
    parseSetting(name as SettingName, value, source);
    return undefined;
  } catch (error) {
    return reportError(error).message;
  }
}

function credentials(file: string, fix: boolean): Finding[] {
  const check = "credentials";
  const found = privateFile(check, file, fix, "nobody has signed in");
  const isThere = statsOf(file) !== undefined;
  if (!isThere || found.some(({ state }) => state === "broken")) return found;
  return [...found, ...database(check, file, "Sign in again: till login", false)];
}

function sandbox(file: string): Finding[] {
  const stats = statsOf(file);
  if (stats === undefined)
    return [fine("sandbox", `${file} is not there yet: the first command that needs it makes it`)];
  return database("sandbox", file, `Move it away; a new one is made: mv ${file} ${file}.old`, true);
}

function database(check: string, file: string, todo: string, tellSize: boolean): Finding[] {
  try {
    const verdict = checkDatabase(file);
    if (verdict !== "ok") return [broken(check, `${file} is damaged: ${verdict}`, todo)];
    const size = `${formatCount(Math.ceil(lstatSync(file).size / 1024))} kB`;
    return tellSize ? [fine(check, `${file} is sound, ${size}`)] : [];
  } catch (error) {
    // A file that cannot be opened may hold everything still.
    const isDamaged = error instanceof TillError && error.code === "DATABASE_DAMAGED";
    return [{ ...failure(check, error), ...(isDamaged && { todo }) }];
  }
}

/** So many of the newest jobs are looked at. */
const lookedAt = 100;

function journals(dir: string): Finding[] {
  const check = "jobs";
  if (statsOf(dir) === undefined) return [fine(check, `${dir} is not there yet: there was no bulk job`)];
  const unusable = unwritable(dir);
  if (unusable !== undefined) return [broken(check, `${dir} cannot be used: ${unusable}`, ownFolder)];
  const jobs = listJournals(dir, lookedAt);
  const open = jobs.flatMap((entry): Finding[] => {
    if ("damaged" in entry)
      return [warning(check, `the record of job ${entry.id} is damaged`, entry.damaged.hint ?? "")];
    if (entry.state === "unknown")
      return [
        warning(check, `job ${entry.id} has outcomes that nobody knows`, `till jobs resume ${entry.id}`),
      ];
    if (entry.state === "stopped")
      return [warning(check, `job ${entry.id} stopped before its end`, `till jobs resume ${entry.id}`)];
    return [];
  });
  const count = jobs.length === lookedAt ? `the ${lookedAt} newest` : String(jobs.length);
  return [fine(check, `${dir}, ${count} recorded`), ...open];
}
