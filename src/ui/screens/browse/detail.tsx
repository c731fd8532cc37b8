import { type ReactElement, useEffect, useMemo } from "react";
import {
  capitalized,
  displayWidth,
  fit,
  labelOf,
  padEnd,
  padStart,
  sanitizeLine,
  wrap,
} from "../../../kernel/text.ts";
import { qrWithin } from "../../../output/qr.ts";
import { cutPieces, type Piece } from "../../components/charts.ts";
import { insidePanel, Panel } from "../../components/frame.tsx";
import { columnGap, layoutColumns, spokenCells } from "../../components/table.tsx";
import { Pictured } from "../../pictures/pictured.tsx";
import { Box, Text, type TextProps, useSize, useSpoken } from "../../terminal.ts";
import { paint, styles, symbols, type Tone, withSign } from "../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";
import type {
  BrowseColumn,
  BrowseRow,
  Detail,
  DetailLine,
  DetailSection,
  OpenRow,
} from "./browse-resource.ts";
import type { BrowseEvent } from "./events.state.ts";
import { findRow } from "./rows.state.ts";
import { chosenRow } from "./view.state.ts";

interface DetailPageProps {
  state: BrowseState;
  row: OpenRow | undefined;
  /** The page was opened; without it, the fields come before the QR code, which is left out. */
  isOpen?: boolean;
  /** The list is beside it. */
  isBeside?: boolean;
  width: number;
  height: number;
  scroll: number;
  /** Draws ASCII characters only. */
  ascii?: boolean | undefined;
  /** Called with the maximum scroll position if `scroll` exceeds it. */
  onEnd?: ((most: number) => void) | undefined;
}

/** The minimum width of the fields beside a QR code, in columns. */
const besideCode = 34;
/** QR codes are white on black in every theme, so that cameras can read them. */
const codeStyle = { color: "whiteBright", backgroundColor: "black" } as const;

/** The detail page of a row: its QR code or picture, its fields and its history. */
export function DetailPage({
  state,
  row,
  isOpen = true,
  isBeside = false,
  width,
  height,
  scroll,
  ascii = false,
  onEnd,
}: DetailPageProps): ReactElement {
  const { detail, error } = row ?? {};
  const size = useSize();
  // A QR code needs the room of the frame in small windows.
  const isBare = detail?.code !== undefined && isOpen && height < besideCode;
  const columns = isBare ? 0 : size.columns;
  const spoken = useSpoken();
  const known = detail ?? findRow(viewOf(state).rows, row?.id ?? "");
  const title = error !== undefined ? "Could not read this row" : known ? titleOf(state, known) : "Reading…";
  const room = insidePanel({ width, height }, columns, true);
  const layout = { ...room, scroll: detail === undefined ? 0 : scroll, onEnd };
  const style = { width: room.width, spoken, isBrief: !isOpen };
  const content = (): ReactElement => {
    if (error !== undefined)
      return <Page {...layout} lines={wrap(error, room.width).map((text) => pageLine(text))} />;
    if (detail === undefined) {
      const found = findRow(viewOf(state).rows, row?.id ?? "");
      if (found === undefined) return <Text> </Text>;
      const resource = resourceOf(state);
      const fields = resource.fieldsOf?.(found.id) ?? cellLines(resource.columns, found);
      const lines = [...pageLines({ lines: fields, history: [] }, style), pageLine("…", "dim")];
      return <Page {...layout} lines={lines} />;
    }
    const { code } = detail;
    // A screen reader reads the content of the code among the fields.
    if (code === undefined || spoken || !isOpen)
      return (
        <Pictured address={detail.picture} {...room}>
          {(left) => (
            <Page {...layout} {...left} lines={pageLines(detail, { ...style, width: left.width })} />
          )}
        </Pictured>
      );
    const beside = ascii
      ? undefined
      : qrWithin(code, { columns: room.width - besideCode - 2, lines: room.height });
    if (beside === undefined)
      return (
        <Page {...layout} lines={[...codeLines(code, { ...room, ascii }), ...pageLines(detail, style)]} />
      );
    const left = room.width - (beside[0]?.length ?? 0) - 2;
    return (
      <Box>
        <Box width={left + 2} flexDirection="column">
          <Page {...layout} lines={pageLines(detail, { ...style, width: left })} width={left} />
        </Box>
        <Text {...codeStyle}>{beside.join("\n")}</Text>
      </Box>
    );
  };
  return (
    <Panel
      title={title}
      width={width}
      height={height}
      isFocused={isOpen && isBeside}
      isBare={isBare}
      isPadded
    >
      {content()}
    </Panel>
  );
}

/** Returns the QR code above the fields, or why it is not drawn. */
function codeLines(
  code: string,
  { width, height, ascii }: { width: number; height: number; ascii: boolean },
): PageLine[] {
  const drawn = ascii ? undefined : qrWithin(code, { columns: width, lines: height - 1 });
  if (drawn) return [...drawn.map((text) => ({ ...pageLine(text), look: codeStyle })), pageLine("")];
  const why = ascii
    ? "This terminal cannot draw the QR code: it has no block characters."
    : "The QR code needs a larger window.";
  return wrap(why, width).map((text) => pageLine(text, "dim"));
}

/** Returns the title of a row: a name as it is, and what begins with its kind in upper case: `Order 10007 Ada Kowal`. */
function titleOf(state: BrowseState, { id, label }: { id: string; label: string }): string {
  const [kind, number = ""] = label.split(" ");
  const { reference = "" } = findRow(viewOf(state).rows, id) ?? {};
  const isKind = kind === resourceOf(state).singular.split(" ").at(-1);
  return isKind && reference.startsWith(number) ? capitalized(label) : label;
}

/** Scrollable lines. */
function Page(props: {
  lines: readonly PageLine[];
  width: number;
  height: number;
  scroll: number;
  onEnd: DetailPageProps["onEnd"];
}): ReactElement {
  const { lines, width, height, scroll, onEnd } = props;
  const room = Math.max(1, height);
  const most = Math.max(0, lines.length - room);
  useEffect(() => {
    if (scroll > most) onEnd?.(most);
  }, [scroll, most, onEnd]);
  const start = Math.min(scroll, most);
  const below = lines.length - start - room;
  const seen = lines.slice(start, start + (below > 0 ? room - 1 : room));
  return (
    <Box flexDirection="column">
      {/* One text per run of lines: fewer texts are faster in Ink. */}
      {runsOf(seen).map(({ look, from, lines: run }) => (
        <Text key={start + from} {...look}>
          {run.map((line) => paintLine(line, width)).join("\n")}
        </Text>
      ))}
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}

interface Run {
  /** The index of its first line. */
  readonly from: number;
  readonly look: PageLine["look"];
  readonly lines: PageLine[];
}

/** Returns consecutive lines with the same look together. */
function runsOf(lines: readonly PageLine[]): Run[] {
  const runs: Run[] = [];
  for (const [from, line] of lines.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.look === line.look) last.lines.push(line);
    else runs.push({ from, look: line.look, lines: [line] });
  }
  return runs;
}

/** A line of a page: its pieces, or one text with its own style. */
interface PageLine {
  readonly spans: readonly Piece[];
  readonly look?: TextProps;
}

/** How a page is drawn. */
export interface PageStyle {
  readonly width: number;
  /** Writes tables as sentences, for screen readers. */
  readonly spoken: boolean;
  /** Leaves out ids. */
  readonly isBrief?: boolean;
}

/** The width of the bar of a row, in columns. */
const barWidth = 10;

/** Returns a line in one style. */
export const pageLine = (text: string, tone?: Tone): PageLine => ({ spans: [{ text, tone }] });

/** Returns the text of a line with its styles, cut to a width. */
export function paintLine({ spans }: PageLine, width: number): string {
  const pieces = cutPieces(spans, width).map(({ text, tone = "plain" }) => paint(text, tone));
  return pieces.join("") || " ";
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns the fields of an object, its sections and its history as lines. */
export function pageLines(
  { lines: all, sections = [], history }: Pick<Detail, "lines" | "sections" | "history">,
  style: PageStyle,
): PageLine[] {
  const { width, spoken, isBrief } = style;
  const lines = isBrief ? all.filter(({ text }) => !guid.test(text)) : all;
  // Without a table, all fields are together.
  const isTable = sections.some((section) => !("text" in section));
  const [above, below] = [false, true].map((is) =>
    lines.filter(({ isBelow = false }) => (isTable && isBelow) === is),
  );
  const label = Math.min(18, Math.max(0, ...lines.map((line) => displayWidth(line.label))));
  const when = Math.min(20, Math.max(0, ...history.map((one) => displayWidth(one.when))));
  const draw = (fields: readonly DetailLine[] = []) =>
    fields.flatMap(({ label: name, text, tone, isStatus }) =>
      labeled(name, isStatus && !spoken ? withSign(text, tone) : text, { indent: label, width, tone }),
    );
  return [
    ...draw(above),
    ...sections.flatMap((section) => [
      pageLine(""),
      pageLine(section.title, "head"),
      ...("text" in section ? wrapped(section.text, width) : tableLines(section, style)),
    ]),
    ...(below?.length ? [pageLine(""), ...draw(below)] : []),
    ...(history.length > 0 ? [pageLine(""), pageLine("History", "head")] : []),
    ...history.flatMap((one) => labeled(one.when, one.text, { indent: when, width })),
  ];
}

/** Returns the cells of a row as fields. */
function cellLines(columns: readonly BrowseColumn[], { cells, tones }: BrowseRow): DetailLine[] {
  return columns.flatMap(({ title }, index) => {
    const text = cells[index]?.trim() ?? "";
    return text === "" ? [] : [{ label: labelOf(title), text, tone: tones?.[index] }];
  });
}

/** A line of JSON with a member: its indentation and name, and its value. */
const jsonMember = /^( *"(?:[^"\\]|\\.)*")(: .*)$/;

/** Returns text as lines that keep their indentation where they are wrapped; the names of JSON members stand out. */
function wrapped(text: string, width: number): PageLine[] {
  return text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    return wrap(line.slice(indent.length), Math.max(10, width - indent.length)).map((part) => {
      const [, name, value] = jsonMember.exec(indent + part) ?? [];
      if (name === undefined || value === undefined) return pageLine(indent + part);
      return { spans: [{ text: name, tone: "key" as const }, { text: value }] };
    });
  });
}

/** Returns a dim label and a text that is wrapped beside it. */
function labeled(
  name: string,
  text: string,
  { indent, width, tone }: { indent: number; width: number; tone?: Tone | undefined },
): PageLine[] {
  return wrap(text, Math.max(10, width - indent - columnGap)).map((line, index) => ({
    spans: [
      { text: padEnd(index === 0 ? fit(name, indent) : "", indent + columnGap), tone: "dim" },
      { text: line, tone },
    ],
  }));
}

type DetailTable = Extract<DetailSection, { rows: unknown }>;

function tableLines({ columns, rows }: DetailTable, { width, spoken }: PageStyle): PageLine[] {
  const titles = columns.map(({ title }) => title);
  if (spoken)
    return rows.map(({ cells, share }) => {
      const text = spokenCells(titles, cells);
      return pageLine(share === undefined ? text : `${text}, ${Math.round(share * 100)}%`);
    });
  const hasBars = rows.some(({ share }) => share !== undefined) && width >= 40;
  const needs = columns.map(({ title, isSpare }, index) => ({
    rank: isSpare ? 0 : 1,
    natural: Math.max(
      displayWidth(title),
      ...rows.map(({ cells }) => displayWidth(sanitizeLine(cells[index] ?? ""))),
    ),
  }));
  const widths = layoutColumns(needs, width - (hasBars ? barWidth + columnGap : 0));
  const cell = (text: string, index: number): string => {
    const size = widths[index] ?? 0;
    if (size === 0) return "";
    const pad = columns[index]?.align === "right" ? padStart : padEnd;
    return pad(fit(sanitizeLine(text), size), size);
  };
  const gapBefore = (index: number) => (index > 0 && (widths[index] ?? 0) > 0 ? " ".repeat(columnGap) : "");
  const heading = titles.map((title, index) => gapBefore(index) + cell(title, index)).join("");
  return [
    ...(titles.every((title) => title === "") ? [] : [pageLine(heading, "dim")]),
    ...rows.map(({ cells, tones, share }) => ({
      spans: [
        ...cells.flatMap((text, index) => [
          { text: gapBefore(index) },
          { text: cell(text, index), tone: tones[index] },
        ]),
        ...(hasBars && share !== undefined ? barOf(share) : []),
      ],
    })),
  ];
}

function barOf(share: number): Piece[] {
  const filled = Math.round(share * barWidth);
  return [
    { text: " ".repeat(columnGap) },
    { text: symbols.barFull.repeat(filled), tone: share >= 1 ? "failed" : "key" },
    { text: symbols.barEmpty.repeat(barWidth - filled), tone: "dim" },
  ];
}

/** Loads the details of the open row. */
export function useOpenRow(state: BrowseState, dispatch: (event: BrowseEvent) => void): void {
  const { openRow } = state;
  const requested = openRow?.detail === undefined && openRow?.error === undefined ? openRow : undefined;
  const resource = resourceOf(state);
  useEffect(() => {
    if (requested === undefined) return;
    const { id } = requested;
    resource.detail(id).then(
      (detail) => dispatch({ type: "detail", of: requested, row: { id, detail } }),
      (error: Error) => dispatch({ type: "detail", of: requested, row: { id, error: error.message } }),
    );
  }, [requested, resource, dispatch]);
}

/** A held arrow key moves faster than this, in milliseconds. */
export const usualRestMs = 150;

/**
 * Reads the selected row once it has stayed selected for a moment, and again when the list shows something else for it. When
 * the selection moves on, the read is canceled.
 */
export function usePane(
  state: BrowseState,
  { isShown, restMs }: { isShown: boolean; restMs: number },
  onRead: (list: symbol, row: OpenRow) => void,
): void {
  const view = viewOf(state);
  const row = isShown ? chosenRow(view) : undefined;
  const id = row?.id;
  const resource = resourceOf(state);
  const list = view.self;
  // What the list shows for the row, and how often the list was read again on request.
  const version = `${view.reading} ${row?.cells.join("\0")}`;
  const wanted = useMemo(() => (id === undefined ? undefined : { id, version }), [id, version]);
  useEffect(() => {
    if (wanted === undefined) return;
    const { id } = wanted;
    const stop = new AbortController();
    const read = async () => {
      const found = await resource.detail(id, stop.signal).then(
        (detail) => ({ id, detail }),
        (error: Error) => ({ id, error: error.message }),
      );
      if (!stop.signal.aborted) onRead(list, found);
    };
    const timer = setTimeout(read, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [resource, list, wanted, restMs, onRead]);
}
