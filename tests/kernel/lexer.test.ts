import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/kernel/errors.ts";
import { caret, type Grammar, syntaxError, TokenReader, tokenize } from "../../src/kernel/lexer.ts";

const shape = (source: string, grammar: Grammar) =>
  tokenize(source, grammar).map(({ kind, text }) => `${kind}:${text}`);
const failure = (source: string, grammar: Grammar): string => {
  try {
    tokenize(source, grammar);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  return "no error";
};

describe("tokenize", () => {
  it.each<[string, Grammar]>([
    ["हिन्दी", "filter"],
    ["ผู้ใหญ่", "filter"],
    ["Cafe\u0301", "filter"],
    ["Größe.हिन्दी", "expression"],
    ["Cafe\u0301", "expression"],
  ])("reads %s as one word of the %s", (word, grammar) => {
    expect(shape(word, grammar)).toEqual([`word:${word}`, "end:"]);
  });

  it("reads filters", () => {
    expect(shape(`priceData.price >= -5.50 and (sku = A-1)`, "filter")).toEqual([
      "word:priceData.price",
      "operator:>=",
      "number:-5.50",
      "word:and",
      "punctuation:(",
      "word:sku",
      "operator:=",
      "word:A-1",
      "punctuation:)",
      "end:",
    ]);
    expect(
      shape("2026-01-31 2026-01-31T10:00:00.5+02:00 2026-01-31x 007 1e5 3f2e-00 größe .5", "filter"),
    ).toEqual([
      "date:2026-01-31",
      "date:2026-01-31T10:00:00.5+02:00",
      "word:2026-01-31x",
      "number:007",
      "word:1e5",
      "word:3f2e-00",
      "word:größe",
      "number:.5",
      "end:",
    ]);
  });

  it("reads expressions, where - is minus", () => {
    expect(shape("price-5*.85", "expression")).toEqual([
      "word:price",
      "operator:-",
      "number:5",
      "operator:*",
      "number:.85",
      "end:",
    ]);
  });

  it("unescapes text in either kind of quotes", () => {
    expect(tokenize(String.raw`"a\"b\\\n\tA" 'it\'s "x"'`, "filter").map(({ text }) => text)).toEqual([
      'a"b\\\n\tA',
      `it's "x"`,
      "",
    ]);
  });

  it("reads any quoted string back unchanged", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        (text) => {
          const [token] = tokenize(
            JSON.stringify(text)
              .replace(/\\([bf])/g, (_, c) => (c === "b" ? "\\u0008" : "\\u000c"))
              .replace(/\\r/g, "\\u000d"),
            "filter",
          );
          expect(token).toMatchObject({ kind: "string", text });
        },
      ),
    );
  });

  it("starts at the given position and counts from the start of the source", () => {
    expect(tokenize("price = 5", "expression", 7)).toEqual([
      { kind: "number", text: "5", position: 8, length: 1 },
      { kind: "end", text: "", position: 9, length: 1 },
    ]);
  });

  it("points at invalid text", () => {
    expect(failure('name = "Acme', "filter")).toBe('Missing closing "\n  name = "Acme\n         ^');
    expect(failure("price $ 5", "filter")).toContain('Unexpected "$"\n  price $ 5\n        ^');
    expect(failure("3x * 2", "expression")).toContain('Unexpected "3x"\n  3x * 2\n  ^^');
    expect(failure(String.raw`'a\q'`, "filter")).toBe("\\q is not an escape sequence\n  'a\\q'\n    ^^");
  });

  it("covers the whole source or fails, and always ends", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab1.-+*/()<>=!,\"'\\ 漢é") }),
        fc.constantFrom<Grammar>("filter", "expression"),
        (source, grammar) => {
          try {
            const tokens = tokenize(source, grammar);
            let position = 0;
            for (const token of tokens) {
              expect(source.slice(position, token.position).trim()).toBe("");
              position = token.position + token.length;
            }
            expect(position).toBe(source.length + 1);
          } catch (error) {
            if (!(error instanceof UsageError)) throw error;
          }
        },
      ),
    );
  });
});

describe("caret", () => {
  it("aligns by display width and shows control characters", () => {
    expect(caret("漢 = x", { position: 4, length: 1 })).toBe("  漢 = x\n       ^");
    expect(caret("a\x1b\n= x", { position: 3, length: 1 })).toBe("  a␛␊= x\n     ^");
    expect(caret("name", { position: 4, length: 1 })).toBe("  name\n      ^");
  });

  it("shortens a long source around the error and stays aligned", () => {
    const source = `${"a".repeat(200)}!${"b".repeat(200)}`;
    const [line = "", marks = ""] = caret(source, { position: 200, length: 1 }).split("\n");
    expect(line.length).toBeLessThan(70);
    expect(line[marks.indexOf("^")]).toBe("!");
    expect(line).toMatch(/^ {2}….*…$/);
  });

  it("is part of the error", () => {
    const error = syntaxError("a ? b", { position: 2, length: 1 }, "What?", "Say it.");
    expect(error.message).toBe("What?\n  a ? b\n    ^");
    expect(error).toMatchObject({ exitCode: 2, hint: "Say it." });
  });
});

it("TokenReader takes matching tokens and stays at the end", () => {
  const reader = new TokenReader("a AND (", "filter");
  expect(reader.take("word", "and")).toBeUndefined();
  expect(reader.next().text).toBe("a");
  expect(reader.take("word", "and")?.text).toBe("AND");
  expect(reader.expect("(").text).toBe("(");
  expect(reader.next().kind).toBe("end");
  expect(reader.next().kind).toBe("end");
  expect(() => reader.expect(")")).toThrow("Expected )");
});
