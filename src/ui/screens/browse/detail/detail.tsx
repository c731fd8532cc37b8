import { type ReactElement, useEffect } from "react";
import { fit, sanitiseLine, wrap } from "../../../../kernel/text.ts";
import { qrWithin } from "../../../../output/qr.ts";
import { Box, Text, useSpoken } from "../../../ink.ts";
import { Pictured } from "../../../pictures/pictured.tsx";
import { styles } from "../../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import type { OpenRow } from "../browse-resource.ts";
import { findRow } from "../list/rows.state.ts";
import { lineOf, type PageLine, pageLines, paintLine, summaryLines } from "./page-lines.ts";

interface DetailPageProps {
  state: BrowseState;
  row: OpenRow | undefined;
  /** The page was opened; without it, the fields come before the QR code, which is left out. */
  isOpen?: boolean;
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
  width,
  height,
  scroll,
  ascii = false,
  onEnd,
}: DetailPageProps): ReactElement {
  const { detail, error } = row ?? {};
  const layout = { width, height, scroll, onEnd };
  const spoken = useSpoken();
  const style = { width, ascii, spoken };
  if (error !== undefined) {
    const lines = wrap(error, width).map((text) => lineOf(text));
    return <Page {...layout} title="Could not read this row" lines={lines} scroll={0} />;
  }
  if (detail === undefined) {
    const known = findRow(viewOf(state).rows, row?.id ?? "");
    if (known === undefined) return <Text {...styles.dim}>Reading…</Text>;
    const lines = summaryLines(resourceOf(state).columns, known, style);
    return <Page {...layout} title={known.label} lines={lines} scroll={0} />;
  }
  const { code, label } = detail;
  // A screen reader reads the content of the code among the fields.
  if (code === undefined || spoken || !isOpen)
    return (
      <Pictured address={detail.picture} width={width} height={height}>
        {(room) => (
          <Page
            {...layout}
            {...room}
            title={label}
            lines={pageLines(detail, { ...style, width: room.width })}
          />
        )}
      </Pictured>
    );
  const beside = ascii ? undefined : qrWithin(code, { columns: width - besideCode - 2, lines: height });
  if (beside === undefined) {
    const lines = [...codeLines(code, { width, height, ascii }), ...pageLines(detail, style)];
    return <Page {...layout} title={label} lines={lines} />;
  }
  const left = width - (beside[0]?.length ?? 0) - 2;
  return (
    <Box>
      <Box width={left + 2} flexDirection="column">
        <Page {...layout} title={label} lines={pageLines(detail, { ...style, width: left })} width={left} />
      </Box>
      <Text {...codeStyle}>{beside.join("\n")}</Text>
    </Box>
  );
}

/** Returns the QR code above the fields, or why it is not drawn. */
function codeLines(
  code: string,
  { width, height, ascii }: { width: number; height: number; ascii: boolean },
): PageLine[] {
  const drawn = ascii ? undefined : qrWithin(code, { columns: width, lines: height - 1 });
  if (drawn) return [...drawn.map((text) => ({ ...lineOf(text), look: codeStyle })), lineOf("")];
  const why = ascii
    ? "This terminal cannot draw the QR code: it has no block characters."
    : "The QR code needs a larger window.";
  return wrap(why, width).map((text) => lineOf(text, "dim"));
}

/** Scrollable lines below a heading. */
function Page(props: {
  title: string;
  lines: readonly PageLine[];
  width: number;
  height: number;
  scroll: number;
  onEnd: DetailPageProps["onEnd"];
}): ReactElement {
  const { title, lines, width, height, scroll, onEnd } = props;
  const room = Math.max(1, height - 1);
  const most = Math.max(0, lines.length - room);
  useEffect(() => {
    if (scroll > most) onEnd?.(most);
  }, [scroll, most, onEnd]);
  const start = Math.min(scroll, most);
  const below = lines.length - start - room;
  const seen = lines.slice(start, start + (below > 0 ? room - 1 : room));
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{fit(sanitiseLine(title), width)}</Text>
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
