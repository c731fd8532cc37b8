import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/bulk/journal/step.ts";
import { seoBody, seoWith } from "../../../src/resources/products/seo.ts";
import { seoFields, writtenAlts } from "../../../src/resources/products/snapshot.ts";

const robots = (content: string) => ({ type: "meta", props: { name: "robots", content } });
const title = { type: "meta", props: { property: "og:title", content: "Bowl" } };
const canonical = (href: string) => ({ type: "link", props: { rel: "canonical", href } });

test("other rules of the robots tag and other tags stay, in their order", () => {
  const before: Json = { others: [robots("nofollow"), title] };
  const hidden = seoWith(before, { noindex: true });
  expect(hidden).toEqual({ others: [robots("noindex, nofollow"), title] });
  expect(seoWith(hidden, { noindex: false })).toEqual(before);
  expect(seoWith({ others: [robots("none")] }, { noindex: false })).toEqual({ others: [robots("nofollow")] });
  expect(seoFields({ others: [robots("none")] }).noindex).toBe(true);
  expect(seoFields({ others: [robots("index, follow")] }).noindex).toBe(false);
  expect(seoWith({ others: [robots("index")] }, { noindex: false })).toEqual({ others: [robots("index")] });
});

test("a canonical address is replaced in its place and removed", () => {
  const before: Json = { others: [canonical("https://a.example"), title] };
  const other = seoWith(before, { canonical: "https://b.example" });
  expect(other).toEqual({ others: [canonical("https://b.example"), title] });
  expect(seoWith(other, { canonical: null })).toEqual({ others: [title] });
  expect(seoWith({ others: [canonical("https://a.example")] }, { canonical: null })).toBeNull();
});

const text = fc.option(fc.stringMatching(/^[a-z]{1,5}$/), { nil: null });
const fields = fc.record({ seoTitle: text, seoDescription: text, canonical: text, noindex: fc.boolean() });

test("any texts are read back as they were set, also from what is sent", () => {
  fc.assert(
    fc.property(fields, fields, (one, other) => {
      const seo = seoWith(seoWith(null, one), other);
      expect(seoFields(seo)).toEqual(other);
      const sent = seoBody(seo).tags ?? [];
      const find = (name: string) => sent.filter(({ props }) => (props as { name?: string })?.name === name);
      expect(find("robots")).toHaveLength(other.noindex ? 1 : 0);
      expect(seoWith(seo, {})).toEqual(seo);
    }),
  );
});

test("alternative texts are written without the empty ones at the end", () => {
  expect(writtenAlts(["", "a", "", ""])).toEqual(["", "a"]);
  expect(writtenAlts(["", ""])).toEqual([]);
});
