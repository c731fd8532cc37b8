import { type FilterField, parseFilter } from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import { UsageError } from "../../kernel/errors.ts";

const operators = ["$eq", "$ne", "$in", "$startsWith", "$endsWith", "$contains", "$exists"];

/** The fields of filters over jobs. */
export const jobFields: readonly FilterField[] = [
  ...["id", "state", "kind", "command", "profile", "site", "actor", "host", "run"],
].map((name) => ({ name, type: "text", operators }));

/** Returns whether a job matches a filter. Throws UsageError if the filter is invalid. */
export function jobFilter(text: string): (job: object) => boolean {
  const filter = parseFilter(text, jobFields);
  if (filter.kind === "platform")
    throw new UsageError("Jobs are filtered on this computer; JSON filters are for the platform.", {
      hint: 'Write a filter such as: state = "running"',
    });
  return (job) => matchesFilter(filter, job);
}
