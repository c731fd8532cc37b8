import { expect, test } from "vitest";
import { columnsOf, detailColumns, type Fields } from "../../src/output/field.ts";
import { cellText, cellTone } from "../../src/output/table.ts";

interface Ticket {
  createdDate?: string;
  price?: { value: string; currency: string };
  rate?: number;
  sku?: string;
  status?: string;
  event?: { start: string; zone: string };
}

const fields: Fields<Ticket> = {
  createdDate: { label: "Ordered", heading: "CREATED", as: "date", min: 12 },
  "price.value": { as: "money", currency: "price.currency" },
  rate: { as: "share" },
  sku: { label: "SKU", absent: "none" },
  status: { words: { OFF: ["sold out since May", "bad"] }, brief: { OFF: ["sold out", "bad"] } },
  start: { path: "event.start", zone: "event.zone" },
  longText: { value: ({ sku }) => `the SKU ${sku}`, grow: true },
};
const ticket: Ticket = {
  createdDate: "2026-05-01T10:00:00.000Z",
  price: { value: "12.5", currency: "USD" },
  rate: 0.19,
  status: "OFF",
  event: { start: "2026-05-01T10:00:00.000Z", zone: "Europe/Berlin" },
};
const times = { now: new Date("2026-05-03T10:00:00.000Z"), timeZone: "UTC" };
const texts = (columns: ReturnType<typeof columnsOf<Ticket>>, row = ticket) =>
  columns.map((one) => cellText(one, row, times));

test("a table has headings in capitals, ages and short labels", () => {
  const columns = columnsOf(fields, "createdDate sku status longText");
  expect(columns.map(({ header }) => header)).toEqual(["CREATED", "SKU", "STATUS", "LONG TEXT"]);
  expect(columns.map(({ min, grow }) => min ?? grow)).toEqual([12, undefined, undefined, true]);
  expect(texts(columns)).toEqual(["2 days ago", "none", "sold out", "the SKU undefined"]);
  expect(cellTone(columns[2]!, ticket, times)).toBe("bad");
});

test("details have labels, times and long labels", () => {
  const lines = detailColumns(fields, "createdDate sku status longText");
  expect(lines.map(({ header }) => header)).toEqual(["Ordered", "SKU", "Status", "Long text"]);
  expect(texts(lines)).toEqual(["2026-05-01 10:00 UTC", "none", "sold out since May", "the SKU undefined"]);
});

test("amounts have their currency, shares are in percent and times in their zone", () => {
  expect(texts(columnsOf(fields, "price.value rate"))).toEqual(["12.50 USD", "19%"]);
  expect(texts(columnsOf(fields, "price.value rate"), {})).toEqual(["", ""]);
  expect(texts(columnsOf(fields, "start"))).toEqual(["2026-05-01 12:00 +02:00 (Europe/Berlin)"]);
  expect(columnsOf(fields, "price.value rate")[1]?.value(ticket)).toBe(0.19);
});

test("a field is named by its path, unless it is calculated", () => {
  const paths = columnsOf(fields).map(({ path }) => path);
  expect(paths).toEqual(["createdDate", "price.value", "rate", "sku", "status", "event.start", undefined]);
});

test("an unknown field name is an error", () => {
  expect(() => columnsOf(fields, "sku statsu")).toThrow('There is no field "statsu"');
});
