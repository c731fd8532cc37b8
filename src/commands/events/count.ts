import { parseFilter, splitFilter } from "../../api/query/filter.ts";
import { toPlatformFilter } from "../../api/query/filter-platform.ts";
import { events } from "../../api/services/events.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { eventFilterFields } from "../../resources/events/fields.ts";
import { eventCall } from "../../resources/events/read.ts";

/** The facets of the platform by their names in `--by`. */
const facets: Readonly<Record<string, string>> = {
  status: "status",
  type: "registration.type",
  registration: "registration.status",
  location: "location.type",
  recurrence: "dateAndTimeSettings.recurrenceStatus",
};

interface CountRow {
  by: string;
  value: string;
  count: number;
}

/** Counts events by status or another facet. */
export async function run(
  context: Context,
  _args: string[],
  { filter, by = "status", drafts }: { filter?: string; by?: string; drafts?: boolean },
): Promise<ExitCode | undefined> {
  const { platform, local } = filter === undefined ? {} : splitFilter(parseFilter(filter, eventFilterFields));
  if (local !== undefined) {
    throw new UsageError("The platform does not support this filter for counting.", {
      field: "--filter",
      hint: "Filter by title, slug, status, start, end or initialType, or count rows: till events list --all --output ndjson | wc -l",
    });
  }
  const facet = facets[by] ?? by;
  const call = await eventCall(context);
  const body = await call(events.countByStatus, {
    filter: platform ? toPlatformFilter(platform) : undefined,
    facet: [facet],
    includeDrafts: drafts === true,
  });
  const { facets: found, pagingMetadata } = body as {
    facets?: Record<string, { counts?: Record<string, number> }>;
    pagingMetadata?: { total?: number };
  };
  const rows = Object.entries(found?.[facet]?.counts ?? {}).map(
    ([value, count]): CountRow => ({ by, value, count }),
  );
  await context.print(rows, {
    kind: "count",
    fields: {
      value: { label: by },
      count: { label: "Events", as: "number" },
    },
    total: pagingMetadata?.total ?? 0,
    empty: "No matching events.",
  });
  return undefined;
}
