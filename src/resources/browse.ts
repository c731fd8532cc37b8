import { filterText } from "../api/query/filter.ts";
import { commandLine, shellWord } from "../kernel/command-line.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import { inSentence } from "../kernel/text.ts";
import { type Column, cellText, isRight, type TimeDisplay } from "../output/table.ts";
import {
  type BrowseColumn,
  type BrowseResource,
  type BrowseRow,
  mostSortedRows,
} from "../ui/screens/browse/browse-resource.ts";
import { cellRules } from "./cells.ts";
import { columnValue, matchFilter, sortedParts } from "./column-values.ts";
import { queryFlags } from "./command-line.ts";
import { sortFields } from "./listing.ts";
import { partsOf } from "./parts.ts";
import type { Access, Describer, Page, Resource } from "./resource.ts";
import { textSection, toneOf } from "./sections.ts";

/** Options for browsing a resource on the screen. */
export interface BrowseOptions<Row> {
  /** Returns how times are shown. */
  times(): TimeDisplay;
  /** Describes the steps of jobs in histories. */
  describer: Describer;
  /** Returns an access that reads until the signal ends. Default: the given access. */
  cancellable?(signal: AbortSignal): Promise<Access<Row>>;
  /** The global flags of this run, added to the command lines shown so that they use the same shop. */
  flags: readonly string[];
}

/** Returns a resource as the screen browses it. */
export function browseResource<Row extends object>(
  resource: Resource<Row>,
  access: Access<Row>,
  { times, describer, flags, cancellable = async () => access }: BrowseOptions<Row>,
): BrowseResource {
  const { name, singular, title, columns, details, relations = [], changeFields = [], emptyHint } = resource;
  const { actions = [], changes, totals, listOptions = {} } = access;
  const { searched = { fields: "names" } } = resource;
  const filterFields = access.filterFields ?? resource.filterFields;
  const sortable = sortFields({ fields: filterFields, sortPaths: access.sortPaths ?? resource.sortPaths });
  const line = (...args: readonly string[]) => [commandLine(...args), ...flags.map(shellWord)].join(" ");
  const toRow = (row: Row): BrowseRow => {
    const now = times();
    const id = resource.id(row);
    const tones = columns.map((column) => toneOf(column, row, now));
    const unavailable = actions.map((action) => action.unavailable?.(row));
    const variants = resource.variants?.(row);
    return {
      id,
      label: resource.label(row),
      cells: columns.map((column) => cellText(column, row, now)),
      ...(variants && { variants }),
      ...(tones.some((tone) => tone !== undefined) && { tones }),
      ...(searched.text && { found: searched.text(row) }),
      reference: resource.reference?.(row) ?? id,
      ...(unavailable.some((why) => why !== undefined) && { unavailable }),
    };
  };
  const isFieldOf =
    ({ path }: Column<Row>) =>
    (field: { name: string; path?: string }) =>
      path !== undefined && (field.path ?? field.name) === path;
  const fields = columns.map((column) => filterFields.find(isFieldOf(column)));
  const valued = columns.map((column, index) => columnValue(column, fields[index]));
  const toColumn = (column: Column<Row>): BrowseColumn => {
    const { header, align, as, min } = column;
    const isField = isFieldOf(column);
    const field = filterFields.find(isField);
    return {
      title: header,
      align: isRight({ align, as }) ? "right" : "left",
      min,
      ...(as === "ago" && { ages: true }),
      sort: sortable.find(isField)?.name,
      set: changes && changeFields.find((change) => change.name === field?.name)?.name,
    };
  };
  const shown = columns.map(toColumn);
  const listed: typeof access.list = (given) => {
    const listing = access.list({ ...given, ...(given.search && { fuzzy: true }) });
    return access.complete === undefined ? listing : { ...listing, rows: access.complete(listing.rows) };
  };
  return {
    name,
    singular,
    title,
    columns: shown,
    searched: { fields: searched.fields, fuzzy: searched.text !== undefined },
    relations: relations.map(({ resource, title }) => ({ resource, title })),
    changes: changes && {
      ...cellRules(shown, changeFields),
      commands: (edit) =>
        changes.commands(edit).map((command) => [command, ...flags.map(shellWord)].join(" ")),
    },
    actions,
    totals,
    emptyHint,
    open({ sort = access.sort, sortHere, ...query }) {
      if (sortHere === undefined) return partsOf(listed, { ...listOptions, ...query, sort }, toRow);
      // An invalid filter is reported now, not with the first row.
      partsOf(listed, { ...listOptions, ...query }, toRow).close();
      const valueIn = valued[columns.findIndex(({ header }) => header === sortHere.column)];
      const open = async function* (signal: AbortSignal) {
        for await (const row of listed({ ...listOptions, ...query, all: true, signal }).rows)
          yield { row: toRow(row), value: valueIn?.(row, times()) ?? { kind: "none" as const } };
      };
      return sortedParts(open, sortHere.descending, () => tooManyToSort(title, sortHere.column));
    },
    filterBy(index, match) {
      const field = fields[index];
      return field === undefined || field.type === "list" ? undefined : filterText(matchFilter(field, match));
    },
    async *values({ filter, search }, index, signal) {
      const valueIn = valued[index];
      // What `complete` adds is only shown, not counted.
      const fuzzy = search ? { fuzzy: true } : {};
      const { rows } = access.list({ ...listOptions, filter, search, ...fuzzy, all: true, signal });
      for await (const row of rows) yield valueIn?.(row, times()) ?? { kind: "none" };
    },
    async detail(id, signal) {
      const reader = signal === undefined ? access : await cancellable(signal);
      const found = await reader.get(id, {});
      const { row, sections } = await pageOf(reader, found);
      signal?.throwIfAborted();
      const now = times();
      const lines = (resource.pageColumns ?? details).map((column) => ({
        label: column.header,
        text: cellText(column, row, now),
        tone: toneOf(column, row, now),
      }));
      return {
        id,
        label: resource.label(row),
        lines: lines.filter(({ text }) => text !== ""),
        sections: sections.map((section) => section(now)),
        related: relations.map(({ filter }) => filter(row)),
        address: resource.address?.(row),
        picture: resource.picture?.(row),
        code: resource.code?.(row),
        history: (await reader.history?.(row, times(), describer)) ?? [],
      };
    },
    listCommand: (query) =>
      line(
        ...(access.listArgs?.(query) ?? [...name.split(" "), "list", ...queryFlags(query)]),
        ...Object.keys(listOptions).map((option) => `--${option}`),
      ),
    getCommand: (reference) =>
      line(...(access.getArgs?.(reference) ?? [...name.split(" "), "get", reference])),
    commandLine: (args) => line(...args),
  };
}

function tooManyToSort(title: string, column: string): Error {
  return new UsageError(
    `The platform cannot sort by ${column}, and more than ${mostSortedRows.toLocaleString("en-US")} ${inSentence(title)} are too many to sort here.`,
    { hint: "Press Esc, then filter first (f)." },
  );
}

/** Reads the page of an object. What cannot be read is said below the fields, which are known. */
async function pageOf<Row>(access: Access<Row>, row: Row): Promise<Page<Row>> {
  try {
    return (await access.page?.(row)) ?? { row, sections: [] };
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    return { row, sections: [textSection("Could not be read", error.message)] };
  }
}
