import { UsageError } from "../../kernel/errors.ts";
import { readInline } from "./inline-read.ts";
import { block, heading, image, paragraph, type RichNode, textNode } from "./rich-nodes.ts";

/** The lines that are still to read, and the nodes that `[[IMAGE 1]]` refers to. */
interface Lines {
  lines: string[];
  opaque: readonly RichNode[];
}

const listItem = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const begins = /^(#{1,6}\s|>|```|\s*(?:[-*+]|\d+[.)])\s|\[\[[A-Z_]+ \d+\]\]\s*$)/;
const divider = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$|^\s{0,3}(?:_\s*){3,}$/;

/**
 * Parses Markdown to the platform's nodes: headings, paragraphs, nested lists, quotes, code, dividers and pictures, with
 * bold, italic, struck-through and linked text. A line `[[IMAGE 2]]` is the second of `opaque`, the present nodes that
 * Markdown cannot express. Throws UsageError if there is no such node.
 */
export function readMarkdown(text: string, opaque: readonly RichNode[] = []): RichNode[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return readBlocks({ lines, opaque });
}

function readBlocks(from: Lines): RichNode[] {
  const nodes: RichNode[] = [];
  for (let line = from.lines[0]; line !== undefined; line = from.lines[0]) {
    if (line.trim() === "") from.lines.shift();
    else nodes.push(readBlock(from, line));
  }
  return nodes;
}

function readBlock({ lines, opaque }: Lines, line: string): RichNode {
  const [, type, number] = /^\[\[([A-Z_]+) (\d+)\]\]\s*$/.exec(line) ?? [];
  const [, hashes, title = ""] = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? [];
  const [, alt = "", url] = /^!\[([^\]]*)\]\(([^)\s]+)\)\s*$/.exec(line) ?? [];
  if (divider.test(line)) return lines.shift() === undefined ? paragraph([]) : block("DIVIDER", []);
  if (number !== undefined) {
    lines.shift();
    return opaqueNode(opaque, type ?? "", Number(number));
  }
  if (hashes !== undefined) {
    lines.shift();
    return heading(hashes.length, readInline(title));
  }
  if (url !== undefined) {
    lines.shift();
    return image(url, alt);
  }
  if (line.startsWith("```")) return readCode(lines);
  if (line.startsWith(">")) {
    const quoted = takeWhile(lines, (one) => one.startsWith(">")).map((one) => one.replace(/^>\s?/, ""));
    return block("BLOCKQUOTE", readBlocks({ lines: quoted, opaque }));
  }
  if (listItem.test(line)) return readList(lines);
  const first = lines.shift() ?? "";
  const more = takeWhile(lines, (one) => one.trim() !== "" && !begins.test(one) && !divider.test(one));
  return paragraph(readInline(joined([first, ...more])));
}

/** Joins the lines of a paragraph; a backslash at the end of a line is a line break. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((one) => one.trim())
    .reduce((text, one) => (text.endsWith("\\") ? `${text.slice(0, -1)}\n${one}` : `${text} ${one}`));

function readCode(lines: string[]): RichNode {
  lines.shift();
  const code = takeWhile(lines, (one) => !one.startsWith("```"));
  lines.shift();
  return block("CODE_BLOCK", [textNode(code.join("\n"))]);
}

/** Reads a list with nested lists: more indented items belong to the item above them. */
function readList(lines: string[]): RichNode {
  const [, margin = "", number] = listItem.exec(lines[0] ?? "") ?? [];
  const items: RichNode[] = [];
  for (let found = listItem.exec(lines[0] ?? ""); found !== null; found = listItem.exec(lines[0] ?? "")) {
    const [, indent = "", ordinal, text = ""] = found;
    const inner = indent.length > margin.length;
    if (indent.length < margin.length || (!inner && (ordinal === undefined) !== (number === undefined)))
      break;
    if (inner) {
      const above = items.pop() ?? block("LIST_ITEM", []);
      items.push(block("LIST_ITEM", [...(above.nodes ?? []), readList(lines)]));
      continue;
    }
    lines.shift();
    const more = takeWhile(lines, (one) => one.trim() !== "" && !begins.test(one));
    items.push(block("LIST_ITEM", [paragraph(readInline(joined([text, ...more])))]));
  }
  return block(number === undefined ? "BULLETED_LIST" : "ORDERED_LIST", items);
}

function opaqueNode(opaque: readonly RichNode[], type: string, number: number): RichNode {
  const node = opaque[number - 1];
  if (node?.type === type) return node;
  const present = opaque.map((one, index) => `[[${one.type} ${index + 1}]]`).join(", ");
  throw new UsageError(`The current text has no [[${type} ${number}]].`, {
    hint: present === "" ? "It has text only." : `It has: ${present}`,
  });
}

function takeWhile(lines: string[], test: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}
