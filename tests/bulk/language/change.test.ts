import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges, parseChange, parseChanges } from "../../../src/bulk/language/change.ts";
import { EvaluationError, type FieldSpec, isNumber, type Values } from "../../../src/bulk/language/values.ts";
import { checkGuards, parseCap, parseFloor } from "../../../src/bulk/plan/guards.ts";
import { UsageError } from "../../../src/kernel/errors.ts";
import { amountText, decimal } from "../../../src/kernel/money.ts";

const fields: FieldSpec[] = [
  { name: "price", type: "money" },
  { name: "cost", type: "money", nullable: true },
  { name: "weight", type: "number", nullable: true },
  { name: "quantity", type: "number", digits: 0 },
  { name: "name", type: "text", aliases: ["title"] },
  { name: "brand", type: "text", nullable: true },
  { name: "visible", type: "boolean" },
  { name: "collections", type: "list" },
  { name: "texts", type: "list", positional: "media" },
  { name: "discountType", type: "text", values: ["NONE", "PERCENT"] },
];
const row: Values = {
  price: decimal("19.99"),
  cost: decimal("8"),
  weight: decimal("1"),
  quantity: decimal("7"),
  name: "Blue Tee",
  brand: "Acme",
  visible: true,
  collections: ["Summer", "Sale"],
  discountType: "NONE",
};

const plain = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isNumber(value as never) ? amountText(value as never) : value,
    ]),
  );
const apply = (texts: string | string[], values: Values = row, currency = "USD") =>
  plain(applyChanges(parseChanges([texts].flat(), fields), values, { currency }));

describe("--set", () => {
  it.each<[string, Record<string, unknown>]>([
    ["price=19.5", { price: "19.5" }],
    ["price=.99", { price: "0.99" }],
    ["price=+10%", { price: "21.99" }],
    ["price=-10%", { price: "17.99" }],
    ["price = + 12.5 %", { price: "22.49" }],
    ["price=+5", { price: "24.99" }],
    ["price=-5", { price: "14.99" }],
    ["price=-100%", { price: "0" }],
    ["price=1.005", { price: "1.01" }],
    ["price = round(price * 0.85, .99)", { price: "16.99" }],
    ["price=cost*2", { price: "16" }],
    ["price=-cost + price", { price: "11.99" }],
    ["cost=", { cost: null }],
    ["cost=null", { cost: null }],
    ["weight=weight/3", { weight: "0.333333" }],
    ["quantity=+50%", { quantity: "11" }],
    ["quantity=-9", { quantity: "-2" }],
    ["visible=false", { visible: false }],
    ["visible = visible", { visible: true }],
    ["brand=Acme Corp", { brand: "Acme Corp" }],
    ['brand= Acme, "the" best = +10% (EU) ', { brand: 'Acme, "the" best = +10% (EU)' }],
    ['brand="  New\\n"', { brand: "  New\n" }],
    ['brand="null"', { brand: "null" }],
    ['brand=""', { brand: "" }],
    ["brand=null", { brand: null }],
    ["brand=   ", { brand: null }],
    ["brand=name", { brand: "name" }],
    ["brand=name(1", { brand: "name(1" }],
    ["brand=x name(1)", { brand: "x name(1)" }],
    ["brand=(1)", { brand: "(1)" }],
    ["brand=+5", { brand: "+5" }],
    ["brand=if(visible, null, name)", { brand: null }],
    ["cost = if(visible, null, price)", { cost: null }],
    ["weight = 0.1234567", { weight: "0.123457" }],
    ["quantity = 7.0", { quantity: "7" }],
    ["quantity=quantity / 2", { quantity: "4" }],
    ["visible = if(price > 20, true, false)", { visible: false }],
    ["brand=upper(name)", { brand: "BLUE TEE" }],
    ['name = replace(name, "Tee", "T-shirt")', { name: "Blue T-shirt" }],
    ["title=New", { name: "New" }],
    ["title=concat(title, ' ', price)", { name: "Blue Tee 19.99" }],
  ])("%s", (text, after) => expect(apply(text)).toEqual(after));

  it("lists the fields that a result depends on", () => {
    expect(parseChange("price=+10%", fields).reads).toEqual(["price"]);
    expect(parseChange("price=19", fields).reads).toEqual([]);
    expect(parseChange("price=cost*2+price", fields).reads).toEqual(["cost", "price"]);
  });

  it("every change is computed from the original values", () => {
    expect(apply(["price=cost*2", "cost=price", "name=concat(price)"])).toEqual({
      price: "16",
      cost: "19.99",
      name: "19.99",
    });
  });

  it("money is rounded to the digits of the currency", () => {
    expect(apply("price=+10%", { price: decimal("1995") }, "JPY")).toEqual({ price: "2195" });
    expect(apply("price=+10%", { price: decimal("1.995") }, "KWD")).toEqual({ price: "2.195" });
  });

  it("a percentage is exact until it is rounded", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 10n }),
        fc.bigInt({ min: -1_000n, max: 10_000n }),
        (price, tenths) => {
          const percent = `${tenths < 0n ? "-" : "+"}${(tenths < 0n ? -tenths : tenths) / 10n}.${(tenths < 0n ? -tenths : tenths) % 10n}%`;
          const { price: after } = apply(`price=${percent}`, {
            price: decimal(String(price)).div(decimal("100")),
          });
          const exact = price * (1000n + tenths);
          const cents = (exact + 500n) / 1000n;
          expect(
            decimal(after as string)
              .times(decimal("100"))
              .eq(decimal(String(cents))),
          ).toBe(true);
        },
      ),
    );
  });
});

describe("an invalid --set is an error with its position", () => {
  it.each([
    ["price", '"price" changes nothing: expected field=value.'],
    ["prise=5", "There is no field prise to set. Did you mean price?\n  prise=5\n  ^^^^^"],
    ["=5", "Expected the name of a field before =\n  =5\n  ^"],
    ["price=", "price cannot be empty\n  price=\n        ^"],
    ["name = null", "name cannot be empty\n  name = null\n         ^^^^"],
    ["price=10%", "A percentage needs a sign\n  price=10%\n        ^^^"],
    ["price=cheap", "price takes an amount or an expression, not cheap\n  price=cheap\n        ^^^^^"],
    ["price=19,99", "Expected an operator (+ - * /) or the end\n  price=19,99\n          ^"],
    ["price=$5", 'Unexpected "$"\n  price=$5\n        ^'],
    ["price=name", "price takes a number, not text\n  price=name\n        ^^^^"],
    ["visible=yes", "visible is true or false\n  visible=yes\n          ^^^"],
    ["visible=1", "visible is true or false"],
    ["visible=price", "visible is true or false"],
    ["name=replac(name, 'a', 'b')", "There is no function replac. Did you mean replace?"],
    ["name=round(price)", "name takes text, not number"],
    ['name="a" + "b"', "+ needs numbers"],
    ['name="open', 'Missing closing "'],
  ])("%s", (text, message) => {
    expect(() => parseChange(text, fields)).toThrow(UsageError);
    expect(() => parseChange(text, fields)).toThrow(message);
  });

  it.each<[string, string, string | undefined]>([
    ["price", '"price" changes nothing: expected field=value.', "For example price=+10%"],
    [
      " moon = 5",
      "There is no field moon to set\n   moon = 5\n   ^^^^",
      `Fields: ${fields.map(({ name }) => name).join(", ")}`,
    ],
    ["quantity = 1.5", "quantity is a whole number\n  quantity = 1.5\n             ^^^", undefined],
    [
      "price= 12.5 % ",
      "A percentage needs a sign\n  price= 12.5 % \n         ^^^^^^",
      "Write price=+12.5 % or price=-12.5 %",
    ],
    [
      "discountType=MOON",
      "discountType cannot be MOON\n  discountType=MOON\n               ^^^^",
      "Values: NONE, PERCENT",
    ],
    ["visible = maybe ", "visible is true or false\n  visible = maybe \n            ^^^^^", undefined],
    [
      "visible = price + 1",
      "visible takes true or false, not number\n  visible = price + 1\n            ^^^^^^^^^",
      undefined,
    ],
    ["visible = null", "visible cannot be empty\n  visible = null\n            ^^^^", undefined],
    [
      "price = concat('a')",
      "price takes a number, not text\n  price = concat('a')\n          ^^^^^^^^^^^",
      undefined,
    ],
    ["weight = name", "weight takes a number, not text\n  weight = name\n           ^^^^", undefined],
    [
      "name = if(visible, null, null)",
      "name takes text, not null\n  name = if(visible, null, null)\n         ^^^^^^^^^^^^^^^^^^^^^^^",
      undefined,
    ],
    [
      "price += 1..5",
      "Expected an amount or a percentage after +=\n  price += 1..5\n           ^^^^",
      undefined,
    ],
    [
      "visible -= 1",
      "-= changes numbers and lists; visible is boolean\n  visible -= 1\n          ^^",
      undefined,
    ],
  ])("%s, with a hint", (text, message, hint) => {
    expect(() => parseChange(text, fields)).toThrow(expect.objectContaining({ message, hint, exitCode: 2 }));
  });

  it("a field can be set once", () => {
    expect(() => parseChanges(["name=a", "name=b"], fields)).toThrow(
      expect.objectContaining({ hint: "Set each field once." }),
    );
    expect(() => parseChanges(["name=a", "price=1", "title=b"], fields)).toThrow(
      'name is set twice, the second time by "title=b"',
    );
  });
});

describe("lists", () => {
  it.each<[string | string[], string[]]>([
    ["collections += New", ["Summer", "Sale", "New"]],
    ["collections+=Sale", ["Summer", "Sale"]],
    ["collections -= Sale", ["Summer"]],
    ["collections -= Sale, Summer", []],
    ["collections = New, Mother's Day", ["New", "Mother's Day"]],
    ["collections=\"Spring, early\",'A \\'B\\''", ["Spring, early", "A 'B'"]],
    ['collections = "A\\nB\\u0021", "C:\\\\D"', ["A\nB!", "C:\\D"]],
    ["collections=", []],
    ["collections = null", []],
    ["collections += null", ["Summer", "Sale"]],
    ["collections = a, a", ["a"]],
    ["collections = A, B , A", ["A", "B"]],
    ["collections = ' A ', \"B\"", [" A ", "B"]],
    [
      ["collections -= Sale", "collections += New"],
      ["Summer", "New"],
    ],
    [
      ["collections += New", "collections -= New"],
      ["Summer", "Sale"],
    ],
  ])("%s", (text, collections) => expect(apply(text)).toEqual({ collections }));

  it.each([
    ["collections += a,,b", "Expected an entry", 17],
    ["collections += ,", "Expected an entry", 15],
    ['collections = "a', "Expected entries separated by commas", 14],
    ['collections = "a" b', "Expected entries separated by commas", 14],
    ['collections = a, "b\\c"', "\\c is not an escape sequence", 19],
  ])("rejects %s", (text, message, column) => {
    expect(() => apply(text)).toThrow(`${message}\n  ${text}\n  ${" ".repeat(column)}^`);
  });

  it("keeps equal entries of a list whose entries have positions", () => {
    expect(apply("texts = a, a")).toEqual({ texts: ["a", "a"] });
  });

  it("starts empty if the row has no list", () => {
    expect(apply("collections += New", { ...row, collections: undefined })).toEqual({ collections: ["New"] });
    expect(apply("collections -= New", { ...row, collections: null })).toEqual({ collections: [] });
  });

  it("removes entries with a title by the title", () => {
    const sections: FieldSpec[] = [
      { name: "sections", type: "list", titled: true },
      { name: "tags", type: "list" },
    ];
    const texts = ["Care: wash cold", "Care", "Careful: hot"];
    const left = (text: string) =>
      plain(
        applyChanges(parseChanges([text], sections), { sections: texts, tags: texts }, { currency: "USD" }),
      );
    expect(left("sections -= Care")).toEqual({ sections: ["Careful: hot"] });
    expect(left("tags -= Care")).toEqual({ tags: ["Care: wash cold", "Careful: hot"] });
  });

  it("lists what was typed, and where", () => {
    const change = parseChange('collections += a,  "b c" ', fields);
    expect(change.list).toEqual({
      mode: "+=",
      entries: [
        { text: "a", position: 15, length: 1 },
        { text: "b c", position: 19, length: 5 },
      ],
    });
    expect([change.reads, parseChange("collections = a", fields).reads]).toEqual([["collections"], []]);
    expect(() => parseChange('collections +=  ""', fields)).toThrow(
      'Expected an entry\n  collections +=  ""\n                  ^^',
    );
  });

  it("rejects a list that is replaced and changed", () => {
    expect(() => apply(["collections += A", "collections = B"])).toThrow("collections is set twice");
    expect(() => apply(["collections = A", "collections += B"])).toThrow("collections is set twice");
  });
});

describe("+= and -=", () => {
  it.each<[string, Record<string, unknown>]>([
    ["price += 5", { price: "24.99" }],
    ["price -= 10%", { price: "17.99" }],
    ["quantity-=3", { quantity: "4" }],
  ])("%s", (text, after) => expect(apply(text)).toEqual(after));

  it.each([
    ["price += cost", "Expected an amount or a percentage after +=", 9, 4],
    ["price -= ", "Expected an amount or a percentage after -=", 9, 1],
    ["name += x", "+= changes numbers and lists; name is text", 5, 2],
  ])("rejects %s", (text, message, column, length) => {
    const marks = `${" ".repeat(column)}${"^".repeat(length)}`;
    expect(() => apply(text)).toThrow(`${message}\n  ${text}\n  ${marks}`);
  });
});

describe("a field with known values", () => {
  it("takes only these", () => {
    expect(apply("discountType=PERCENT")).toEqual({ discountType: "PERCENT" });
    expect(() => apply("discountType=PERCNT")).toThrow(
      "discountType cannot be PERCNT. Did you mean PERCENT?\n  discountType=PERCNT\n               ^^^^^^",
    );
    expect(() => apply("discountType = lower('PERCENT')")).toThrow(EvaluationError);
  });
});

describe("a row without a result", () => {
  it.each([
    ["cost=+10%", "cost is empty, so +10% cannot be applied", "cost"],
    ["price=cost*2", "cost is empty", "cost"],
    ["price=-20", "price would become -0.01, and it cannot be negative", "price"],
    ["name=trim(' ')", "name would become empty", "name"],
    ["discountType=lower('NONE')", 'discountType cannot be "none": NONE, PERCENT', "discountType"],
  ])("%s", (text, message, field) => {
    const evaluate = () => apply(text, { ...row, cost: null });
    expect(evaluate).toThrow(EvaluationError);
    expect(evaluate).toThrow(expect.objectContaining({ message, field }));
  });
});

describe("guards", () => {
  const floor = parseFloor("cost * 1.2", fields);
  const cap = parseCap("30%");
  const check = (before: string | null, after: string, more: Values = { cost: decimal("8") }) =>
    checkGuards(
      { ...more, price: before === null ? null : decimal(before) },
      { price: decimal(after) },
      { field: "price", floor, cap },
      "USD",
    );

  it.each([
    ["10", "9.60", undefined],
    ["10", "9.59", "price would become 9.59, below the floor of 9.6"],
    ["10", "13", undefined],
    ["10", "13.01", "price would change from 10 to 13.01, by more than 30%"],
    ["20", "13.99", "price would change from 20 to 13.99, by more than 30%"],
    ["0", "10", "price would change from 0 to 10, by more than 30%"],
    [null, "10", "price is empty, so its change cannot be limited"],
  ])("%s -> %s: %s", (before, after, problem) => expect(check(before, after)).toBe(problem));

  it("a floor that cannot be computed rejects every row", () => {
    expect(check("10", "10", { cost: null })).toBe("the floor for price cannot be computed: cost is empty");
  });

  it("uses the cost that the same command sets", () => {
    const after = { price: decimal("10"), cost: decimal("9") };
    expect(checkGuards({ ...row, price: decimal("10") }, after, { field: "price", floor }, "USD")).toMatch(
      /below the floor of 10.8/,
    );
  });

  it("allows rows whose field is not changed or not guarded", () => {
    expect(checkGuards(row, { name: "x" }, { field: "price", floor, cap }, "USD")).toBeUndefined();
    expect(checkGuards(row, { price: decimal("0") }, { field: "price" }, "USD")).toBeUndefined();
  });

  it("rejects an invalid floor or percentage", () => {
    expect(() => parseFloor("name", fields)).toThrow("A floor must be a number, not text\n  name\n  ^^^^");
    expect(() => parseFloor("name", fields)).toThrow(UsageError);
    expect([" 12.5 % ", "0%", "300%"].map((text) => amountText(parseCap(text)))).toEqual(["0.125", "0", "3"]);
    for (const text of ["30", "x30%", "30%x", "1.2.3%", "", "%"])
      expect(() => parseCap(text)).toThrow(
        expect.objectContaining({ message: `"${text}" is not a percentage.`, hint: "Write it like 30%" }),
      );
    expect(() => parseCap("-5%")).toThrow(UsageError);
  });
});
