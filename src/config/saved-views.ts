import * as z from "zod/mini";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { jsonErrorOffset } from "../kernel/json.ts";
import { nearest } from "../kernel/text.ts";
import { replaceFile, textOfFile, withLock } from "./locked-file.ts";

const SavedView = z.strictObject({
  list: z.string(),
  filter: z.optional(z.string()),
  search: z.optional(z.string()),
  sort: z.optional(z.string()),
  columns: z.optional(z.array(z.string())),
});
const Contents = z.record(z.string(), SavedView);

/** What a saved view shows: its list, and the filter, search, sort and column headings, if it has any. */
export interface SavedView extends z.output<typeof SavedView> {}

/** All saved views by name. */
export type SavedViews = Readonly<Record<string, SavedView>>;

/** Returns the saved views in `file`. Throws UsageError with file and line if it is damaged. */
export function readSavedViews(file: string): SavedViews {
  try {
    return parse(file, textOfFile(file) ?? "{}");
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    throw new TillError(exitCodes.failure, `Cannot read the saved views: ${(cause as Error).message}`, {
      code: "VIEWS_UNREADABLE",
      hint: "Check the file's permissions, or set TILL_HOME to another folder.",
      cause,
    });
  }
}

/** Reads, changes and replaces the file of saved views under a lock. Throws TillError if it is damaged or cannot be written. */
export function changeSavedViews(file: string, change: (views: SavedViews) => SavedViews): void {
  try {
    withLock(file, () => {
      const sorted = Object.entries(change(readSavedViews(file))).sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      replaceFile(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    });
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    throw new TillError(exitCodes.failure, `Cannot save the view: ${(cause as Error).message}`, {
      code: "VIEWS_UNWRITABLE",
      hint: "Check the folder's owner, permissions and free space, or set TILL_HOME to another folder.",
      cause,
    });
  }
}

/** Returns the views after saving one. Throws UsageError for an invalid name, or one that a view of another list has. */
export function withSavedView(views: SavedViews, name: string, view: SavedView): SavedViews {
  if (!/^[\p{L}\d][\p{L}\d._-]{0,63}$/u.test(name))
    throw new UsageError(`"${name}" is not a name for a view.`, {
      field: "<name>",
      hint: "Use up to 64 letters, digits, dots, dashes and underscores.",
    });
  const present = Object.hasOwn(views, name) ? views[name] : undefined;
  if (present !== undefined && present.list !== view.list)
    throw new UsageError(`There is a view ${name} of ${present.list} already.`, {
      field: "<name>",
      hint: `Choose another name, or delete it: till config views delete ${name}`,
    });
  return { ...views, [name]: view };
}

/** Returns the views without one. Throws UsageError if there is none of this name. */
export function withoutSavedView(views: SavedViews, name: string): SavedViews {
  savedView(views, name, "<name>");
  return Object.fromEntries(Object.entries(views).filter(([other]) => other !== name));
}

/** Returns a view. Throws UsageError naming the existing ones if there is none of this name, or it is of another list. */
export function savedView(views: SavedViews, name: string, field: string, list?: string): SavedView {
  const found = Object.hasOwn(views, name) ? views[name] : undefined;
  const names = Object.keys(views).filter((one) => list === undefined || views[one]?.list === list);
  const hint =
    names.length > 0
      ? `Views${list === undefined ? "" : ` of ${list}`}: ${names.join(", ")}`
      : `Save one: till config views create NAME ${list ?? "LIST"} --filter …`;
  if (found === undefined) {
    const guess = nearest(name, names);
    const text = `There is no view ${name}.${guess === undefined ? "" : ` Did you mean ${guess}?`}`;
    throw new UsageError(text, { code: "NO_SUCH_VIEW", field, hint });
  }
  if (list !== undefined && found.list !== list)
    throw new UsageError(`The view ${name} is of ${found.list}, not of ${list}.`, { field, hint });
  return found;
}

function parse(file: string, text: string): SavedViews {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw damaged(file, text, jsonErrorOffset(text) ?? 0, "this is not JSON");
  }
  const { error, data } = z.safeParse(Contents, json);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data ?? {};
  const path = issue.path.map(String);
  const keys = "keys" in issue ? (issue.keys as string[]) : [];
  const offset = memberOffset(text, [...path, ...keys.slice(0, 1)]);
  throw damaged(file, text, offset, `${path.join(".")}: ${issue.message}`);
}

function damaged(file: string, text: string, offset: number, why: string): UsageError {
  const before = text.slice(0, offset).split("\n");
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  return new UsageError(`${file}:${line}:${column}: ${why}.`, {
    code: "VIEWS_INVALID",
    hint: "Fix the file in an editor, or delete it to start without saved views.",
  });
}

/** Returns the offset of the innermost of these members that the text has, each looked for after the one around it. */
function memberOffset(text: string, path: readonly string[]): number {
  return path.reduce((from, name) => {
    const at = text.indexOf(JSON.stringify(name), from);
    return at < 0 ? from : at;
  }, 0);
}
