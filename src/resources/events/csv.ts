import type { Event } from "../../api/services/events.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { cellReader } from "../../files/cells.ts";
import { checkColumns, columnsOf } from "../../files/columns.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { Row } from "../../files/table.ts";
import { UsageError } from "../../kernel/errors.ts";
import { addressFrom } from "./fields.ts";
import { eventParts, type Part, type Parts, partsOfEvent } from "./parts.ts";
import { nodesOf, type RichText, readRichCell, richCell } from "./rich-text.ts";
import { offsetText, readDate, timeIn, zoneOf } from "./when.ts";

const addressColumns = ["address", "city", "postalCode", "country", "latitude", "longitude"] as const;
const partColumns = eventParts.flatMap(({ column }) => column ?? []);
const afterVenue = partColumns.indexOf("venue") + 1;

/** The columns of an export of events. */
export const eventHeader: readonly string[] = [
  ...["id", "status"],
  ...partColumns.slice(0, afterVenue),
  ...addressColumns,
  ...partColumns.slice(afterVenue),
];
const columns = columnsOf(eventHeader);

/** Whether a column has free text, in which exports neutralise formulas. */
export const isEventText = (column: string): boolean =>
  /^(title|slug|venue|address|city|toBeAnnouncedText|shortDescription|description)$/.test(column);

/** Returns whether a column holds whole numbers. */
export const isEventCount = (column: string): boolean =>
  eventParts.some((part) => part.column === column && part.kind === "number");

/** Returns whether a column of a workbook may hold dates. */
export const takesDates = (column: string): boolean =>
  !eventHeader.includes(column) ||
  eventParts.some((part) => part.column === column && /^(time|dates)$/.test(part.kind));

/** Throws UsageError for a header without a key column, with unknown columns (unless ignored) or with duplicates. */
export function checkEventHeader(
  header: readonly string[],
  options: { file: string; ignoreUnknown: boolean },
): void {
  const key = ["id", "slug", "title"].find((name) => header.includes(name));
  if (key === undefined) {
    throw new UsageError(`${options.file}, line 1: no column identifies the event.`, {
      hint: "Add one of id, slug or title. For an example, run: till events export",
    });
  }
  checkColumns(columns, header, { ...options, key, dialect: "events" });
}

/** Returns the parts of a row and its problems. `present` is the existing event of the row, if any. */
export function rowParts(row: Row, present: Event | undefined): { parts: Parts; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const cells = cellReader(columns, row, { decimal: "." }, problems);
  const zone = cells.text("timeZone")?.trim() || (present ? zoneOf(present) : "");
  const parts: Parts = {};
  const carriedParts = eventParts.filter(({ column }) => column !== undefined && cells.has(column));
  for (const { column = "", path, kind, clears } of carriedParts) {
    const cell = cells.text(column) ?? "";
    if (cell.trim() === "") {
      if (clears) parts[path] = null;
      continue;
    }
    try {
      if (kind === "flag") put(parts, path, cells.flag(column));
      else if (kind === "number") put(parts, path, cells.whole(column));
      else put(parts, path, read(kind, cell, { zone, column, present }));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      cells.problem(column, kind, error.message);
    }
  }
  const address = readAddress(row, present, cells.problem);
  if (address !== undefined) parts["location.address"] = address as Json;
  return { parts, problems };
}

function put(parts: Parts, path: string, value: Json | undefined): void {
  if (value !== undefined) parts[path] = value;
}

function read(
  kind: Part["kind"],
  cell: string,
  { zone, column, present }: { zone: string; column: string; present: Event | undefined },
): Json {
  if (kind === "time") return timeIn(withZone(zone, cell), column, cell.trim());
  if (kind === "dates") return cell.split(";").map((one) => readDate(one, withZone(zone, one), column));
  if (kind === "rich") return { nodes: readRichCell(cell, nodesOf(present?.description)) } as unknown as Json;
  return cell;
}

/** Returns the time zone of a cell. Throws UsageError for a local time if the row has no zone. */
function withZone(zone: string, cell: string): string {
  if (zone !== "" || /(Z|[+-]\d\d:?\d\d)\s*$/i.test(cell)) return zone || "UTC";
  throw new UsageError(`"${cell}" is a local time, and the row has no timeZone.`);
}

/** Returns the address of the cells, null if they are all empty, or undefined if they do not change it. */
function readAddress(
  { cells }: Row,
  present: Event | undefined,
  problem: (column: string, rule: string, message: string) => void,
): object | null | undefined {
  const named = addressColumns.filter((name) => cells[name] !== undefined);
  if (named.length === 0) return undefined;
  const before = addressCells(present ?? {});
  const changed = named.filter((name) => (cells[name] ?? "").trim() !== before[name]);
  if (changed.length === 0) return undefined;
  if (addressColumns.every((name) => (cells[name] ?? before[name]).trim() === "")) return null;
  const cell = (name: AddressColumn) => (cells[name] ?? before[name]).trim();
  const line = cell("address");
  // A formatted address without a column of its own is that of the parts before they changed.
  const isFormatted = named.includes("address") || changed.every((name) => points.has(name));
  const parts = {
    ...(changed.includes("address") && line !== "" && { addressLine: line }),
    ...(isFormatted && line !== "" && { formattedAddress: line }),
    ...(cell("city") !== "" && { city: cell("city") }),
    ...(cell("postalCode") !== "" && { postalCode: cell("postalCode") }),
    ...(cell("country") !== "" && { country: cell("country") }),
    geocode: readPoint(cell("latitude"), cell("longitude"), problem),
  };
  const { formattedAddress, city, postalCode, country, geocode, ...kept } = present?.location?.address ?? {};
  const isCleared = changed.includes("address") && line === "";
  return addressFrom(parts, isCleared ? { ...kept, addressLine: undefined, streetAddress: undefined } : kept);
}

type AddressColumn = (typeof addressColumns)[number];
const points: ReadonlySet<AddressColumn> = new Set(["latitude", "longitude"]);

/** Returns the point of two cells, or undefined if both are empty. Reports what is wrong. */
function readPoint(
  latitude: string,
  longitude: string,
  problem: (column: string, rule: string, message: string) => void,
): { latitude: number; longitude: number } | undefined {
  if (latitude === "" && longitude === "") return undefined;
  for (const [name, text, most] of [
    ["latitude", latitude, 90],
    ["longitude", longitude, 180],
  ] as const) {
    if (text === "") problem(name, "required", "latitude and longitude belong together.");
    else if (!/^-?\d+(\.\d+)?$/.test(text) || Math.abs(Number(text)) > most)
      problem(name, "number", `"${text}" is not a ${name}.`);
  }
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

function addressCells({ location }: Partial<Event>): Record<AddressColumn, string> {
  const { formattedAddress, addressLine, city, postalCode, country, geocode } = location?.address ?? {};
  return {
    address: formattedAddress ?? addressLine ?? "",
    city: city ?? "",
    postalCode: postalCode ?? "",
    country: country ?? "",
    latitude: String(geocode?.latitude ?? ""),
    longitude: String(geocode?.longitude ?? ""),
  };
}

/** Returns an event as the cells of a row with `eventHeader`. Times are in its zone, with offsets. */
export function eventCells(event: Event): string[] {
  const zone = zoneOf(event);
  const parts = partsOfEvent(event);
  const address: Record<string, string> = addressCells(event);
  const cells: Record<string, string> = { id: event.id, status: event.status ?? "", ...address };
  for (const { column, path, kind } of eventParts) {
    if (column !== undefined) cells[column] = cellOf(kind, parts[path] ?? null, zone);
  }
  return eventHeader.map((column) => cells[column] ?? "");
}

function cellOf(kind: Part["kind"], value: Json, zone: string): string {
  if (value === null) return "";
  if (kind === "time") return offsetText(String(value), zone);
  if (kind === "rich") return richCell(nodesOf(value as unknown as RichText));
  if (kind !== "dates") return typeof value === "object" ? JSON.stringify(value) : String(value);
  return (value as { startDate?: string; endDate?: string }[])
    .map(({ startDate = "", endDate = "" }) => `${offsetText(startDate, zone)}/${offsetText(endDate, zone)}`)
    .join(";");
}
