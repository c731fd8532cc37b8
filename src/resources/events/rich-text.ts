import type { Event } from "../../api/services/events.ts";
import { UsageError } from "../../kernel/errors.ts";
import { decodeEntities } from "../../kernel/html.ts";

/** A node of formatted text: a paragraph, a list, a picture, or a run of text with its decorations. */
export interface RichNode {
  type?: string | null;
  id?: string | null;
  nodes?: readonly RichNode[] | null;
  textData?: { text?: string | null; decorations?: readonly Decoration[] | null } | null;
  headingData?: { level?: number } | null;
  imageData?: { image?: { src?: { url?: string; id?: string } }; altText?: string } | null;
  [data: string]: unknown;
}

/** The style of a run of text, or a link. */
interface Decoration {
  type: string;
  linkData?: { link?: { url?: string } };
  [data: string]: unknown;
}

/** A formatted text in the platform's format. */
export interface RichText {
  nodes: readonly RichNode[];
  [rest: string]: unknown;
}

/** Returns the nodes of a formatted text; none if it is absent. */
export const nodesOf = (content: object | null | undefined): readonly RichNode[] =>
  ((content as RichText | null | undefined)?.nodes ?? []) as readonly RichNode[];

/** Returns nodes as a formatted text of the models. */
export const richText = (nodes: readonly RichNode[]) =>
  ({ nodes }) as unknown as NonNullable<Event["description"]>;

type Mark = "BOLD" | "ITALIC" | "UNDERLINE" | "STRIKETHROUGH";
const markData: Record<Mark, object> = {
  BOLD: { fontWeightValue: 700 },
  ITALIC: { italicData: true },
  UNDERLINE: { underlineData: true },
  STRIKETHROUGH: { strikethroughData: true },
};

export const textDecoration = (type: Mark): Decoration => ({ type, ...markData[type] });
export const link = (url: string): Decoration => ({ type: "LINK", linkData: { link: { url } } });

export const textNode = (text: string, decorations: readonly Decoration[] = []): RichNode => ({
  type: "TEXT",
  textData: { text, decorations },
});
export const richNode = (type: string, nodes: readonly RichNode[], data: object = {}): RichNode => ({
  type,
  nodes,
  ...data,
});
export const paragraph = (nodes: readonly RichNode[]): RichNode => richNode("PARAGRAPH", nodes);
export const heading = (level: number, nodes: readonly RichNode[]): RichNode =>
  richNode("HEADING", nodes, { headingData: { level } });
const image = (url: string, altText: string): RichNode => ({
  type: "IMAGE",
  imageData: { image: { src: { url } }, altText: altText !== "" ? altText : undefined },
});

/** Returns the visible content of nodes: without ids and styles, with adjacent runs of the same decorations joined. */
export function bareNodes(nodes: readonly RichNode[]): RichNode[] {
  const bare: RichNode[] = [];
  for (const node of nodes) {
    if (isOpaque(node)) {
      bare.push(node);
      continue;
    }
    if (node.type !== "TEXT") {
      const level = node.headingData?.level ?? 1;
      bare.push({
        ...richNode(node.type ?? "", bareNodes(node.nodes ?? [])),
        ...(node.type === "HEADING" && { headingData: { level } }),
      });
      continue;
    }
    const text = node.textData?.text ?? "";
    const decorations = (node.textData?.decorations ?? []).map(bareDecoration);
    const before = bare.at(-1);
    if (
      before?.type === "TEXT" &&
      JSON.stringify(before.textData?.decorations) === JSON.stringify(decorations)
    )
      bare[bare.length - 1] = textNode(`${before.textData?.text}${text}`, decorations);
    else if (text !== "") bare.push(textNode(text, decorations));
  }
  return bare;
}

function bareDecoration(decoration: Decoration): Decoration {
  if (decoration.type === "LINK") return link(decoration.linkData?.link?.url ?? "");
  return decoration.type in markData ? textDecoration(decoration.type as Mark) : decoration;
}

const markdownNodes = new Set(
  "PARAGRAPH TEXT HEADING BULLETED_LIST ORDERED_LIST LIST_ITEM BLOCKQUOTE CODE_BLOCK DIVIDER".split(" "),
);
/** Whether Markdown cannot express a node: pictures, galleries, maps, polls, videos, audio and unknown types. */
const isOpaque = ({ type }: RichNode): boolean => !markdownNodes.has(type ?? "");

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
  if (isExact && sameRichText(readMarkdown(text), nodes)) return text;
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
export function sameRichText(a: readonly RichNode[], b: readonly RichNode[]): boolean {
  return JSON.stringify(bareNodes(a)) === JSON.stringify(bareNodes(b));
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
      .filter((decoration) => order.includes(decoration.type))
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

const isSame = (a: Decoration | undefined, b: Decoration | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

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
  if (divider.test(line)) return lines.shift() === undefined ? paragraph([]) : richNode("DIVIDER", []);
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
    return richNode("BLOCKQUOTE", readBlocks({ lines: quoted, opaque }));
  }
  if (listItem.test(line)) return readList(lines);
  const first = lines.shift() ?? "";
  const more = takeWhile(lines, (one) => one.trim() !== "" && !begins.test(one) && !divider.test(one));
  return paragraph(readInline(joined([first, ...more])));
}

/** Joins the lines of a paragraph; a backslash at the end of a line is a line break. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .reduce((text, one) => (text.endsWith("\\") ? `${text.slice(0, -1)}\n${one}` : `${text} ${one}`));

function readCode(lines: string[]): RichNode {
  lines.shift();
  const code = takeWhile(lines, (one) => !one.startsWith("```"));
  lines.shift();
  return richNode("CODE_BLOCK", [textNode(code.join("\n"))]);
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
      const above = items.pop() ?? richNode("LIST_ITEM", []);
      items.push(richNode("LIST_ITEM", [...(above.nodes ?? []), readList(lines)]));
      continue;
    }
    lines.shift();
    const more = takeWhile(lines, (one) => one.trim() !== "" && !begins.test(one));
    items.push(richNode("LIST_ITEM", [paragraph(readInline(joined([text, ...more])))]));
  }
  return richNode(number === undefined ? "BULLETED_LIST" : "ORDERED_LIST", items);
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

const spans = new RegExp(
  [
    /\\(?<escaped>[\\`*_{}[\]()#+.!~<>-])/,
    /`(?<code>[^`]+)`/,
    /!?\[(?<label>(?:\\.|[^\]\\])*)\]\((?<url>[^)\s]*)\)/,
    /\*\*\*(?=\S)(?<both>.+?)(?<=[^\s\\])\*\*\*/,
    /\*\*(?=\S)(?<strong>.+?)(?<=[^\s\\])\*\*/,
    /\*(?=[^\s*])(?<star>(?:\\.|[^*\\])+?)(?<=\S)\*/,
    /(?<![\p{L}\p{N}])_(?=\S)(?<under>(?:\\.|[^_\\])+?)(?<=\S)_(?![\p{L}\p{N}])/u,
    /~~(?=\S)(?<strike>.+?)(?<=[^\s\\])~~/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "su",
);

/** Parses a line of Markdown to runs of text; `decorations` apply to all of it. */
function readInline(text: string, decorations: readonly Decoration[] = []): RichNode[] {
  const nodes: RichNode[] = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") nodes.push(textNode(plain, decorations));
    plain = "";
  };
  let rest = text;
  for (let found = spans.exec(rest); found !== null; found = spans.exec(rest)) {
    plain += rest.slice(0, found.index);
    rest = rest.slice(found.index + found[0].length);
    const { escaped, code, label, url, both, strong, star, under, strike } = found.groups ?? {};
    if (escaped !== undefined || code !== undefined) {
      plain += escaped ?? code;
      continue;
    }
    flush();
    const inside = (inner: string, ...more: Decoration[]) =>
      nodes.push(...readInline(inner, [...decorations, ...more]));
    if (label !== undefined) inside(label, link(url ?? ""));
    else if (both !== undefined) inside(both, textDecoration("BOLD"), textDecoration("ITALIC"));
    else if (strong !== undefined) inside(strong, textDecoration("BOLD"));
    else if (strike !== undefined) inside(strike, textDecoration("STRIKETHROUGH"));
    else inside(star ?? under ?? "", textDecoration("ITALIC"));
  }
  plain += rest;
  flush();
  return nodes;
}

const marks = new Map<string, Mark>([
  ["b", "BOLD"],
  ["strong", "BOLD"],
  ["i", "ITALIC"],
  ["em", "ITALIC"],
  ["u", "UNDERLINE"],
  ["s", "STRIKETHROUGH"],
  ["del", "STRIKETHROUGH"],
  ["strike", "STRIKETHROUGH"],
]);
const blockTags = new Map<string, string>([
  ["p", "PARAGRAPH"],
  ["div", "PARAGRAPH"],
  ["pre", "CODE_BLOCK"],
  ["blockquote", "BLOCKQUOTE"],
  ["ul", "BULLETED_LIST"],
  ["ol", "ORDERED_LIST"],
  ["li", "LIST_ITEM"],
  ["h1", "HEADING"],
  ["h2", "HEADING"],
  ["h3", "HEADING"],
  ["h4", "HEADING"],
  ["h5", "HEADING"],
  ["h6", "HEADING"],
]);
const containers = new Set(["BULLETED_LIST", "ORDERED_LIST", "LIST_ITEM", "BLOCKQUOTE"]);
/** An open block with its nodes so far; the whole text has the tag ROOT. */
interface Open {
  tag: string;
  type: string;
  nodes: RichNode[];
}

const token =
  /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gis;

/** Whether text starts with a tag. Such text is read as HTML, all other text as Markdown. */
const looksLikeHtml = (text: string): boolean => /^\s*<(?:!--|[a-z][a-z0-9]*[\s/>])/i.test(text);

/** Parses HTML to the platform's nodes. Ignores tags without an equivalent, but keeps their content. */
export function readHtml(text: string): RichNode[] {
  const root: Open = { tag: "ROOT", type: "ROOT", nodes: [] };
  const open: Open[] = [root];
  const decorations: { tag: string; decoration: Decoration }[] = [];
  const top = () => open.at(-1) ?? root;
  const close = () => {
    const block = open.pop();
    if (block && block !== root) top().nodes.push(...nodesOfBlock(block));
  };
  const addText = (run: string) => {
    const node = textNode(
      run,
      decorations.map(({ decoration }) => decoration),
    );
    if (top().type === "ROOT" || containers.has(top().type)) {
      if (run.trim() === "") return;
      open.push({ tag: "p", type: "PARAGRAPH", nodes: [] });
    }
    top().nodes.push(node);
  };
  for (const [whole, , slash, name, attributes = ""] of text.matchAll(token)) {
    const tag = name?.toLowerCase();
    const type = blockTags.get(tag ?? "");
    const style = marks.get(tag ?? "");
    if (tag === undefined) {
      if (whole.startsWith("<") && whole.length > 1) continue;
      addText(
        top().type === "CODE_BLOCK" ? decodeEntities(whole) : decodeEntities(whole.replace(/\s+/g, " ")),
      );
    } else if (tag === "br") addText("\n");
    else if (tag === "hr" || tag === "img") {
      while (top().type === "PARAGRAPH") close();
      const node =
        tag === "hr"
          ? richNode("DIVIDER", [])
          : image(attribute(attributes, "src"), attribute(attributes, "alt"));
      top().nodes.push(node);
    } else if (type !== undefined) {
      if (slash === "/") {
        if (!open.some((one) => one.tag === tag)) continue;
        while (top().tag !== tag) close();
        close();
        continue;
      }
      while (top().type === "PARAGRAPH" || top().type === "HEADING") close();
      if (tag === "li" && top().type === "LIST_ITEM") close();
      open.push({ tag, type, nodes: [] });
    } else if (slash === "/") {
      const at = decorations.findLastIndex((decoration) => decoration.tag === tag);
      if (at >= 0) decorations.splice(at, 1);
    } else if (tag === "a") decorations.push({ tag, decoration: link(attribute(attributes, "href")) });
    else if (style !== undefined) decorations.push({ tag, decoration: textDecoration(style) });
  }
  while (open.length > 1) close();
  return root.nodes;
}

/** Returns a closed block as nodes, or none if it is empty. */
function nodesOfBlock({ tag, type, nodes }: Open): RichNode[] {
  const trimmed = containers.has(type) || type === "CODE_BLOCK" ? nodes : trimmedRuns(nodes);
  if (trimmed.length === 0) return [];
  if (type === "PARAGRAPH") return [paragraph(trimmed)];
  return [type === "HEADING" ? heading(Number(tag[1]), trimmed) : richNode(type, trimmed)];
}

function trimmedRuns(nodes: readonly RichNode[]): RichNode[] {
  const last = nodes.length - 1;
  return nodes.flatMap((node, index) => {
    let text = node.textData?.text ?? "";
    if (index === 0) text = text.trimStart();
    if (index === last) text = text.trimEnd();
    return text === "" ? [] : [textNode(text, node.textData?.decorations ?? [])];
  });
}

function attribute(attributes: string, name: string): string {
  const [, double, single, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(attributes) ?? [];
  return decodeEntities(double ?? single ?? bare ?? "");
}
