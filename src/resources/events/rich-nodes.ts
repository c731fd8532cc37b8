import type { Event } from "../../api/services/events/events.ts";

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
export interface Decoration {
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

export type Mark = "BOLD" | "ITALIC" | "UNDERLINE" | "STRIKETHROUGH";
const markData: Record<Mark, object> = {
  BOLD: { fontWeightValue: 700 },
  ITALIC: { italicData: true },
  UNDERLINE: { underlineData: true },
  STRIKETHROUGH: { strikethroughData: true },
};

export const mark = (type: Mark): Decoration => ({ type, ...markData[type] });
export const link = (url: string): Decoration => ({ type: "LINK", linkData: { link: { url } } });

export const textNode = (text: string, decorations: readonly Decoration[] = []): RichNode => ({
  type: "TEXT",
  textData: { text, decorations },
});
export const block = (type: string, nodes: readonly RichNode[], data: object = {}): RichNode => ({
  type,
  nodes,
  ...data,
});
export const paragraph = (nodes: readonly RichNode[]): RichNode => block("PARAGRAPH", nodes);
export const heading = (level: number, nodes: readonly RichNode[]): RichNode =>
  block("HEADING", nodes, { headingData: { level } });
export const image = (url: string, altText: string): RichNode => ({
  type: "IMAGE",
  imageData: { image: { src: { url } }, ...(altText !== "" && { altText }) },
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
        ...block(node.type ?? "", bareNodes(node.nodes ?? [])),
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
  return decoration.type in markData ? mark(decoration.type as Mark) : decoration;
}

const known = new Set(
  "PARAGRAPH TEXT HEADING BULLETED_LIST ORDERED_LIST LIST_ITEM BLOCKQUOTE CODE_BLOCK DIVIDER".split(" "),
);
/** Whether Markdown cannot express a node: pictures, galleries, maps, polls, videos, audio and unknown types. */
export const isOpaque = ({ type }: RichNode): boolean => !known.has(type ?? "");
