import { type Decoration, link, mark, type RichNode, textNode } from "./rich-nodes.ts";

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
export function readInline(text: string, decorations: readonly Decoration[] = []): RichNode[] {
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
    else if (both !== undefined) inside(both, mark("BOLD"), mark("ITALIC"));
    else if (strong !== undefined) inside(strong, mark("BOLD"));
    else if (strike !== undefined) inside(strike, mark("STRIKETHROUGH"));
    else inside(star ?? under ?? "", mark("ITALIC"));
  }
  plain += rest;
  flush();
  return nodes;
}
