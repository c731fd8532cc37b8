import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bareNodes,
  heading,
  link,
  opaqueNodes,
  paragraph,
  type RichNode,
  readHtml,
  readMarkdown,
  readRichCell,
  richCell,
  richNode,
  sameRichText,
  textDecoration,
  textNode,
  writeMarkdown,
} from "../../../src/resources/events/rich-text.ts";
import { runs } from "../../support/runs.ts";

const source = `# Raku night

Bring **warm** clothes, _gloves_ and [a map](https://x.example/map).
It is ~~indoors~~ outside.

- Glaze
  1. two bowls
  2. a cup
- Fire

> No smoking\\*

---

\`\`\`
kiln = 1000
\`\`\``;

test("converts Markdown to the platform's nodes and back to the same Markdown", () => {
  const nodes = readMarkdown(source);
  expect(nodes.map(({ type }) => type)).toEqual(
    "HEADING PARAGRAPH BULLETED_LIST BLOCKQUOTE DIVIDER CODE_BLOCK".split(" "),
  );
  expect(nodes[1]?.nodes?.map(({ textData }) => [textData?.text, textData?.decorations])).toEqual([
    ["Bring ", []],
    ["warm", [{ type: "BOLD", fontWeightValue: 700 }]],
    [" clothes, ", []],
    ["gloves", [{ type: "ITALIC", italicData: true }]],
    [" and ", []],
    ["a map", [{ type: "LINK", linkData: { link: { url: "https://x.example/map" } } }]],
    [". It is ", []],
    ["indoors", [{ type: "STRIKETHROUGH", strikethroughData: true }]],
    [" outside.", []],
  ]);
  expect(nodes[2]?.nodes?.[0]?.nodes?.map(({ type }) => type)).toEqual(["PARAGRAPH", "ORDERED_LIST"]);
  expect(writeMarkdown(nodes)).toBe(source.replace("map).\nIt", "map). It"));
});

test("underscores inside a word are not italic", () => {
  expect(readMarkdown("my_file_name").flatMap(({ nodes }) => nodes)).toEqual([textNode("my_file_name")]);
});

test("converts HTML to the same nodes as Markdown", () => {
  const html = `<h1>Raku&nbsp;night</h1><p>Bring <strong>warm</strong> <em>gloves</em>, <a href="https://x.example/?a=1&amp;b">a map</a>.<br>Bye</p>
    <ul><li>Glaze</li><li>Fire<ol><li>once</li></ol></li></ul><hr><script>alert(1)</script><!-- no -->`;
  const markdown =
    "# Raku\u00a0night\n\nBring **warm** _gloves_, [a map](https://x.example/?a=1&b).\\\nBye\n\n- Glaze\n- Fire\n  1. once\n\n---";
  expect(sameRichText(readHtml(html), readMarkdown(markdown))).toBe(true);
});

test("names that JavaScript's objects have are no tags and no characters of HTML", () => {
  const nodes = readHtml("<constructor>a <toString>b</toString> &constructor; &valueOf;</constructor>");
  expect(writeMarkdown(nodes)).toBe("a b &constructor; &valueOf;");
});

test("placeholders keep the nodes that Markdown cannot express, and unknown ones are rejected", () => {
  const poll: RichNode = { type: "POLL", pollData: { poll: { title: "When?" } } };
  const map: RichNode = { type: "MAP", mapData: { mapSettings: {} } };
  const nodes = [paragraph([textNode("Hello")]), poll, richNode("LAYOUT", [map]), map];
  const text = writeMarkdown(nodes);
  expect(text).toBe("Hello\n\n[[POLL 1]]\n\n[[LAYOUT 2]]\n\n[[MAP 3]]");
  const moved = readMarkdown("[[MAP 3]]\n\nBye", opaqueNodes(nodes));
  expect(moved).toEqual([map, paragraph([textNode("Bye")])]);
  expect(() => readMarkdown("[[MAP 1]]", opaqueNodes(nodes))).toThrow(/The current text has no/);
  expect(JSON.parse(richCell(nodes)).nodes).toEqual(nodes);
});

const words = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ab c*_[]~`#-+>1.!\\<") });
const looks = fc.subarray([
  textDecoration("BOLD"),
  textDecoration("ITALIC"),
  textDecoration("STRIKETHROUGH"),
  link("https://x.example/a"),
]);
const run = fc.tuple(words, looks).map(([text, decorations]) => textNode(text, decorations));
const spans = fc.array(run, { minLength: 1, maxLength: 4 });
const nodes = fc.array(
  fc.oneof(
    spans.map(paragraph),
    fc.tuple(fc.integer({ min: 1, max: 6 }), spans).map(([level, inner]) => heading(level, inner)),
    fc
      .array(
        spans.map((inner) => richNode("LIST_ITEM", [paragraph(inner)])),
        { minLength: 1, maxLength: 3 },
      )
      .map((items) => richNode("BULLETED_LIST", items)),
  ),
  { maxLength: 4 },
);

test("reads back exactly the text of any cell", () => {
  fc.assert(
    fc.property(nodes, (text) => {
      const back = readRichCell(richCell(text));
      expect(bareNodes(back)).toEqual(JSON.parse(JSON.stringify(bareNodes(text))));
    }),
    { numRuns: runs(300) },
  );
});

test("writes most texts as readable Markdown", () => {
  for (const text of [
    "Hello **you**",
    "_a_ and (_b_)",
    "1\\. not a list",
    "- a\n- b",
    "a \\* b \\_ c",
    "# One\n\nTwo\\\nThree",
  ])
    expect(richCell(readMarkdown(text))).toBe(text);
});
