import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateExpression, fieldsRead, parseExpression } from "../../../src/bulk/language/expression.ts";
import {
  EvaluationError,
  type FieldSpec,
  isNumber,
  type Value,
  type Values,
} from "../../../src/bulk/language/values.ts";
import { UsageError } from "../../../src/kernel/errors.ts";
import { amountText, decimal } from "../../../src/kernel/money.ts";
import { runs } from "../../support/runs.ts";

const fields: FieldSpec[] = [
  { name: "price", type: "money" },
  { name: "cost", type: "money", nullable: true, aliases: ["itemCost"] },
  { name: "name", type: "text" },
  { name: "brand", type: "text", nullable: true },
  { name: "visible", type: "boolean" },
  { name: "collections", type: "list" },
];
const row: Values = {
  price: decimal("19.99"),
  cost: decimal("7.5"),
  name: "Blue Tee, tee",
  brand: null,
  visible: true,
  collections: ["Summer", "Sale"],
};

const show = (value: Value) => (isNumber(value) ? amountText(value) : value);
const evaluate = (text: string, values: Values = row, currency = "USD") =>
  show(evaluateExpression(parseExpression(text, fields).expression, values, currency));

describe("expressions", () => {
  it.each<[string, Value]>([
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["10 - 4 - 3", "3"],
    ["-2 * -3", "6"],
    ["--2", "2"],
    ["- (2 - 5)", "3"],
    ["price-1", "18.99"],
    ["0.1 + 0.2", "0.3"],
    ["1 / 3", "0.33333333333333333333"],
    ["price * 0.85", "16.9915"],
    ["itemCost * 2", "15"],
    ["'a'", "a"],
    ["null", null],
    ["visible", true],
    ["brand", null],
    ["replace(name, 'tee', 'shirt')", "Blue Tee, shirt"],
    ["replace(name, 'e', '$&')", "Blu$& T$&$&, t$&$&"],
    ["replace(brand, 'a', 'b')", null],
    ["upper(name)", "BLUE TEE, TEE"],
    ["lower('ÄÖ')", "äö"],
    ["trim('  a b ')", "a b"],
    ["concat(brand, name, ' for ', price, 1.50)", "Blue Tee, tee for 19.991.5"],
    ["cap(price, 15)", "15"],
    ["cap(price, 25)", "19.99"],
    ["min(3, 1, 2)", "1"],
    ["max(3, price, 2)", "19.99"],
    ["max(round(price * .5), cost)", "10"],
  ])("%s is %s", (text, value) => expect(evaluate(text)).toBe(value));

  it.each([
    ["round(16.995)", "17"],
    ["round(16.9949)", "16.99"],
    ["round(17.48, .99)", "16.99"],
    ["round(17.50, .99)", "17.99"],
    ["round(10, .99)", "9.99"],
    ["round(0.2, .99)", "0.99"],
    ["round(0, .99)", "0.99"],
    ["round(12.3, .5)", "12.5"],
    ["round(12.99, .99)", "12.99"],
    ["round(12.3, 5)", "10"],
    ["round(12.5, 5)", "15"],
    ["round(12.32, .05)", "12.3"],
    ["round(12.325, .05)", "12.35"],
    ["round(12.4, 1)", "12"],
    ["round(-12.5, 5)", "-15"],
    ["round(10, 3)", "9"],
    ["round(10.5, 3)", "12"],
    ["floor(19.99)", "19"],
    ["floor(-0.5)", "-1"],
    ["floor(12.9, 5)", "10"],
    ["floor(12.98, .99)", "11.99"],
    ["floor(12.99, .99)", "12.99"],
    ["floor(1, 0.1)", "1"],
  ])("%s is %s", (text, value) => expect(evaluate(text)).toBe(value));

  it("round without a step rounds to the currency", () => {
    expect(evaluate("round(1234.5)", row, "JPY")).toBe("1235");
    expect(evaluate("round(1.23456)", row, "KWD")).toBe("1.235");
  });

  it("a tie goes to the higher price ending", () => {
    expect(evaluate("round(17.49, .99)")).toBe("17.99");
    expect(evaluate("round(1.4, .9)")).toBe("1.9");
  });

  it("lists the fields that an expression reads", () => {
    expect(
      fieldsRead(parseExpression("round(price * 2 - itemCost) + -price + 1", fields).expression),
    ).toEqual(["price", "cost"]);
  });
});

describe("an expression without a result for a row", () => {
  it.each([
    ["price / (cost - cost)", "Division by zero"],
    ["cost * 1.2", "cost is empty", { ...row, cost: null }],
    ["cost * 1.2", "cost is empty", {}],
    ["round(price, cost - cost)", "The step must be above 0"],
    ["replace(name, trim(' '), 'x')", "The text to replace must not be empty"],
    ["replace(name, brand, 'x')", "The text to replace must not be empty"],
    ["floor(0.5, .99)", "No price that ends in 0.99 is at or below 0.5"],
  ])("%s: %s", (text, message, values: Values = row) => {
    expect(() => evaluate(text, values)).toThrow(EvaluationError);
    expect(() => evaluate(text, values)).toThrow(message);
  });

  it("names the empty field", () => {
    expect(() => evaluate("1 + cost", {})).toThrow(expect.objectContaining({ field: "cost", exitCode: 2 }));
  });
});

describe("an invalid expression is an error with its position", () => {
  it.each([
    ["prce * 2", "There is no field prce. Did you mean price?\n  prce * 2\n  ^^^^"],
    ["roud(price)", "There is no function roud. Did you mean round?\n  roud(price)\n  ^^^^"],
    ["price * ", "Expected a field, a number, quoted text or a function\n  price * \n          ^"],
    ["price 2", "Expected an operator (+ - * /) or the end\n  price 2\n        ^"],
    ["(price", "Expected )\n  (price\n        ^"],
    ["name * 2", "* needs numbers, not text\n  name * 2\n  ^^^^"],
    ["2 + 'a'", "+ needs numbers, not text\n  2 + 'a'\n      ^^^"],
    ["price + (2 * visible)", "* needs numbers, not boolean"],
    ["price + null", "+ needs numbers, not null"],
    ["-name", "- needs a number, not text\n  -name\n   ^^^^"],
    ["price / 0", "Division by zero\n  price / 0\n          ^"],
    ["price / (0.00)", "Division by zero"],
    ["round()", "This function does not take 0 values\n  round()\n  ^^^^^^^"],
    ["round(1, 2, 3)", "This function does not take 3 values"],
    ["round(price, 0)", "The step must be above 0\n  round(price, 0)\n               ^"],
    ["upper(price)", "Expected text, not number\n  upper(price)\n        ^^^^^"],
    ["concat(visible)", "Expected text or number, not boolean"],
    ["replace(name, '', 'x')", "The text to replace must not be empty"],
    ["price * 1,5", "Expected an operator"],
    ["'a", "Missing closing '"],
    ["toString(1)", "There is no function toString"],
    ["constructor", "There is no field constructor"],
    ["", "Expected a field"],
  ])("%s", (text, message) => {
    expect(() => parseExpression(text, fields)).toThrow(UsageError);
    expect(() => parseExpression(text, fields)).toThrow(message);
  });
});

// Exact fractions of bigints are the oracle; every tree is also printed with parentheses only where they are needed.
interface Fraction {
  text: string;
  top: bigint;
  bottom: bigint;
  /** 1 sum, 2 product, 3 unary, 4 atom. */
  level: number;
}
const within = (one: Fraction, level: number) => (one.level < level ? `(${one.text})` : one.text);
const leaf = fc.tuple(fc.bigInt({ min: 0n, max: 99_999n }), fc.nat(3)).map(([digits, scale]): Fraction => {
  const bottom = 10n ** BigInt(scale);
  const fraction = scale === 0 ? "" : `.${(digits % bottom).toString().padStart(scale, "0")}`;
  return { text: `${digits / bottom}${fraction}`, top: digits, bottom, level: 4 };
});
const { tree } = fc.letrec<{ tree: Fraction }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    leaf,
    tie("tree").map((one) => ({ text: `-${within(one, 3)}`, top: -one.top, bottom: one.bottom, level: 3 })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({
      text: `${within(a, 2)} * ${within(b, 3)}`,
      top: a.top * b.top,
      bottom: a.bottom * b.bottom,
      level: 2,
    })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({
      text: `${within(a, 1)} + ${within(b, 2)}`,
      top: a.top * b.bottom + b.top * a.bottom,
      bottom: a.bottom * b.bottom,
      level: 1,
    })),
    fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => ({
      text: `${within(a, 1)} - ${within(b, 2)}`,
      top: a.top * b.bottom - b.top * a.bottom,
      bottom: a.bottom * b.bottom,
      level: 1,
    })),
  ),
}));

it("arithmetic is exact", () => {
  fc.assert(
    fc.property(tree, ({ text, top, bottom }) => {
      const value = decimal(evaluate(text) as string);
      expect(value.times(decimal(String(bottom))).eq(decimal(String(top)))).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

const money = fc.bigInt({ min: 0n, max: 10_000_000n });
const cents = (value: bigint) => `${value / 100n}.${(value % 100n).toString().padStart(2, "0")}`;

it("round gives the nearest multiple, floor the one below", () => {
  fc.assert(
    fc.property(money, fc.bigInt({ min: 100n, max: 5_000n }), (value, step) => {
      const args = `(${cents(value)}, ${cents(step)})`;
      const below = (value / step) * step;
      expect(evaluate(`floor${args}`)).toBe(show(decimal(cents(below))));
      const nearest = 2n * (value - below) >= step ? below + step : below;
      expect(evaluate(`round${args}`)).toBe(show(decimal(cents(nearest))));
    }),
  );
});

it("round gives the nearest price ending", () => {
  fc.assert(
    fc.property(money, fc.bigInt({ min: 50n, max: 99n }), (value, ending) => {
      const rounded = decimal(evaluate(`round(${cents(value)}, ${cents(ending)})`) as string);
      const found = BigInt(amountText(rounded.times(decimal("100"))));
      const away = (one: bigint) => (one > value ? one - value : value - one);
      expect(found % 100n).toBe(ending);
      for (const other of [found - 100n, found + 100n]) {
        if (other >= 0n) expect(away(found) <= away(other)).toBe(true);
      }
    }),
  );
});

describe("conditions", () => {
  it.each<[string, Value]>([
    ["price > 19.98", true],
    ["price >= 19.99 and price <= 19.99", true],
    ["price < cost or price = 19.990", true],
    ["not price = cost", true],
    ["not (price > 1 and cost > 1)", false],
    ["name == 'Blue Tee, tee'", true],
    ["name < 'Cap'", true],
    ["visible = true", true],
    ["brand = null", true],
    ["brand != 'Acme'", true],
    ["brand = ''", true],
    ["brand < 'B'", false],
    ["if(price > 10, price * 2, price)", "39.98"],
    ["if(visible, null, price)", null],
    ["match(name, /^Blue (Tee|Cap)/)", true],
    ["match(name, /^blue/)", false],
    ["match(name, /^blue/i)", true],
    ["match(name, /[/,]/)", true],
    ["match(name, /\\//)", false],
    ["match(brand, /^$/)", true],
    ["price / 2 / 2", "4.9975"],
    ["min(price / 2, cost)", "7.5"],
    ["has(collections, 'Sale')", true],
    ["has(collections, 'sale')", false],
  ])("%s is %s", (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  it("evaluates only the selected branch", () => {
    expect(evaluate("if(cost > 0, price / cost, 1)", { ...row, cost: decimal("0") })).toBe("1");
    expect(evaluate("if(brand = null, 1, cost)", { ...row, cost: null })).toBe("1");
  });

  it("reads the fields of all branches", () => {
    const { expression } = parseExpression("if(match(name, /a/) and visible, price, cost)", fields);
    expect(fieldsRead(expression)).toEqual(["name", "visible", "price", "cost"]);
  });

  it.each([
    ["if(price, 1, 2)", "if needs a condition, not number", "^^^^^", 3],
    ["if(visible, 1, 'a')", "Expected number, not text", "^^^", 15],
    ["if(visible, 1)", "Expected ,", "^", 13],
    ["price and visible", "and needs a condition, not number", "^^^^^", 0],
    ["visible > true", "> cannot compare boolean", "^^^^^^^", 0],
    ["price > name", "number cannot be compared with text", "^^^^", 8],
    ["collections = 'Sale'", "= cannot compare list", "^^^^^^^^^^^", 0],
    ["match(name, 'a')", "Expected a regular expression between slashes", "^", 12],
    ["match(name, /(/)", "This is an invalid regular expression: /(/: Unterminated group", "^^^", 12],
    ["match(price, /a/)", "Expected text, not number", "^^^^^", 6],
    ["has(name, 'a')", "Expected list, not text", "^^^^", 4],
    ["mach(name, /a/)", "There is no function mach. Did you mean match?", "^^^^", 0],
  ])("%s: %s", (text, message, marks, column) => {
    expect(() => parseExpression(text, fields)).toThrow(
      `${message}\n  ${text}\n  ${" ".repeat(column)}${marks}`,
    );
  });
});

describe("an error of an expression marks what is wrong and says how to write it", () => {
  /** Returns the message with its marks, and the hint. */
  const failure = (text: string, start = 0): [string, string | undefined] => {
    try {
      parseExpression(text, fields, start);
    } catch (error) {
      if (error instanceof UsageError) return [error.message, error.hint];
    }
    throw new Error(`${text} was accepted`);
  };
  const functions = "round, floor, cap, min, max, replace, upper, lower, trim, concat, if, match, has";
  const fieldNames = "price, cost, name, brand, visible, collections";

  it.each<[string, string, string, string | undefined]>([
    [
      "prce * 2",
      "There is no field prce. Did you mean price?",
      "^^^^",
      `Fields: ${fieldNames}. Put text in quotes: "prce"`,
    ],
    ["moon + 1", "There is no field moon", "^^^^", `Fields: ${fieldNames}. Put text in quotes: "moon"`],
    [
      "2 * roud(1)",
      "There is no function roud. Did you mean round?",
      "    ^^^^",
      `Functions: ${functions}. Plain text goes in quotes.`,
    ],
    ["price 19,99", "Expected an operator (+ - * /) or the end", "      ^^", undefined],
    ["price,1", "Expected an operator (+ - * /) or the end", "     ^", "Write decimals with a point: 19.99"],
    ["1 + (2 * name)", "* needs numbers, not text", "         ^^^^", undefined],
    ["(name) + 1", "+ needs numbers, not text", "^^^^^^", "To join text, write concat(a, b)."],
    ["1 - (name)", "- needs numbers, not text", "    ^^^^^^", undefined],
    ["-(name)", "- needs a number, not text", " ^^^^^^", undefined],
    ["1 + 6 / (2 - 2 * 0 / 0)", "Division by zero", "                     ^", undefined],
    ["not (price + 1)", "not needs a condition, not number", "    ^^^^^^^^^^^", "For example price > 20"],
    [
      "visible or price * 2",
      "or needs a condition, not number",
      "           ^^^^^^^^^",
      "For example price > 20",
    ],
    [
      "visible and not name",
      "not needs a condition, not text",
      "                ^^^^",
      "For example price > 20",
    ],
    ["null < 1", "< cannot compare null", "^^^^", undefined],
    ["visible <= true", "<= cannot compare boolean", "^^^^^^^", undefined],
    [
      "1 = (collections)",
      "= cannot compare list",
      "    ^^^^^^^^^^^^^",
      'To look for an entry, write has(list, "entry").',
    ],
    ["1 = visible", "number cannot be compared with boolean", "    ^^^^^^^", undefined],
    [
      "round(1, 2 - 1, 3)",
      "This function does not take 3 values",
      "^^^^^^^^^^^^^^^^^^",
      "Write round(number, step)",
    ],
    ["floor()", "This function does not take 0 values", "^^^^^^^", "Write floor(number, step)"],
    ["cap(1)", "This function does not take 1 value", "^^^^^^", "Write cap(number, most)"],
    ["cap(1, 2, 3)", "This function does not take 3 values", "^^^^^^^^^^^^", "Write cap(number, most)"],
    ["min()", "This function does not take 0 values", "^^^^^", "Write min(number, …)"],
    ["max()", "This function does not take 0 values", "^^^^^", "Write max(number, …)"],
    [
      "replace('a', 'b')",
      "This function does not take 2 values",
      "^^^^^^^^^^^^^^^^^",
      'Write replace(text, "from", "to")',
    ],
    ["upper()", "This function does not take 0 values", "^^^^^^^", "Write upper(text)"],
    ["lower('a', 'b')", "This function does not take 2 values", "^^^^^^^^^^^^^^^", "Write lower(text)"],
    ["trim()", "This function does not take 0 values", "^^^^^^", "Write trim(text)"],
    ["concat()", "This function does not take 0 values", "^^^^^^^^", "Write concat(text, …)"],
    ["max(1, 'a')", "Expected number, not text", "       ^^^", "Write max(number, …)"],
    ["concat(visible)", "Expected text or number, not boolean", "       ^^^^^^^", "Write concat(text, …)"],
    ["floor(1, 0.00)", "The step must be above 0", "         ^^^^", "Write floor(number, step)"],
    [
      "replace(name, '', 'x')",
      "The text to replace must not be empty",
      "              ^^",
      'Write replace(text, "from", "to")',
    ],
    [
      "if(1 + 1, 2, 3)",
      "if needs a condition, not number",
      "   ^^^^^",
      "Write if(condition, value, otherwise)",
    ],
    [
      "if(visible, 2, 'a' )",
      "Expected number, not text",
      "               ^^^",
      "Write if(condition, value, otherwise)",
    ],
    ["if(visible 2)", "Expected ,", "           ^", "Write if(condition, value, otherwise)"],
    ["if(visible, 1, 2", "Expected )", "                ^", "Write if(condition, value, otherwise)"],
    ["match(price + 1, /a/)", "Expected text, not number", "      ^^^^^^^^^", "Write match(text, /pattern/)"],
    ["match(name 'a')", "Expected ,", "           ^^^", "Write match(text, /pattern/)"],
    [
      "match(name, name)",
      "Expected a regular expression between slashes",
      "            ^^^^",
      "Write match(text, /pattern/)",
    ],
    ["has((name), 'a')", "Expected list, not text", "    ^^^^^^", 'Write has(list, "entry")'],
    [
      "has(collections, 1 + 1)",
      "Expected text, not number",
      "                 ^^^^^",
      'Write has(list, "entry")',
    ],
  ])("%s", (text, message, marks, hint) => {
    expect(failure(text)).toEqual([`${message}\n  ${text}\n  ${marks}`, hint]);
  });

  it("counts from the beginning of the whole text", () => {
    expect(failure("price = 1 + moon", 8)[0]).toBe(
      "There is no field moon\n  price = 1 + moon\n              ^^^^",
    );
  });
});

it("a part of an expression knows its position, its type and its fields", () => {
  const parsed = (text: string) => {
    const { expression, type, position, length } = parseExpression(text, fields, 1);
    return [text.slice(position, position + length), type, fieldsRead(expression).join()];
  };
  expect(parsed(" round( price , 5 ) ")).toEqual(["round( price , 5 )", "number", "price"]);
  expect(parsed(" (1 + cost) * price ")).toEqual(["(1 + cost) * price", "number", "cost,price"]);
  expect(parsed(" - cost")).toEqual(["- cost", "number", "cost"]);
  expect(parsed(" not visible")).toEqual(["not visible", "boolean", "visible"]);
  expect(parsed(" visible and price > cost ")).toEqual([
    "visible and price > cost",
    "boolean",
    "visible,price,cost",
  ]);
  expect(parsed(" has(collections, name)")).toEqual([
    "has(collections, name)",
    "boolean",
    "collections,name",
  ]);
  expect(parsed(" match(name, /a/) or visible")).toEqual([
    "match(name, /a/) or visible",
    "boolean",
    "name,visible",
  ]);
  expect(parsed(" if(visible, null, cost)")).toEqual(["if(visible, null, cost)", "number", "visible,cost"]);
  expect(parsed(" if(visible, name, null) ")).toEqual(["if(visible, name, null)", "text", "visible,name"]);
  expect(parsed(" 'a' ")).toEqual(["'a'", "text", ""]);
  expect(parsed(" null")).toEqual(["null", "null", ""]);
  expect(parsed(" collections")).toEqual(["collections", "list", "collections"]);
  expect(parsed(" upper(name)")).toEqual(["upper(name)", "text", "name"]);
});

it.each<[string, Record<string, boolean>]>([
  ["price = cost", { "1 1": true, "1 2": false, "2 1": false, "- 1": false, "1 -": false, "- -": true }],
  ["price != cost", { "1 1": false, "1 2": true, "2 1": true, "- 1": true, "1 -": true, "- -": false }],
  ["price < cost", { "1 1": false, "1 2": true, "2 1": false, "- 1": false, "1 -": false, "- -": false }],
  ["price <= cost", { "1 1": true, "1 2": true, "2 1": false, "- 1": false, "1 -": false, "- -": true }],
  ["price > cost", { "1 1": false, "1 2": false, "2 1": true, "- 1": false, "1 -": false, "- -": false }],
  ["price >= cost", { "1 1": true, "1 2": false, "2 1": true, "- 1": false, "1 -": false, "- -": true }],
])("%s with empty values", (text, expected) => {
  const value = (digit: string | undefined) => (digit === "-" ? null : decimal(digit ?? ""));
  const results = Object.keys(expected).map((pair) => {
    const [price, cost] = pair.split(" ");
    return [pair, evaluate(text, { price: value(price), cost: value(cost) })];
  });
  expect(Object.fromEntries(results)).toEqual(expected);
});

it.each<[string, Value]>([
  ["visible and brand = null", true],
  ["visible and brand != null", false],
  ["brand != null and visible", false],
  ["brand != null or visible", true],
  ["visible or brand != null", true],
  ["brand != null or not visible", false],
  ["not brand != null", true],
  ["name <= 'Blue Tee, tee' and name >= 'Blue Tee, tee'", true],
  ["name > 'Blue' and not name > 'Cap'", true],
  ["has(collections, concat('Sa', 'le'))", true],
  ["match(name, /TEE/gi)", true],
  ["upper(brand)", null],
  ["concat(brand)", ""],
  ["min(5)", "5"],
  ["max(5)", "5"],
  ["max(2, 2.0)", "2"],
  ["round(-17.4, .99)", "-16.99"],
  ["round(0.4, 5)", "0"],
  ["round(1.25, 0.5)", "1.5"],
  ["round(1.25, 0.49)", "1.47"],
  ["floor(9.99, 0.33)", "9.9"],
  ["floor(1, .3)", "0.9"],
])("%s is %s, too", (text, value) => expect(evaluate(text)).toBe(value));

it.each(["^(a+)+$", "^(a|aa)+$", "^(?:a*)*b", "^a*a*a*a*a*a*a*a*a*a*a*a*b"])(
  "a pattern that takes exponential time on a text ends the command: /%s/i",
  (source: string) => {
    const { expression } = parseExpression(`match(name, /${source}/i)`, fields);
    expect(() => evaluateExpression(expression, { ...row, name: `${"a".repeat(200)}!` }, "USD")).toThrow(
      expect.objectContaining({ code: "PATTERN_TOO_SLOW", exitCode: 2 }),
    );
  },
);
