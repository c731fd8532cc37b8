import { looksLikeHtml, readHtml } from "./html-read.ts";
import { readMarkdown } from "./markdown-read.ts";
import { bareNodes, type Decoration, isOpaque, type RichNode, richText } from "./rich-nodes.ts";

/** What a text of a person comes to: HTML where it begins with a tag, else Markdown. `kept` as for readMarkdown. */
export const readRichText = (text: string, kept: readonly RichNode[] = []) =>
  richText(looksLikeHtml(text) ? readHtml(text) : readMarkdown(text, kept));

/** What of some nodes text cannot show, in its order: `[[IMAGE 1]]` is the first. */
export function opaqueNodes(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node) => (isOpaque(node) ? [node] : opaqueNodes(node.nodes ?? [])));
}

/** Formatted text as Markdown, which is how people see it; what text cannot show stands as `[[IMAGE 1]]`. */
export function writeMarkdown(nodes: readonly RichNode[]): string {
  const opaque = opaqueNodes(nodes);
  return blocks(nodes, opaque).join("\n\n");
}

/** Formatted text as one cell of a file: Markdown where that comes back exactly, else the nodes as JSON. */
export function richCell(nodes: readonly RichNode[]): string {
  const text = writeMarkdown(nodes);
  const isExact = opaqueNodes(nodes).length === 0 && !text.startsWith("{") && !looksLikeHtml(text);
  if (isExact && sameText(readMarkdown(text), nodes)) return text;
  return JSON.stringify({ nodes });
}

/** The nodes that a cell holds. `present` is what is there now. Throws UsageError for a place that stands for nothing. */
export function readRichCell(cell: string, present: readonly RichNode[] = []): readonly RichNode[] {
  if (cell.startsWith('{"nodes":')) {
    try {
      return (JSON.parse(cell) as { nodes: RichNode[] }).nodes;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return (readRichText(cell, opaqueNodes(present)).nodes ?? []) as unknown as readonly RichNode[];
}

/** Whether two texts say and show the same, ids and styles aside. */
export function sameText(one: readonly RichNode[], other: readonly RichNode[]): boolean {
  return JSON.stringify(bareNodes(one)) === JSON.stringify(bareNodes(other));
}

function blocks(nodes: readonly RichNode[], opaque: readonly RichNode[]): string[] {
  return nodes.map((node) => {
    const inner = () => blocks(node.nodes ?? [], opaque).join("\n\n");
    if (isOpaque(node)) return `[[${node.type} ${opaque.indexOf(node) + 1}]]`;
    switch (node.type) {
      case "HEADING":
        return `${"#".repeat(node.headingData?.level ?? 1)} ${inline(node.nodes ?? [])}`;
      case "BULLETED_LIST":
      case "ORDERED_LIST":
        return listLines(node, opaque).join("\n");
      case "BLOCKQUOTE":
        return inner().replace(/^/gm, "> ");
      case "CODE_BLOCK":
        return `\`\`\`\n${(node.nodes ?? []).map(({ textData }) => textData?.text ?? "").join("")}\n\`\`\``;
      case "DIVIDER":
        return "---";
      case "TEXT":
        return inline([node]);
      default:
        return startEscaped(inline(node.nodes ?? []));
    }
  });
}

function listLines(list: RichNode, opaque: readonly RichNode[]): string[] {
  return (list.nodes ?? []).flatMap((item, index) => {
    const sign = list.type === "ORDERED_LIST" ? `${index + 1}. ` : "- ";
    const lines = (item.nodes ?? []).flatMap((node) =>
      node.type === "BULLETED_LIST" || node.type === "ORDERED_LIST"
        ? listLines(node, opaque)
        : blocks([node], opaque).join("\n").split("\n"),
    );
    return (lines.length === 0 ? [""] : lines).map(
      (line, at) => (at === 0 ? sign : " ".repeat(sign.length)) + line,
    );
  });
}

/** What would make a paragraph something else stands behind a backslash. */
const startEscaped = (text: string): string =>
  text
    .replace(/^([#>+-])/gm, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/gm, (_, digits, sign) => `${digits}\\${sign}`);

const order = ["LINK", "BOLD", "ITALIC", "STRIKETHROUGH"];
const signs: Readonly<Record<string, string>> = { BOLD: "**", ITALIC: "_", STRIKETHROUGH: "~~" };

interface Run {
  text: string;
  looks: readonly Decoration[];
}

/** Runs of text as a line of Markdown; neighbours that share a look are within one pair of signs. */
function inline(nodes: readonly RichNode[]): string {
  const runs = nodes.map(({ type, textData }): Run => {
    const looks = (textData?.decorations ?? [])
      .filter((one) => order.includes(one.type))
      .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
    return { text: type === "TEXT" ? (textData?.text ?? "") : `[[${type}]]`, looks };
  });
  return written(runs);
}

function written(runs: readonly Run[]): string {
  let text = "";
  for (let start = 0; start < runs.length; ) {
    const [look] = runs[start]?.looks ?? [];
    let end = start + 1;
    while (end < runs.length && sameLook(runs[end]?.looks[0], look)) end += 1;
    const group = runs.slice(start, end);
    text +=
      look === undefined
        ? group.map(({ text }) => escaped(text)).join("")
        : around(look, written(group.map((run) => ({ ...run, looks: run.looks.slice(1) }))));
    start = end;
  }
  return text;
}

const sameLook = (one: Decoration | undefined, other: Decoration | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Spaces at the edges stand outside the signs. */
function around(look: Decoration, text: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (inner === "") return text;
  const url = look.linkData?.link?.url;
  const sign = signs[look.type] ?? "";
  return look.type === "LINK"
    ? `${before}[${inner}](${url})${after}`
    : `${before}${sign}${inner}${sign}${after}`;
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]~]/g, "\\$&").replaceAll("\n", "\\\n");
