import { type ReactElement, useEffect } from "react";
import { displayWidth, fit, padEnd, padStart, sanitiseLine, wrap } from "../../../kernel/text.ts";
import { qrWithin } from "../../../output/qr.ts";
import { Box, Text, type TextProps, useSpoken } from "../../ink.ts";
import { styles } from "../../theme.ts";
import type { BrowseState } from "./browse.state.ts";
import type { Detail } from "./browse-resource.ts";
import { Pictured } from "./picture.tsx";

/** A line of the page. */
export interface PageLine {
  /** Drawn before the text, padded and dim. */
  label?: string;
  text: string;
  look?: TextProps;
}

interface DetailPageProps {
  state: BrowseState;
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
  width,
  height,
  scroll,
  ascii = false,
  onEnd,
}: DetailPageProps): ReactElement {
  const { detail, error } = state.openRow ?? {};
  const layout = { width, height, scroll, onEnd };
  const isSpoken = useSpoken();
  if (error !== undefined) {
    const lines = wrap(error, width).map((text) => ({ text }));
    return <Page {...layout} title="Could not read this row" lines={lines} scroll={0} />;
  }
  if (detail === undefined) return <Text {...styles.dim}>Reading…</Text>;
  const { code, label } = detail;
  // A screen reader reads the content of the code among the fields.
  if (code === undefined || isSpoken)
    return (
      <Pictured address={detail.picture} width={width} height={height}>
        {(room) => <Page {...layout} {...room} title={label} lines={pageLines(detail, room.width)} />}
      </Pictured>
    );
  const beside = ascii ? undefined : qrWithin(code, { columns: width - besideCode - 2, lines: height });
  if (beside === undefined) {
    const lines = [...codeLines(code, { width, height, ascii }), ...pageLines(detail, width)];
    return <Page {...layout} title={label} lines={lines} />;
  }
  const left = width - (beside[0]?.length ?? 0) - 2;
  return (
    <Box>
      <Box width={left + 2} flexDirection="column">
        <Page {...layout} title={label} lines={pageLines(detail, left)} width={left} />
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
  if (drawn) return [...drawn.map((text) => ({ text, look: codeStyle })), { text: "" }];
  const why = ascii
    ? "This terminal cannot draw the QR code: it has no block characters."
    : "The QR code needs a larger window.";
  return wrap(why, width).map((text) => ({ text, look: styles.dim }));
}

/** Returns the fields and the history. */
function pageLines({ lines, history }: Detail, width: number): PageLine[] {
  const label = Math.min(18, Math.max(0, ...lines.map((line) => displayWidth(line.label))));
  const numbers = lines.filter(({ align }) => align === "right");
  const right = Math.max(0, ...numbers.map(({ text }) => displayWidth(text)));
  const when = Math.min(20, Math.max(0, ...history.map((one) => displayWidth(one.when))));
  return [
    ...lines.flatMap((line) =>
      hangingIndent(line.label, line.align === "right" ? padStart(line.text, right) : line.text, {
        indent: label,
        width,
        look: styles[line.tone ?? "plain"],
      }),
    ),
    ...(history.length > 0 ? [{ text: "" }, { text: "History", look: styles.head }] : []),
    ...history.flatMap((one) => hangingIndent(one.when, one.text, { indent: when, width })),
  ];
}

function hangingIndent(
  name: string,
  text: string,
  { indent, width, look }: { indent: number; width: number; look?: TextProps },
): PageLine[] {
  return wrap(text, Math.max(10, width - indent - 2)).map((line, index) => ({
    label: `${padEnd(index === 0 ? fit(name, indent) : "", indent)}  `,
    text: line,
    ...(look && { look }),
  }));
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
      {seen.map(({ label = "", text, look }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={start + index} wrap="truncate">
          <Text {...styles.dim}>{sanitiseLine(label)}</Text>
          <Text {...look}>{fit(sanitiseLine(text), width - displayWidth(label)) || " "}</Text>
        </Text>
      ))}
      {below > 0 && <Text {...styles.dim}>{`↓ ${below + 1} more`}</Text>}
    </Box>
  );
}
