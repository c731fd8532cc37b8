import { expect, test } from "vitest";
import { sidebarOf, sitePage } from "../../scripts/site-pages.ts";

const pages = [
  sitePage(
    "docs/guides/audit.md",
    "# Who changed what\n\nSee [files](files.md#columns) and [the code](../../src/main.ts).\n",
  ),
  sitePage("docs/guides/files.md", "# Files\n"),
  sitePage("docs/guides/tutorial-prices.md", "# Tutorial: change prices\n"),
  sitePage("docs/reference/products.md", "# till products\n"),
];

test("the navigation has the titles of the pages in alphabetical order, and commands as they are typed", () => {
  const [, tutorials, guides, reference] = sidebarOf(pages);
  expect(tutorials?.items?.map(({ label }) => label)).toEqual(["Change prices"]);
  expect(guides?.items?.map(({ label }) => label)).toEqual(["Files", "Who changed what"]);
  expect(reference?.items).toEqual([{ label: "till products", slug: "reference/products" }]);
});

test("links to pages are relative, and links to other files are text", () => {
  const known = new Set(pages.map(({ source }) => source));
  expect(pages[0]?.text(known)).toContain("See [files](../files/#columns) and the code.");
});
