import { expect, test } from "vitest";
import { UsageError } from "../../src/kernel/errors.ts";
import { fillTemplate, parseTemplate } from "../../src/output/template.ts";

const mug = {
  name: "Mug",
  priceData: { price: 19.5 },
  tags: ["a", "b"],
  options: [{ name: "Size" }],
  none: null,
};

test.each([
  ["{{name}} {{priceData.price}}", "Mug 19.5"],
  ["{{ name }}", "Mug"],
  ["[{{nope}}|{{none}}|{{priceData.nope}}]", "[||]"],
  ["{{tags}}; {{options.name}}; {{options}}", 'a, b; Size; [{"name":"Size"}]'],
  ["a\\tb\\nc\\\\n", "a\tb\nc\\n"],
  ["\\{{{name}}}", "{Mug}"],
  ["{name} }} \\x \\", "{name} }} \\x \\"],
  ["", ""],
])("%s", (template, text) => {
  expect(parseTemplate(template)(mug)).toBe(text);
});

test.each(["{{name", "{{}}", "{{a..b}}", "{{ {{name}}"])("rejects %s", (template) => {
  expect(() => parseTemplate(template)).toThrow(UsageError);
});

test("fills a list item by item, other values once, and an empty text not at all", () => {
  const fill = (json: string) => fillTemplate(parseTemplate("<{{name}}>"), json);
  expect(fill('{"items":[{"name":"a"},{"name":"b"}],"total":2}')).toBe("<a><b>");
  expect(fill('{"name":"a"}')).toBe("<a>");
  expect(fill('{"items":[]}')).toBe("");
  expect(fill("")).toBe("");
});
