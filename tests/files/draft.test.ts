import { expect, test } from "vitest";
import { contentLosses, type ProductDraft, present } from "../../src/files/draft.ts";

test("every content that a format does not carry is a loss", () => {
  const draft: ProductDraft = {
    key: "a",
    line: 2,
    altText: ["A"],
    seoTitle: "A",
    seoDescription: "B",
    canonical: "C",
    noindex: true,
    taxGroup: "D",
    tags: ["e"],
    privateTags: ["f"],
    subscriptions: [{ title: "G" }],
    variants: [],
  };
  const losses = contentLosses(draft);
  expect(losses).toEqual([
    "alternative texts of pictures",
    "titles for search engines",
    "descriptions for search engines",
    "canonical addresses",
    "that search engines leave products out",
    "settings tax groups",
    "tags",
    "private tags",
    "subscriptions",
  ]);
  expect(contentLosses(draft, ["altText", "seoDescription", "tags"])).toEqual(
    losses.filter((_, index) => ![0, 2, 6].includes(index)),
  );
  const empty: ProductDraft = {
    ...draft,
    altText: [],
    seoTitle: "",
    canonical: null,
    noindex: false,
    tags: [],
  };
  expect(contentLosses(empty)).toEqual([2, 5, 7, 8].map((index) => losses[index]));
  expect(contentLosses({ key: "a", line: 2, variants: [] })).toEqual([]);
});

test("present fields are kept, those that clear as well", () => {
  expect(Object.entries(present({ a: 0, b: null, c: undefined, d: "", e: false }))).toEqual([
    ["a", 0],
    ["b", null],
    ["d", ""],
    ["e", false],
  ]);
});
