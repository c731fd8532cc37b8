import { expect, test } from "vitest";
import type { Authorization, PaymentGateway, PaymentOrder } from "../../../src/resources/payments/gateway.ts";
import {
  authorizedRows,
  isWithin,
  type PaymentRow,
  parseReference,
  referencedRows,
} from "../../../src/resources/payments/rows.ts";
import { collect } from "../../files/load.ts";

const order = (
  id: string,
  number: string,
  authorizations: readonly Authorization[] | undefined,
): PaymentOrder => ({
  id,
  number,
  currency: "EUR",
  authorizations,
});
const open = (more: Partial<Authorization> = {}): Authorization => ({
  id: "p",
  amount: "5.00",
  state: "AUTHORIZED",
  ...more,
});

/** A gateway of pages of orders, which are found by id and by number. `asked`: the references of each request. */
function gatewayOf(...pages: PaymentOrder[][]) {
  const asked: string[] = [];
  const gateway: PaymentGateway = {
    itemName: "order",
    pageSize: 2,
    async find(references) {
      asked.push(references.join(" "));
      if (references.includes("broken")) throw new Error("cannot be read");
      const matching = (reference: string) =>
        pages.flat().filter(({ id, number }) => id === reference || number === reference);
      return { orders: references.map(matching), requestId: `r${asked.length}` };
    },
    async *authorized() {
      yield* pages;
    },
    authorizations: () => Promise.reject(new Error("not used")),
    perform: () => Promise.reject(new Error("not used")),
  };
  return { gateway, asked };
}

const textOf = ({ reference, order, eligibility, requestId }: PaymentRow) =>
  [
    reference.reference,
    order?.id ?? "-",
    eligibility.is,
    "code" in eligibility ? eligibility.code : eligibility.authorizations.map(({ id }) => id).join("+"),
    ...(requestId === undefined ? [] : [requestId]),
  ].join(" ");

const shop = [
  order("a", "1", [open()]),
  order("b", "2", [open({ state: "CAPTURED" })]),
  order("c", "3", [open({ state: "VOIDED" })]),
  order("d", "4", undefined),
  order("x", "9", [open()]),
  order("y", "9", [open()]),
];

test.each<[what: string, references: string, rows: string[], repeated: number, asked: string[]]>([
  ["an id", "a", ["a a eligible p r1"], 0, ["a"]],
  ["numbers, in their order", "2 1", ["2 b already p r1", "1 a eligible p r1"], 0, ["2 1"]],
  ["the same reference twice", "1 1", ["1 a eligible p r1"], 1, ["1"]],
  ["the id and the number of one order", "a 1", ["a a eligible p r1"], 1, ["a 1"]],
  [
    "the id and the number, in different requests",
    "a 2 1",
    ["a a eligible p r1", "2 b already p r1"],
    1,
    ["a 2", "1"],
  ],
  ["no such order", "7", ["7 - ineligible NOT_FOUND r1"], 0, ["7"]],
  ["a number of two orders", "9", ["9 - ineligible AMBIGUOUS r1"], 0, ["9"]],
  [
    "a number of two orders, and one of their ids",
    "9 x",
    ["9 - ineligible AMBIGUOUS r1", "x x eligible p r1"],
    0,
    ["9 x"],
  ],
  [
    "an id, and the number of it and another",
    "x 9",
    ["x x eligible p r1", "9 - ineligible AMBIGUOUS r1"],
    0,
    ["x 9"],
  ],
  [
    "a state that does not allow it",
    "3 4",
    ["3 c ineligible VOIDED r1", "4 d unknown NOT_READ r1"],
    0,
    ["3 4"],
  ],
  [
    "more than two requests",
    "1 2 3 4 7",
    [
      "1 a eligible p r1",
      "2 b already p r1",
      "3 c ineligible VOIDED r2",
      "4 d unknown NOT_READ r2",
      "7 - ineligible NOT_FOUND r3",
    ],
    0,
    ["1 2", "3 4", "7"],
  ],
  ["nothing", "", [], 0, []],
])("referenced orders: %s", async (_, references, rows, repeated, expected) => {
  const { gateway, asked } = gatewayOf(shop);
  const given = references.split(" ").flatMap((reference) => (reference ? [{ reference }] : []));
  const facts = { repeated: 0 };
  const found = await collect(referencedRows(gateway, "capture", given, facts));
  expect(found.map(textOf)).toEqual(rows);
  expect([facts.repeated, asked]).toEqual([repeated, expected]);
});

test("the reason of a reference names the order, or all that have its number", async () => {
  const { gateway } = gatewayOf(shop);
  const given = ["7", "9"].map((reference) => ({ reference }));
  const found = await collect(referencedRows(gateway, "capture", given, { repeated: 0 }));
  expect(found.map(({ eligibility }) => "reason" in eligibility && eligibility.reason)).toEqual([
    "there is no order 7",
    "several orders have this number: x, y",
  ]);
});

test("a request that fails ends the rows after those before it", async () => {
  const { gateway } = gatewayOf(shop);
  const given = ["1", "2", "broken", "3"].map((reference) => ({ reference }));
  const seen: string[] = [];
  await expect(async () => {
    for await (const row of referencedRows(gateway, "capture", given, { repeated: 0 }))
      seen.push(textOf(row));
  }).rejects.toThrow("cannot be read");
  expect(seen).toEqual(["1 a eligible p r1", "2 b already p r1"]);
});

const at = (time: string) => Date.parse(time);
const march = { authorizedAt: "2026-03-01T00:00:00Z" };
const ending = { scheduled: { action: "void" as const, at: "2026-03-08T00:00:00Z" } };

test.each<
  [what: string, payment: Partial<Authorization>, limits: Parameters<typeof isWithin>[1], within: boolean]
>([
  ["no limits", {}, {}, true],
  ["authorized at the limit", march, { authorizedBy: at("2026-03-01T00:00:00Z") }, true],
  ["authorized after it", march, { authorizedBy: at("2026-02-28T23:59:59Z") }, false],
  ["no time of authorization", {}, { authorizedBy: at("2026-03-01T00:00:00Z") }, false],
  ["ends before the limit", ending, { endsBefore: at("2026-03-08T00:00:01Z") }, true],
  ["ends at the limit", ending, { endsBefore: at("2026-03-08T00:00:00Z") }, false],
  ["no end", march, { endsBefore: at("2026-03-08T00:00:01Z") }, false],
  [
    "both",
    { ...march, ...ending },
    { authorizedBy: at("2026-03-02T00:00:00Z"), endsBefore: at("2026-03-09T00:00:00Z") },
    true,
  ],
  [
    "old enough, ends too late",
    { ...march, ...ending },
    { authorizedBy: at("2026-03-02T00:00:00Z"), endsBefore: at("2026-03-07T00:00:00Z") },
    false,
  ],
  [
    "too young, ends early enough",
    { ...march, ...ending },
    { authorizedBy: at("2026-02-02T00:00:00Z"), endsBefore: at("2026-03-09T00:00:00Z") },
    false,
  ],
])("a payment within age limits: %s", (_, payment, limits, within) => {
  expect(isWithin(payment, limits)).toBe(within);
});

test("all authorized orders: each once, without payments outside the limits, with those that cannot be read", async () => {
  const old = open({ id: "old", ...march });
  const young = open({ id: "young", authorizedAt: "2026-03-05T00:00:00Z" });
  const { gateway } = gatewayOf(
    [order("a", "1", [old]), order("b", "2", [young]), order("c", "3", [young, old])],
    [order("a", "1", [old]), order("d", "4", undefined), order("e", "5", [open({ state: "CAPTURED" })])],
    [
      order("d", "4", undefined),
      order("f", "6", [open({ state: "CAPTURING", ...march })]),
      order("g", "7", [old]),
    ],
  );
  const rowsOf = async (limits: Parameters<typeof isWithin>[1]) =>
    (await collect(authorizedRows(gateway, "capture", limits))).map(textOf);
  expect(await rowsOf({})).toEqual([
    "1 a eligible old",
    "2 b eligible young",
    "3 c eligible young+old",
    "4 d unknown NOT_READ",
    "7 g eligible old",
  ]);
  expect(await rowsOf({ authorizedBy: at("2026-03-02T00:00:00Z") })).toEqual([
    "1 a eligible old",
    "3 c eligible old",
    "4 d unknown NOT_READ",
    "7 g eligible old",
  ]);
});

test.each([
  ["10007", "10007"],
  [" #10007 ", "10007"],
  ["a-b_C9", "a-b_C9"],
  ["x".repeat(100), "x".repeat(100)],
  ["x".repeat(101), undefined],
  ["##1", undefined],
  ["1#", undefined],
  ["1 2", undefined],
  ["", undefined],
  ["#", undefined],
  ["ü", undefined],
])("the reference %j is %j", (text, reference) => {
  expect(parseReference(text)).toBe(reference);
});
