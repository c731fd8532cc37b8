import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guidesWithFields, sqlTablesPage, withFields } from "../../scripts/guide-fields.ts";

describe("the tables of fields in guides", () => {
  // If this fails: npm run docs
  it.each(guidesWithFields)("%s is current", (guide) => {
    const text = readFileSync(guide, "utf8");
    expect(withFields(text)).toBe(text);
  });

  it("replaces what is between the marks", () => {
    const old = "a\n<!-- fields:where -->\nfoo bar\n<!-- /fields -->\nb";
    const text = withFields(old);
    expect(text).toContain("| `collections` | names or ids");
    expect(text).not.toContain("foo bar");
    expect(text).toMatch(/^a\n[\s\S]*<!-- \/fields -->\nb$/);
  });

  it("the page of SQL tables has each column with its unit", () => {
    expect(sqlTablesPage()).toContain("| `price_minor` | INTEGER | minor units, such as cents |");
  });

  it("leaves other marks alone", () => {
    const text = "<!-- fields:orders -->\nold\n<!-- /fields -->";
    expect(withFields(text)).toBe(text);
  });
});
