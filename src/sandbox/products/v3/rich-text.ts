import type { RichContent } from "../../../api/services/models.ts";

type Rich = RichContent;
interface Node {
  type?: string | null;
  nodes?: unknown[] | null;
  textData?: unknown;
  headingData?: unknown;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** Converts HTML to rich text: headings and paragraphs with plain text. */
export function richFromHtml(html: string): Rich {
  const nodes = html
    .replace(/<\/?(?:ul|ol|div|table|tbody|tr)[^>]*>|<br[^>]*>/gi, "\n")
    .split(/(?=<(?:p|h[1-6]|li)[\s>])|<\/(?:p|h[1-6]|li)>/i)
    .flatMap((piece) => {
      const text = textOfHtml(piece).trim();
      return text === "" ? [] : [blockOf(text, Number(/^<h([1-6])/i.exec(piece.trim())?.[1] ?? 0))];
    });
  return { nodes, metadata: { version: 1 } };
}

/** Converts rich text to HTML: headings and paragraphs. */
export function htmlFromRich(content: Rich): string {
  return (content.nodes ?? []).map((node) => htmlOf(node as Node)).join("");
}

/** Returns the text of HTML without tags. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d{1,6}|x[0-9a-f]{1,6})|([a-z]+));/gi, (whole, code?: string, name?: string) => {
      if (code === undefined) return entities.get(name?.toLowerCase() ?? "") ?? whole;
      const point = Number(code.replace(/^x/i, "0x"));
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    });
}

function blockOf(text: string, level: number) {
  const textNode = { type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } };
  return level > 0
    ? { type: "HEADING", id: "", nodes: [textNode], headingData: { level } }
    : { type: "PARAGRAPH", id: "", nodes: [textNode], paragraphData: {} };
}

function htmlOf(node: Node): string {
  if (node.type === "TEXT") return escapeHtml((node.textData as { text?: string } | null)?.text ?? "");
  const inner = (node.nodes ?? []).map((child) => htmlOf(child as Node)).join("");
  if (node.type === "HEADING") {
    const level = (node.headingData as { level?: number } | null)?.level ?? 2;
    return `<h${level}>${inner}</h${level}>`;
  }
  return node.type === "PARAGRAPH" ? `<p>${inner}</p>` : inner;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
