import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainName, sameName } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import type { Paths } from "./paths.ts";

/** A running `till sandbox start`, as it recorded itself in a private file. The file of a killed one stays. */
export interface RunningSandbox {
  readonly name: string;
  readonly baseUrl: string;
  readonly pid: number;
  /** The token of control calls. */
  readonly controlToken: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly apiKey: string;
  /** The database, or `:memory:`. */
  readonly file: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

type State = Pick<Paths, "state">;

/** Returns the recorded sandboxes by name; some may have been killed since. */
export function recordedSandboxes(paths: State): RunningSandbox[] {
  const files = unlessMissing(() => readdirSync(folderOf(paths))) ?? [];
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  return names.sort().flatMap((name) => recordedSandbox(paths, name) ?? []);
}

/** Returns the recorded sandbox with this name, or undefined. */
export function recordedSandbox(paths: State, name: string): RunningSandbox | undefined {
  if (!plainName.test(name)) return undefined;
  const text = unlessMissing(() => readFileSync(fileOf(paths, name), "utf8"));
  try {
    const sandbox = text === undefined ? undefined : (JSON.parse(text) as RunningSandbox);
    // The disk may also find a file by a name in another case.
    return sandbox?.name === name ? sandbox : undefined;
  } catch {
    // Another process is writing it.
    return undefined;
  }
}

/** Returns the recorded sandbox with this name, or one that differs in case only. */
export function sandboxNamed(paths: State, name: string): RunningSandbox | undefined {
  return recordedSandboxes(paths).find((sandbox) => sameName(name, [sandbox.name]));
}

/** Records a sandbox. Returns false if its name is taken. Throws the system's error if the file cannot be written. */
export function recordSandbox(paths: State, sandbox: RunningSandbox): boolean {
  makeFolder(folderOf(paths));
  if (sandboxNamed(paths, sandbox.name)) return false;
  try {
    writeFileSync(fileOf(paths, sandbox.name), `${JSON.stringify(sandbox)}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the record of a sandbox, unless another one has taken its name. */
export function forgetSandbox(paths: State, { name, pid, startedAt }: RunningSandbox): void {
  const known = recordedSandbox(paths, name);
  if (known?.pid !== pid || known.startedAt !== startedAt) return;
  unlessMissing(() => unlinkSync(fileOf(paths, name)));
}

const folderOf = ({ state }: State) => join(state, "sandboxes");
const fileOf = (paths: State, name: string) => join(folderOf(paths), `${name}.json`);

function unlessMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
