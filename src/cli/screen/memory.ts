import { join } from "node:path";
import { replaceFile, textOfFile, withLock } from "../../config/locked-file.ts";
import type { Paths } from "../../config/paths.ts";
import {
  changeSavedViews,
  readSavedViews,
  type SavedView,
  type SavedViews,
} from "../../config/saved-views.ts";
import type { Context } from "../../context/context.ts";
import type { Site } from "../../context/host.ts";
import { TillError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { isRecord } from "../../kernel/json.ts";
import { redact } from "../../kernel/text.ts";
import type { Memory, Remembered } from "../../ui/screens/browse/browse.state.ts";

/** How long after a change the screen's memory is written, in milliseconds. */
const restMs = 300;

/** What the screen remembers of lists for a site of a profile, and the saved views. */
export interface ScreenViews {
  readonly memory: Memory;
  readonly saved: SavedViews;
  /** Why the saved views could not be read. */
  readonly problem: string | undefined;
  /** Writes the memory soon. A file that cannot be written is no reason to fail: the screen forgets. */
  remember(memory: Memory): void;
  /** Writes what has not been written yet. */
  flush(): void;
  /** Saves a view, or deletes it; resolves with all saved views. Rejects if the file is damaged or cannot be written. */
  saveView(name: string, view: SavedView | undefined): Promise<SavedViews>;
}

/** Opens the memory of the screen and the saved views. */
export function screenViews({ paths }: Context, { profile, id, hosted }: Site): ScreenViews {
  const key = hosted ? `${profile} ${id}` : profile;
  const loaded = readMemory(paths.screenFile)[key] ?? {};
  let latest: Memory = loaded;
  let written: Memory = loaded;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (latest === written) return;
    const changed = Object.entries(latest).filter(([list, one]) => written[list] !== one);
    try {
      withLock(paths.screenFile, () => {
        const all = readMemory(paths.screenFile);
        const next = { ...all, [key]: { ...all[key], ...Object.fromEntries(changed) } };
        replaceFile(paths.screenFile, `${JSON.stringify(next)}\n`);
      });
      written = latest;
    } catch {
      // The next change tries again.
    }
  };
  return {
    memory: loaded,
    ...savedOrProblem(paths.viewsFile),
    remember(memory) {
      latest = memory;
      timer ??= setTimeout(flush, restMs);
    },
    flush,
    async saveView(name, view) {
      const { withoutSavedView, withSavedView } = await import("../../config/saved-views.ts");
      let after: SavedViews = {};
      changeSavedViews(paths.viewsFile, (before) => {
        after = view === undefined ? withoutSavedView(before, name) : withSavedView(before, name, view);
        return after;
      });
      return after;
    },
  };
}

function savedOrProblem(file: string): Pick<ScreenViews, "saved" | "problem"> {
  try {
    return { saved: readSavedViews(file), problem: undefined };
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    return { saved: {}, problem: `Saved views cannot be used. ${error.message}` };
  }
}

/** Returns the memory of all profiles. What is damaged is as good as not there. */
function readMemory(file: string): Record<string, Memory> {
  try {
    const json: unknown = JSON.parse(textOfFile(file) ?? "{}");
    return Object.fromEntries(
      entries(json).map(([key, lists]) => [
        key,
        Object.fromEntries(entries(lists).map(([list, one]) => [list, parseRemembered(one)])),
      ]),
    );
  } catch {
    return {};
  }
}

function parseRemembered(json: unknown): Remembered {
  const { columns, filter, sort } = Object.fromEntries(entries(json));
  const isText = (value: unknown) => typeof value === "string";
  return {
    ...(Array.isArray(columns) && columns.every(isText) && { columns }),
    ...(typeof filter === "string" && { filter }),
    ...(typeof sort === "string" && { sort }),
  };
}

const entries = (json: unknown): [string, unknown][] => (isRecord(json) ? Object.entries(json) : []);

/** The number of commands that are kept. */
const max = 12;

const fileOf = ({ state }: Pick<Paths, "state">) => join(state, "recent.json");

/** Returns the commands of the palette that were run last, the newest first; none if the file is missing or damaged. */
export function readRecent(paths: Pick<Paths, "state">): string[] {
  try {
    const names: unknown = JSON.parse(textOfFile(fileOf(paths)) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, max) : [];
  } catch {
    return [];
  }
}

/**
 * Keeps the commands of the palette that were run last, before those of other screens; none with a secret. A file that cannot be
 * written is no reason to fail.
 */
export function keepRecent(paths: Pick<Paths, "state">, recent: readonly string[]): void {
  const before = readRecent(paths);
  const after = [...new Set([...recent.filter((name) => redact(name) === name), ...before])].slice(0, max);
  if (after.join("\n") === before.join("\n")) return;
  try {
    makeFolder(paths.state);
    replaceFile(fileOf(paths), `${JSON.stringify(after)}\n`);
  } catch {
    // The next command tries again.
  }
}
