import { looksLikeHtml, readHtml } from "./html-read.ts";
import { readMarkdown } from "./markdown-read.ts";
import { bareNodes, type Decoration, isOpaque, type RichNode, richText } from "./rich-nodes.ts";

/** Parses HTML if the text starts with a tag, else Markdown. `opaque` as for readMarkdown. */
export const readRichText = (text: string, opaque: readonly RichNode[] = []) =>
  richText(looksLikeHtml(text) ? readHtml(text) : readMarkdown(text, opaque));

/** Returns the nodes that Markdown cannot express, in order: `[[IMAGE 1]]` is the first. */
export function opaqueNodes(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node) => (isOpaque(node) ? [node] : opaqueNodes(node.nodes ?? [])));
}

/** Returns nodes as Markdown, with placeholders such as `[[IMAGE 1]]` for what Markdown cannot express. */
export function writeMarkdown(nodes: readonly RichNode[]): string {
  const opaque = opaqueNodes(nodes);
  return blocks(nodes, opaque).join("\n\n");
}

/** Returns nodes as a cell of a file: Markdown if reading it gives the same nodes, else the nodes as JSON. */
export function richCell(nodes: readonly RichNode[]): string {
  const text = writeMarkdown(nodes);
  const isExact = opaqueNodes(nodes).length === 0 && !text.startsWith("{") && !looksLikeHtml(text);
  if (isExact && sameText(readMarkdown(text), nodes)) return text;
  return JSON.stringify({ nodes });
}

/** Returns the nodes of a cell. `present` are the present nodes. Throws UsageError for an unknown placeholder. */
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

/** Whether two texts have the same content, without regard to ids and styles. */
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

/** Escapes the characters that would turn a paragraph into another block. */
const startEscaped = (text: string): string =>
  text
    .replace(/^([#>+-])/gm, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/gm, (_, digits, sign) => `${digits}\\${sign}`);

const order = ["LINK", "BOLD", "ITALIC", "STRIKETHROUGH"];
const signs: Readonly<Record<string, string>> = { BOLD: "**", ITALIC: "_", STRIKETHROUGH: "~~" };

interface Run {
  text: string;
  decorations: readonly Decoration[];
}

/** Returns runs of text as a line of Markdown; adjacent runs with the same decoration share one pair of signs. */
function inline(nodes: readonly RichNode[]): string {
  const runs = nodes.map(({ type, textData }): Run => {
    const decorations = (textData?.decorations ?? [])
      .filter((one) => order.includes(one.type))
      .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
    return { text: type === "TEXT" ? (textData?.text ?? "") : `[[${type}]]`, decorations };
  });
  return writeRuns(runs);
}

function writeRuns(runs: readonly Run[]): string {
  let text = "";
  for (let start = 0; start < runs.length; ) {
    const [first] = runs[start]?.decorations ?? [];
    let end = start + 1;
    while (end < runs.length && isSame(runs[end]?.decorations[0], first)) end += 1;
    const group = runs.slice(start, end);
    text +=
      first === undefined
        ? group.map(({ text }) => escaped(text)).join("")
        : decorate(first, writeRuns(group.map((run) => ({ ...run, decorations: run.decorations.slice(1) }))));
    start = end;
  }
  return text;
}

const isSame = (one: Decoration | undefined, other: Decoration | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Puts the signs of a decoration around a text, with leading and trailing spaces outside of them. */
function decorate(decoration: Decoration, text: string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (inner === "") return text;
  const url = decoration.linkData?.link?.url;
  const sign = signs[decoration.type] ?? "";
  return decoration.type === "LINK"
    ? `${before}[${inner}](${url})${after}`
    : `${before}${sign}${inner}${sign}${after}`;
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]~]/g, "\\$&").replaceAll("\n", "\\\n");
