import type { LazyGroup } from "../../cli/command.ts";
import { screenResource } from "../../cli/screen/open-resources.ts";
import {
  changeSavedViews,
  readSavedViews,
  type SavedView,
  withoutSavedView,
  withSavedView,
} from "../../config/saved-views.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import type { Fields } from "../../output/field.ts";
import type { BrowseResource } from "../../ui/screens/browse/browse-resource.ts";

interface SaveOptions extends Pick<SavedView, "filter" | "search" | "sort"> {
  columns?: string;
}

type NamedView = { name: string } & SavedView;

const fields: Fields<NamedView> = {
  name: { label: "View" },
  list: {},
  filter: { grow: true },
  search: {},
  sort: {},
  columns: { path: "columns", value: ({ columns }) => columns?.join(",") },
};

/** Prints the saved views by name. */
export async function list(context: Context): Promise<ExitCode | undefined> {
  const { paths } = context;
  await context.print(
    Object.entries(readSavedViews(paths.viewsFile)).map(([name, view]) => ({ name, ...view })),
    {
      kind: "view",
      fields,
      empty: "No view is saved. Save one: till config views create NAME LIST --filter …",
    },
  );
  return undefined;
}

/** Returns what saves a view after checking its list, filter, sort and columns. */
export const saving =
  (groups: readonly LazyGroup[]) =>
  (context: Context, [name = "", ...list]: string[], options: SaveOptions) =>
    save(context, { name, list: list.join(" "), groups }, options);

async function save(
  context: Context,
  { name, list, groups }: { name: string; list: string; groups: readonly LazyGroup[] },
  { columns: headings, ...query }: SaveOptions,
): Promise<ExitCode | undefined> {
  const resource = await screenResource(context, groups, list);
  resource.open(query).close();
  const shown = headings === undefined ? undefined : chosenColumns(resource, headings);
  const view: SavedView = { list, ...query, ...(shown && { columns: shown }) };
  if (Object.keys(view).length === 1)
    throw new UsageError("A view needs a filter, a search, a sort order or columns.", {
      hint: `For example: till config views create ${name} ${list} --filter …`,
    });
  let existed = false;
  changeSavedViews(context.paths.viewsFile, (before) => {
    existed = Object.hasOwn(before, name);
    return withSavedView(before, name, view);
  });
  await context.notice(
    `${existed ? "Replaced" : "Saved"} the view ${name}. Open it: till ${list} --view ${name}`,
  );
  return undefined;
}

/** Returns headings as they are in the list. Throws UsageError for one that the list does not have. */
function chosenColumns({ title, columns }: BrowseResource, text: string): string[] {
  const known = columns.map((column) => column.title);
  return text.split(",").map((heading) => {
    const wanted = heading.trim();
    const found = known.find((one) => one.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
    const guess = nearest(wanted.toUpperCase(), known);
    throw new UsageError(
      `${title} have no column "${wanted}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
      { field: "--columns", hint: `Columns: ${known.join(", ")}` },
    );
  });
}

/** Deletes a view. */
export async function remove(context: Context, [name = ""]: string[]): Promise<ExitCode | undefined> {
  changeSavedViews(context.paths.viewsFile, (before) => withoutSavedView(before, name));
  await context.notice(`Deleted the view ${name}.`);
  return undefined;
}
