import { type ReactElement, useRef } from "react";
import { fit, padEnd, sanitizeLine } from "../../kernel/text.ts";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { Box, ConfirmInput, Text, useSpoken } from "../terminal.ts";
import { paint, symbols, type Tone } from "../theme.ts";
import { Hint, Line } from "./frame.tsx";

/** Returns the selected item and its position, for screen readers: `2 of 3: main`. */
export function spokenSelection(items: readonly string[], selected: number): string {
  const item = items[selected];
  return item === undefined ? "no items" : `${selected + 1} of ${items.length}: ${sanitizeLine(item)}`;
}

interface ListProps {
  items: readonly string[];
  selected: number;
  /** The maximum height, in rows. */
  height: number;
  /** The maximum width, in columns. */
  width: number;
  isDim?(index: number): boolean;
  /** The letters of an item that are underlined. */
  placesOf?(index: number): ReadonlySet<number>;
}

/** A list with a selected item. Only the visible items are rendered; a screen reader reads the selected one. */
export function List({ items, selected, height, width, isDim, placesOf }: ListProps): ReactElement {
  const start = useRef(0);
  const seen = windowAround(selected, items.length, height, start.current);
  start.current = seen.start;
  if (useSpoken()) return <Text>{spokenSelection(items, selected)}</Text>;
  return (
    <Box flexDirection="column">
      {items.slice(seen.start, seen.end).map((item, offset) => {
        const index = seen.start + offset;
        const isChosen = index === selected;
        const places = placesOf?.(index);
        const plain = padEnd(fit(sanitizeLine(item), width - 2), width - 2);
        const line = `${isChosen ? symbols.chosen : " "} ${places?.size ? underlined(plain, places) : plain}`;
        const tone = isChosen ? "chosen" : isDim?.(index) ? "dim" : "plain";
        return <Text key={index}>{paint(line, tone)}</Text>;
      })}
    </Box>
  );
}

/** Returns a text with letters underlined, which is visible without colors, too. */
const underlined = (text: string, places: ReadonlySet<number>): string =>
  text
    .split("")
    .map((letter, at) => (places.has(at) ? `\x1b[4m${letter}\x1b[24m` : letter))
    .join("")
    .replaceAll("\x1b[24m\x1b[4m", "");

/** The visible part of a list, from `start` up to but not including `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the part of `count` rows that is visible in `height` rows: `selected` is in it, and it moves as little as
 * possible from the `previous` start.
 */
export function windowAround(selected: number, count: number, height: number, previous = 0): Window {
  const size = Math.max(0, Math.min(count, height));
  const lowest = Math.min(selected, count - size);
  const start = Math.max(0, Math.min(Math.max(previous, selected - size + 1), lowest));
  return { start, end: start + size };
}

/** Further than any list is long. */
const far = 1e9;

/** Returns by how many places a key moves in a list with so many places on a page; undefined for other keys. */
export function movedBy(key: string, page: number): number | undefined {
  const half = Math.max(1, Math.floor(page / 2));
  const steps: Record<string, number> = {
    ...{ up: -1, k: -1, pageup: -page, "ctrl+b": -page, "ctrl+u": -half, home: -far, g: -far },
    ...{ down: 1, j: 1, pagedown: page, "ctrl+f": page, "ctrl+d": half, end: far, G: far },
  };
  return steps[key];
}

/** Returns the selected index among `count` after a key; keys that do not move leave it. */
export const moveSelection = (selected: number, key: string, count: number, page: number): number =>
  Math.max(0, Math.min(count - 1, selected + (movedBy(key, page) ?? 0)));

/**
 * A yes/no question: y is yes; n, Enter, Esc and q are no. Keys count if they arrive alone or together with Enter, so
 * pasted text confirms nothing.
 */
export function YesNo({
  question,
  tone = "head",
  onAnswer,
  others = [],
}: {
  question: string;
  tone?: Tone;
  onAnswer(yes: boolean): void;
  /** Keys that do something else. */
  others?: readonly KeyAction[];
}): ReactElement {
  const no = () => onAnswer(false);
  // ConfirmInput accepts only keys that arrive alone.
  useKeys(([answer = "", enter, ...more]) => {
    if (enter === "enter" && more.length === 0 && /^[yn]$/i.test(answer)) onAnswer(/y/i.test(answer));
  });
  useActions([{ key: "esc", also: ["q"], name: "no", run: no }, ...others]);
  return (
    <>
      <Box>
        <Line tone={tone} symbol="question" text={question} wrap />
        <Box flexShrink={0} marginLeft={1} alignSelf="flex-end">
          <ConfirmInput defaultChoice="cancel" onConfirm={() => onAnswer(true)} onCancel={no} />
        </Box>
      </Box>
      <Hint keys={[{ key: "y", name: "yes" }, ...others, { key: "n", name: "no" }]} />
    </>
  );
}
