import { wrap } from "../../kernel/text.ts";
import type { Sink } from "../../output/streams.ts";
import { type Style, styleFor } from "../../output/style.ts";

/** Returns the first heading of a guide. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "";
}

/**
 * Returns a guide as text for this stream: headings in bold, code indented, paragraphs and list items wrapped, links as
 * the text with the guide that they lead to. It understands the Markdown that the guides use, not all of it.
 */
export function guideText(
  markdown: string,
  sink: Pick<Sink, "colour" | "colours" | "ascii" | "columns">,
): string {
  const style = styleFor(sink);
  const width = Math.min(100, Math.max(20, sink.columns));
  return `${blocksOf(markdown)
    .map((block) => blockText(block, style, width))
    .join("\n\n")}\n`;
}

/** Splits Markdown at empty lines outside fences; each block keeps its lines. */
function blocksOf(markdown: string): string[][] {
  const blocks: string[][] = [[]];
  let fenced = false;
  for (const line of markdown.trimEnd().split("\n")) {
    const fence = line.startsWith("```");
    if (line === "" && !fenced) blocks.push([]);
    else {
      if (!fenced && /^<!--.*-->$/.test(line)) continue;
      const table = line.startsWith("|") && !blocks.at(-1)?.[0]?.startsWith("|");
      if ((fence || table) && !fenced && blocks.at(-1)?.length) blocks.push([]);
      blocks.at(-1)?.push(line);
    }
    if (fence) fenced = !fenced;
  }
  return blocks.filter((block) => block.length > 0);
}

function blockText(lines: readonly string[], style: Style, width: number): string {
  const [first = ""] = lines;
  if (first.startsWith("```")) {
    const code = lines.filter((line) => !line.startsWith("```"));
    return code.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
  }
  if (first.startsWith("    ")) return lines.join("\n");
  if (first.startsWith("|")) return tableText(lines, width);
  const [, level, title = ""] = /^(#+) (.*)$/.exec(first) ?? [];
  if (level !== undefined) {
    const rest = lines.slice(1);
    return [style.heading(plain(title)), ...(rest.length > 0 ? [blockText(rest, style, width)] : [])].join(
      "\n",
    );
  }
  return itemsOf(lines)
    .flatMap(({ mark, text }) => {
      const indent = " ".repeat(mark.length);
      return wrap(plain(text), width - mark.length).map(
        (line, index) => (index === 0 ? mark : indent) + line,
      );
    })
    .join("\n");
}

/** Joins the lines of a paragraph, or of each item of a list. */
function itemsOf(lines: readonly string[]): { mark: string; text: string }[] {
  const items: { mark: string; text: string }[] = [];
  for (const line of lines) {
    const [, mark, text = ""] = /^(\s*(?:[-*]|\d+\.) )(.*)$/.exec(line) ?? [];
    const last = items.at(-1);
    if (mark !== undefined) items.push({ mark, text });
    else if (last === undefined) items.push({ mark: "", text: line.trim() });
    else last.text += ` ${line.trim()}`;
  }
  return items;
}

/** Prints each row of a table as its first cell, and the others indented below it. */
function tableText(lines: readonly string[], width: number): string {
  const rows = lines
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/)
        .map((cell) => plain(cell.replaceAll("\\|", "|").trim())),
    );
  const [head = [], ...body] = rows;
  const named = head.some((cell) => cell !== "");
  return body
    .flatMap(([name = "", ...cells]) => [
      ...wrap(name, width - 2).map((line) => `  ${line}`),
      ...cells.flatMap((cell, index) => {
        const label = named && cells.length > 1 && head[index + 1] ? `${head[index + 1]}: ` : "";
        return wrap(label + cell, width - 6).map((line) => `      ${line}`);
      }),
    ])
    .join("\n");
}

/** Removes emphasis, and says which guide a link leads to. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\(([\w-]+)\.md(?:#[^)]*)?\)/g, "$1 (till help $2)")
    .replace(/\[([^\]]+)\]\((https?:[^)]+)\)/g, "$1 ($2)")
    .replace(/ ?\(\[why\]\([^)]*\)\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1");
}
