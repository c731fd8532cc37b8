import chalk from "chalk";
import { type ReactElement, useContext, useEffect, useInsertionEffect, useMemo, useState } from "react";
import { fit, sanitizeLine } from "../../kernel/text.ts";
import { Box, Text, useSize, useSpoken, useWriteSequence } from "../terminal.ts";
import { styles } from "../theme.ts";
import { type Pictures, PicturesContext } from "./pictures.ts";
import type { Cells } from "./png.ts";
import type { ShownPicture, showPicture } from "./show.ts";

/** The minimum width for pictures, in columns. */
const narrow = 60;
/** The most lines of a picture above its content. */
const maxAbove = 8;
/** The largest image id: kitty encodes it as a 24-bit color. */
const maxIds = 0xffffff;

interface PictureRoom {
  readonly width: number;
  readonly height: number;
}

interface PicturedProps extends PictureRoom {
  /** The URL of the picture. */
  readonly address: string | undefined;
  /** Renders the content beside or below it in the remaining space. */
  children(room: PictureRoom): ReactElement;
}

/** Content with a picture to its right, or above it in narrow windows; a failed picture shows the reason instead. */
export function Pictured({ address, width, height, children }: PicturedProps): ReactElement {
  const beside = width >= narrow;
  const room = beside
    ? { columns: Math.min(32, Math.floor(width * 0.35)), rows: Math.min(16, height) }
    : { columns: Math.min(40, width), rows: Math.min(maxAbove, Math.floor(height / 2)) };
  const { shown, why } = usePicture(address, room);
  const { columns, rows } = shown ?? room;
  const picture = (
    <Box width={columns} height={rows} flexShrink={0}>
      {shown && <Text wrap="truncate">{shown.lines.join("\n")}</Text>}
    </Box>
  );
  if (shown === undefined && why === undefined) return children({ width, height });
  if (why !== undefined)
    return (
      <Box flexDirection="column">
        {children({ width, height: height - 1 })}
        <Text {...styles.dim}>{fit(sanitizeLine(why), width)}</Text>
      </Box>
    );
  if (beside)
    return (
      <Box>
        <Box width={width - columns} flexDirection="column">
          {children({ width: width - columns - 2, height })}
        </Box>
        {picture}
      </Box>
    );
  return (
    <Box flexDirection="column">
      {picture}
      {children({ width, height: height - rows })}
    </Box>
  );
}

/** A picture file with its renderer, or why it could not be loaded. */
type Loaded = { readonly address: string } & (
  | { readonly file: Uint8Array; readonly show: typeof showPicture }
  | { readonly why: string }
);

/** Returns the loaded picture of a URL, or why it could not be shown; neither while loading or if pictures are off. */
function usePicture(
  address: string | undefined,
  { columns, rows }: Cells,
): { shown?: ShownPicture | undefined; why?: string | undefined } {
  const pictures = useShownPictures(rows);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (pictures === undefined || address === undefined) return;
    let active = true;
    const take = (one: Loaded) => active && setLoaded(one);
    // The renderer is loaded with the first picture.
    Promise.all([pictures.load(address), import("./show.ts")]).then(
      ([file, { showPicture: show }]) => take({ address, file, show }),
      (error: Error) => take({ address, why: error.message }),
    );
    return () => {
      active = false;
    };
  }, [pictures, address]);
  const here = loaded?.address === address ? loaded : undefined;
  const result = useMemo(() => {
    if (pictures === undefined || here === undefined) return {};
    if ("why" in here) return { why: `${here.why} ${here.address}` };
    try {
      const id = 1 + Math.floor(Math.random() * maxIds);
      const depth = chalk.level === 3 ? "all" : "256";
      return { shown: here.show(here.file, { columns, rows }, { protocol: pictures.protocol, depth, id }) };
    } catch (error) {
      return { why: `${error instanceof Error ? error.message : error} ${here.address}` };
    }
  }, [pictures, here, columns, rows]);
  const send = useWriteSequence();
  const sequence = result.shown?.send;
  // Before the frame is painted, because its text refers to the picture.
  useInsertionEffect(() => {
    if (sequence === undefined) return;
    send(sequence.before);
    return () => send(sequence.after);
  }, [sequence, send]);
  return result;
}

/** Returns how pictures are shown; undefined for screen readers, small windows and half blocks without 256 colors. */
function useShownPictures(rows: number): Pictures | undefined {
  const pictures = useContext(PicturesContext);
  const spoken = useSpoken();
  const { columns } = useSize();
  if (pictures === undefined || spoken || columns < narrow || rows < 3) return undefined;
  return pictures.protocol === "blocks" && chalk.level < 2 ? undefined : pictures;
}
