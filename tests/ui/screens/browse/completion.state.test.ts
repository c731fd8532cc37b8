import { expect, test } from "vitest";
import { type BrowseState, beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { type CompletedField, completeFilter } from "../../../../src/ui/screens/browse/completion.state.ts";
import { lineEditText } from "../../../../src/ui/screens/browse/lines.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { service } from "./sample-resource.ts";

const fields: readonly CompletedField[] = [
  { name: "name", type: "text" },
  { name: "number", type: "text" },
  { name: "price", type: "number" },
  { name: "priceData.sale", type: "number" },
  { name: "visible", type: "boolean" },
  { name: "paymentStatus", type: "enum", values: ["PAID", "NOT_PAID", "PARTLY PAID"] },
  { name: "collections", type: "list" },
];

test.each([
  ["", "", fields.map(({ name }) => name)],
  ["n", "", ["name", "number", "paymentStatus", "collections"]],
  ["PRICE", "", ["price", "priceData.sale"]],
  ["price > 3 and vis", "price > 3 and ", ["visible"]],
  ["not (nam", "not (", ["name"]],
  ["price ", "price ", ["=", "!=", ">", ">=", "<", "<=", "exists"]],
  ["name sta", "name ", ["startsWith"]],
  ["collections has", "collections ", ["hasSome (", "hasAll ("]],
  ["visible = ", "visible = ", ["true", "false"]],
  ["paymentStatus = pa", "paymentStatus = ", ["PAID", '"PARTLY PAID"', "NOT_PAID"]],
  ["paymentStatus in (PAID, NOT", "paymentStatus in (PAID, ", ["NOT_PAID"]],
  ["name = price ", "name = price ", ["and", "or"]],
  ["price > 3 ", "price > 3 ", ["and", "or"]],
  ['name = "pr', 'name = "', []],
  ["name = 'a b' o", "name = 'a b' ", ["or"]],
  ["price > ", "price > ", []],
])("%j completes %j with %j", (text, before, candidates) => {
  expect(completeFilter(fields, text)).toEqual({ before, candidates });
});

const list = { ...service(() => []), filterFields: fields };
const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((before, key) => pressKey(before, key).state, state);
const typed = (state: BrowseState) =>
  state.mode.kind === "line" ? lineEditText(state.mode.line) : undefined;
const begin = () => press(beginBrowse([list], { resource: list.name, now: 0 }), "f");

test("Tab completes the word, again the next one, and Shift-Tab the one before", () => {
  expect(typed(press(begin(), ..."pri", "tab"))).toBe("price ");
  expect(typed(press(begin(), ..."pri", "tab", "tab"))).toBe("priceData.sale ");
  expect(typed(press(begin(), ..."pri", "tab", "tab", "tab"))).toBe("price ");
  expect(typed(press(begin(), ..."pri", "shift+tab"))).toBe("priceData.sale ");
});

test("after the only match, and after a blank, Tab completes what follows", () => {
  expect(typed(press(begin(), ..."vis", "tab", "tab"))).toBe("visible = ");
  expect(typed(press(begin(), ..."pri", "tab", " ", "tab", "tab", "tab"))).toBe("price > ");
  expect(typed(press(begin(), ..."coll", "tab", "tab"))).toBe("collections hasSome (");
});

test("where nothing matches, Tab leaves the line as it is", () => {
  expect(typed(press(begin(), ..."zzz", "tab"))).toBe("zzz");
});
