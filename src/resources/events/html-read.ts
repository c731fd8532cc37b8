import {
  block,
  type Decoration,
  heading,
  image,
  link,
  type Mark,
  mark,
  paragraph,
  type RichNode,
  textNode,
} from "./rich-nodes.ts";

const marks: Readonly<Record<string, Mark>> = {
  b: "BOLD",
  strong: "BOLD",
  i: "ITALIC",
  em: "ITALIC",
  u: "UNDERLINE",
  s: "STRIKETHROUGH",
  del: "STRIKETHROUGH",
  strike: "STRIKETHROUGH",
};
const blocks: Readonly<Record<string, string>> = {
  p: "PARAGRAPH",
  div: "PARAGRAPH",
  pre: "CODE_BLOCK",
  blockquote: "BLOCKQUOTE",
  ul: "BULLETED_LIST",
  ol: "ORDERED_LIST",
  li: "LIST_ITEM",
  h1: "HEADING",
  h2: "HEADING",
  h3: "HEADING",
  h4: "HEADING",
  h5: "HEADING",
  h6: "HEADING",
};
const containers = new Set(["BULLETED_LIST", "ORDERED_LIST", "LIST_ITEM", "BLOCKQUOTE"]);
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  ndash: "–",
  mdash: "—",
};

/** An open block with its nodes so far; the whole text has the tag ROOT. */
interface Open {
  tag: string;
  type: string;
  nodes: RichNode[];
}

const token =
  /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gis;

/** Whether text starts with a tag. Such text is read as HTML, all other text as Markdown. */
export const looksLikeHtml = (text: string): boolean => /^\s*<(?:!--|[a-z][a-z0-9]*[\s/>])/i.test(text);

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
    if (tag === undefined) {
      if (whole.startsWith("<") && whole.length > 1) continue;
      addText(top().type === "CODE_BLOCK" ? decoded(whole) : decoded(whole.replace(/\s+/g, " ")));
    } else if (tag === "br") addText("\n");
    else if (tag === "hr" || tag === "img") {
      while (top().type === "PARAGRAPH") close();
      const node =
        tag === "hr"
          ? block("DIVIDER", [])
          : image(attribute(attributes, "src"), attribute(attributes, "alt"));
      top().nodes.push(node);
    } else if (blocks[tag] !== undefined) {
      if (slash === "/") {
        if (!open.some((one) => one.tag === tag)) continue;
        while (top().tag !== tag) close();
        close();
        continue;
      }
      while (top().type === "PARAGRAPH" || top().type === "HEADING") close();
      if (tag === "li" && top().type === "LIST_ITEM") close();
      open.push({ tag, type: blocks[tag], nodes: [] });
    } else if (slash === "/") {
      const at = decorations.findLastIndex((one) => one.tag === tag);
      if (at >= 0) decorations.splice(at, 1);
    } else if (tag === "a") decorations.push({ tag, decoration: link(attribute(attributes, "href")) });
    else if (marks[tag] !== undefined) decorations.push({ tag, decoration: mark(marks[tag]) });
  }
  while (open.length > 1) close();
  return root.nodes;
}

/** Returns a closed block as nodes, or none if it is empty. */
function nodesOfBlock({ tag, type, nodes }: Open): RichNode[] {
  const trimmed = containers.has(type) || type === "CODE_BLOCK" ? nodes : trimmedRuns(nodes);
  if (trimmed.length === 0) return [];
  if (type === "PARAGRAPH") return [paragraph(trimmed)];
  return [type === "HEADING" ? heading(Number(tag[1]), trimmed) : block(type, trimmed)];
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
  return decoded(double ?? single ?? bare ?? "");
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code === undefined) return entities[name.toLowerCase()] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
