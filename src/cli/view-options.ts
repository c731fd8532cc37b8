import { readSavedViews, savedView } from "../config/saved-views.ts";
import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import { joinFilterTexts } from "../resources/conditions.ts";
import type { Verb } from "./command.ts";
import { flagsOf, type ListOptions } from "./flags.ts";

/**
 * Returns the options of a command with what its saved view shows instead of `--view`: both filters apply, a search, sort or
 * `--fields` of the command line replaces that of the view. Throws UsageError for an unknown view.
 */
export function viewOptions(
  { paths }: Pick<Context, "paths">,
  verb: Verb,
  list: string,
  { view: name, ...options }: ListOptions & { view?: string },
): object {
  if (name === undefined) return options;
  const { filter, search, sort, columns } = savedView(readSavedViews(paths.viewsFile), name, "--view", list);
  const takes = (flag: string) =>
    verb.name === "browse" || flagsOf(verb).some(({ flags }) => flags.startsWith(`--${flag} `));
  if (search !== undefined && !takes("search"))
    throw new UsageError(`The view ${name} has a search, but till ${list} ${verb.name} has only filters.`, {
      field: "--view",
      hint: `Save it with a filter instead: till config views create ${name} ${list} --filter …`,
    });
  return {
    ...options,
    ...((filter ?? options.filter) !== undefined && { filter: joinFilterTexts(filter, options.filter) }),
    ...(search !== undefined && { search: options.search ?? search }),
    ...(sort !== undefined && takes("sort") && { sort: options.sort ?? sort }),
    viewName: verb.name === "browse" ? name : undefined,
    ...(columns !== undefined && (verb.name === "list" || verb.name === "browse") && { columns }),
  };
}
