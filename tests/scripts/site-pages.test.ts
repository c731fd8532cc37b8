import { expect, test } from "vitest";
import { sidebarOf, sitePage } from "../../scripts/site-pages.ts";

const pages = [
  sitePage(
    "docs/guides/audit.md",
    "# Who changed what\n\nSee [files](files.md#columns) and [the code](../../src/main.ts).\n",
  ),
  sitePage("docs/guides/files.md", "# Files\n"),
  sitePage("docs/reference/products.md", "# till products\n"),
  sitePage("docs/testing.md", "# Testing\n"),
  sitePage("docs/decisions/jq.md", "# jq\n"),
];

const contents = `# Guides

## Start here

- [Import files](files.md): CSV and Excel

## Undo

- [Who changed what](audit.md): the record
`;

test("the navigation has the guides in the order of their table of contents, and what is for contributors last", () => {
  const [start, undo, reference, contribute, ...others] = sidebarOf(pages, contents);
  expect(start).toMatchObject({
    label: "Start here",
    items: [{ label: "Import files", slug: "guides/files" }],
  });
  expect(undo?.items).toEqual([{ label: "Who changed what", slug: "guides/audit" }]);
  expect(reference?.items).toEqual([{ label: "till products", slug: "reference/products" }]);
  expect(contribute?.items).toEqual([
    { label: "Testing", slug: "testing" },
    { label: "Decisions", collapsed: true, items: [{ label: "jq", slug: "decisions/jq" }] },
  ]);
  expect(others).toEqual([]);
});

test("links to pages are relative, and links to other files are text", () => {
  const known = new Set(pages.map(({ source }) => source));
  expect(pages[0]?.text(known)).toContain("See [files](../files/#columns) and the code.");
});

test("guides say what they are about, pages for contributors are not searched, and the home page has a door for each reader", () => {
  const front = (source: string, markdown: string) =>
    sitePage(source, markdown, { contents }).text(new Set()).split("---\n")[1];
  expect(front("docs/guides/files.md", "# Files\n")).toBe('title: "Files"\ndescription: "CSV and Excel."\n');
  expect(front("docs/decisions/jq.md", "# jq\n")).toBe('title: "jq"\npagefind: false\n');
  const repository = "https://code.example/till";
  const linked = (file: string) => sitePage(file, "# A\n", { repository }).text(new Set());
  expect(linked("docs/testing.md")).toContain(
    `editUrl: "${repository}/edit/main/docs/testing.md"\npagefind: false\n`,
  );
  expect(linked("docs/reference/api.md")).not.toContain("editUrl");
  const home = sitePage("README.md", "# till\n\n**Change products.**\n\ntill is a tool.\n", {
    contents,
  }).text(new Set());
  expect(home.match(/"link":"\.\/guides/g)).toHaveLength(3);
  expect(home.split("---\n")[2]).toBe("\ntill is a tool.\n");
});
