import { createContext, type ReactElement, type ReactNode, useContext, useEffect } from "react";
import { displayWidth, fit, sanitize, sanitizeLine, wrap } from "../../kernel/text.ts";
import { type KeyAction, keyLabel } from "../keys.ts";
import { describeTarget, isSandbox, type Target } from "../question.ts";
import { Box, Text, type TextProps, useSize, useSpoken } from "../terminal.ts";
import { paint, styles, symbols, type Tone } from "../theme.ts";
import { type DrawnLine, filledCells, type Piece } from "./charts.ts";

/** The shop that a screen works on, unless it is the embedded sandbox: then nothing can happen to a shop. */
export function TargetLine({ target }: { target: Target }): ReactElement | null {
  if (isSandbox(target)) return null;
  return <Text {...styles[target.live ? "live" : "dim"]}>{sanitizeLine(describeTarget(target))}</Text>;
}

/** The layout of a screen: title, target, content and footer. */
export function Frame(props: {
  title?: string | undefined;
  target?: Target;
  footer?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { title, target, footer, children } = props;
  return (
    <Box flexDirection="column">
      {title !== undefined && <Text {...styles.head}>{sanitizeLine(title)}</Text>}
      {target && <TargetLine target={target} />}
      {children}
      {footer}
    </Box>
  );
}

/** A progress bar with its percentage: `██████░░░░  61%`. `width` is the width of the bar alone. */
export function Bar({ value, total, width }: { value: number; total: number; width: number }): ReactElement {
  const spoken = useSpoken();
  const filled = filledCells(value, total, width);
  const percent = total > 0 ? Math.floor((Math.min(value, total) / total) * 100) : 0;
  if (spoken) return <Text>{`${percent} percent`}</Text>;
  return (
    <Text wrap="truncate">
      <Text {...styles.done}>{symbols.barFull.repeat(filled)}</Text>
      <Text {...styles.dim}>{symbols.barEmpty.repeat(Math.max(0, width - filled))}</Text>
      {` ${String(percent).padStart(3)}%`}
    </Text>
  );
}

/** The line between two panes, with a blank on its right. */
export function Divider({ height }: { height: number }): ReactElement | null {
  if (useSpoken()) return null;
  return (
    <Box width={2} flexShrink={0}>
      <Text {...styles.dim}>{Array<string>(height).fill("│").join("\n")}</Text>
    </Box>
  );
}

/** The least width of a window whose parts have frames, in columns: in small windows, frames go first. */
const minFramedWidth = 80;
export const isFramed = (columns: number): boolean => columns >= minFramedWidth;

/** Returns the room in a panel of a window with this many columns. */
export function insidePanel(
  { width, height }: { width: number; height: number },
  columns: number,
  isPadded = false,
): { width: number; height: number } {
  if (!isFramed(columns)) return { width, height: height - 1 };
  return { width: width - (isPadded ? 4 : 2), height: height - 2 };
}

interface PanelProps {
  /** What it is, and facts about it. */
  title?: string;
  facts?: string;
  /** What is at the end of the title. */
  corner?: string;
  /** What is going on. */
  note?: { readonly text: string; readonly tone: Tone } | undefined;
  width: number;
  height: number;
  /** It receives the keys, beside another one. */
  isFocused?: boolean;
  /** Whether a blank is between the frame and the content. */
  isPadded?: boolean;
  /** Whether there is no room for a frame in this window. */
  isBare?: boolean | undefined;
  children: ReactNode;
}

/** A part of the window: in a frame with the title and facts in its border, in small windows below them. */
export function Panel(props: PanelProps): ReactElement {
  const {
    title = "",
    facts = "",
    corner = "",
    note,
    width,
    height,
    isFocused = false,
    isPadded,
    isBare,
  } = props;
  const size = useSize();
  const host = useContext(HostContext);
  const columns = isBare ? 0 : size.columns;
  const spoken = useSpoken();
  const isWrong = note?.tone === "failed";
  if (spoken) {
    const said = [isWrong ? note.text : "", title, facts, isWrong ? "" : note?.text, corner];
    return (
      <>
        <Text>{sanitizeLine(said.filter(Boolean).join("  ")).replaceAll("  ", ", ")}</Text>
        {props.children}
      </>
    );
  }
  const inside = insidePanel({ width, height }, columns, isPadded);
  if (!isFramed(columns)) {
    const right = [isWrong ? "" : (note?.text ?? ""), corner].filter(Boolean).join("  ");
    const left: Piece[] = isWrong
      ? [note]
      : [
          { text: title, tone: "head" },
          { text: facts, tone: "dim" },
        ];
    return (
      <>
        <Text wrap="truncate">{spread(left, [{ text: right, tone: "dim" }], width)}</Text>
        {props.children}
      </>
    );
  }
  const edge = isFocused ? "key" : "dim";
  const named = title || (host?.title ?? "");
  const fitted = fitCorner(corner, width - displayWidth(named) - 8);
  // A few letters of the facts say nothing.
  const isTold =
    displayWidth(facts) + displayWidth(named + fitted) + 9 <= width ||
    width - displayWidth(named + fitted) > 20;
  const look: Pick<TextProps, "color" | "dimColor"> = styles[edge];
  const border = (ends: string, left: readonly Piece[], right: readonly Piece[]) =>
    paint(ends.charAt(0), edge) + spread(left, right, width - 2, edge) + paint(ends.charAt(1), edge);
  const sides = {
    borderStyle: "round",
    borderTop: false,
    borderBottom: false,
    borderDimColor: look.dimColor ?? false,
  } as const;
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      <Text>
        {border(
          "╭╮",
          [
            { text: `${isFocused ? `${symbols.chosen} ` : ""}${named}`, tone: isFocused ? "key" : "head" },
            { text: isTold ? facts : "", tone: "dim" },
          ],
          [{ text: fitted, tone: "plain" }],
        )}
      </Text>
      <Box
        {...sides}
        {...(look.color !== undefined && { borderColor: look.color })}
        paddingX={isPadded ? 1 : 0}
        width={width}
        height={inside.height}
        flexDirection="column"
        overflow="hidden"
      >
        {props.children}
      </Box>
      <Text>{border("╰╯", note === undefined ? [] : [note], [])}</Text>
    </Box>
  );
}

/** Returns the parts of a corner that fit into a width; the last one stays, and the first one longer than those between them. */
function fitCorner(corner: string, width: number): string {
  const parts = corner.split("  ");
  while (parts.length > 1 && displayWidth(parts.join("  ")) > width)
    parts.splice(parts.length > 2 ? 1 : 0, 1);
  return parts.join("  ");
}

/** Returns pieces at the beginning and at the end of a line, cut to its width; in a border, with the border between them. */
export function spread(left: readonly Piece[], right: readonly Piece[], width: number, edge?: Tone): string {
  const pad = edge === undefined ? "" : " ";
  const gap = edge === undefined ? " " : "─";
  let room = width;
  const draw = (pieces: readonly Piece[]) =>
    pieces
      .flatMap(({ text, tone }) => {
        const shown = fit(sanitizeLine(text), Math.max(0, room - 2 * pad.length - 1));
        if (shown === "") return [];
        room -= displayWidth(shown) + 2;
        return [paint(shown, tone ?? "plain")];
      })
      .join("  ");
  const end = draw(right);
  const start = draw(left);
  const [first, last] = [start, end].map((text) => (text === "" ? "" : pad + text + pad));
  const blank = Math.max(1, width - displayWidth(first ?? "") - displayWidth(last ?? ""));
  return `${first}${edge === undefined ? gap.repeat(blank) : paint(gap.repeat(blank), edge)}${last}`;
}

interface LineProps {
  /** May be untrusted: control characters are made visible. */
  text: string;
  tone?: Tone;
  symbol?: keyof typeof symbols;
  /** Wrap instead of truncating with "…". */
  wrap?: boolean;
  /** The text in pieces of several styles. */
  pieces?: readonly Piece[] | undefined;
  /** The text for screen readers, if it is not `text`; empty for nothing. */
  say?: string | undefined;
}

/** A line of text with a style and a symbol. */
export function Line(props: LineProps): ReactElement | null {
  const { text, tone = "plain", symbol, wrap = false, pieces, say } = props;
  const spoken = useSpoken();
  if (spoken && say === "") return null;
  if (pieces !== undefined && !spoken)
    return (
      <Text wrap="truncate">
        {pieces.map((one) => paint(sanitizeLine(one.text), one.tone ?? "plain")).join("")}
      </Text>
    );
  const mark = symbol === undefined || spoken ? "" : `${symbols[symbol]} `;
  return (
    <Text {...styles[tone]} wrap={wrap ? "wrap" : "truncate"}>
      {mark + sanitizeLine(spoken ? (say ?? text) : text)}
    </Text>
  );
}

/** Lines that fill a width: text and drawings. */
export function Drawing({ width, lines }: { width: number; lines: readonly DrawnLine[] }): ReactElement {
  return (
    <Box width={width} flexDirection="column">
      {lines.map(({ text, tone = "plain", pieces, say }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Line key={index} text={text === "" ? " " : text} tone={tone} pieces={pieces} say={say} />
      ))}
    </Box>
  );
}

/** An answered question in the scrollback: `✔ Apply 1,204 changes? yes`. */
export function Answered({
  question,
  answer,
  ok = true,
}: {
  question: string;
  answer: string;
  ok?: boolean;
}): ReactElement {
  return (
    <Text>
      <Text aria-hidden {...styles[ok ? "done" : "failed"]}>
        {`${symbols[ok ? "done" : "failed"]} `}
      </Text>
      {`${sanitizeLine(question)} `}
      <Text {...styles.head}>{sanitizeLine(answer)}</Text>
    </Text>
  );
}

/** Returns the hints that fit into the width; the last `kept` always stay. */
export function fitHints<Key extends Pick<KeyAction, "key" | "name">>(
  keys: readonly Key[],
  width: number,
  kept: number,
): readonly Key[] {
  const [first, last] = [keys.slice(0, -kept), keys.slice(-kept)];
  const size = (part: readonly Key[]) =>
    part.reduce((sum, { key, name }) => sum + displayWidth(`${key} ${name}  `), -2);
  const most = first.findLastIndex((_, index) => size([...first.slice(0, index + 1), ...last]) <= width);
  return [...first.slice(0, most + 1), ...last];
}

export interface Hints {
  readonly keys: readonly Pick<KeyAction, "key" | "name" | "unavailable">[];
  readonly explanation?: string | undefined;
}

/** The screen that shows another one in a frame: the title of that frame, and how its keys come into the last line of the window. */
export const HostContext = createContext<
  { readonly title: string; show(hints: Hints | undefined): void } | undefined
>(undefined);

/**
 * The hint bar: keys and their actions, as many as fit and always the last one, unavailable ones dim. `explanation` replaces
 * it to say why a key did nothing.
 */
export function Hint({ keys, explanation }: Hints): ReactElement | null {
  const host = useContext(HostContext);
  const show = host?.show;
  const shown = JSON.stringify([keys, explanation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys are new objects each time, with the same texts.
  useEffect(() => show?.({ keys, explanation }), [show, shown]);
  useEffect(() => () => show?.(undefined), [show]);
  const spoken = useSpoken();
  const { columns } = useSize();
  if (host !== undefined) return null;
  if (explanation !== undefined) return <Text {...styles.warning}>{sanitizeLine(explanation)}</Text>;
  if (spoken) {
    const available = keys.filter(({ unavailable }) => unavailable === undefined);
    if (available.length === 0) return <Text />;
    return <Text>{`Keys: ${available.map(({ key, name }) => `${keyLabel(key)} ${name}`).join(", ")}`}</Text>;
  }
  return (
    <Text wrap="truncate">
      {fitHints(keys, columns, 1).map(({ key, name, unavailable }, index) => (
        <Text key={key} {...(unavailable === undefined ? styles.plain : styles.dim)}>
          {index > 0 && "  "}
          <Text {...(unavailable === undefined ? styles.key : styles.dim)}>{keyLabel(key)}</Text>
          {` ${name}`}
        </Text>
      ))}
    </Text>
  );
}

/** The most lines of a message. */
const most = 6;

/**
 * Returns a message as at most six lines, the last of which ends with `…` if more follow; indented lines, which align with a
 * caret, are not wrapped.
 */
export function messageLines(text: string, width: number): string[] {
  const lines = sanitize(text)
    .split("\n")
    .flatMap((line) => (line.startsWith("  ") ? [line] : wrap(line, width)));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fit(`${lines[most - 1]} …`, width)];
}
