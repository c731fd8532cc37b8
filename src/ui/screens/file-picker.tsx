import { type ReactElement, useEffect, useRef } from "react";
import { Divider, Hint, Line } from "../components/frame.tsx";
import { moveSelection } from "../components/list.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent, useRest } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { Box, Text, useSize, useSpoken } from "../terminal.ts";

/** A file, or a folder. */
export interface FileEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size?: number;
}

/** The start of a file. */
export interface FilePreview {
  /** What the file is, in a sentence. */
  readonly facts: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface FilePickerOptions {
  readonly title: string;
  /** The folder that is shown at first. */
  readonly folder: string;
  /** Returns the folders, and the files that can be chosen. */
  list(folder: string): Promise<readonly FileEntry[]>;
  preview(file: string): Promise<FilePreview>;
  readonly signal?: AbortSignal | undefined;
}

/** Shows files on the alternate screen until one is chosen. */
export function showFilePicker(
  terminal: Terminal,
  options: FilePickerOptions,
): Promise<{ file: string } | "quit" | "interrupted"> {
  return mount<{ file: string } | "quit">(
    (answer) => <FilePicker options={options} onLeave={answer} />,
    terminal,
    { signal: options.signal, alternateScreen: true },
  );
}

interface State {
  readonly folder: string;
  readonly entries: readonly FileEntry[] | undefined;
  readonly at: number;
  readonly preview: FilePreview | undefined;
  readonly error: string | undefined;
}

/** The minimum width for the preview beside the files; in narrower windows, it is below them. */
const minWideWidth = 100;
/** The number of lines for title, folder, hints and a blank line. */
const around = 4;

/** The screen that chooses a file. */
export function FilePicker({
  options: { title, folder: first, list, preview },
  onLeave,
}: {
  options: FilePickerOptions;
  onLeave(answer: { file: string } | "quit"): void;
}): ReactElement {
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const [current, write] = useCurrent<State>({
    ...{ folder: first, entries: undefined, at: 0, preview: undefined, error: undefined },
  });
  const isOver = useRef(false);
  const change = (next: Partial<State>) => {
    if (!isOver.current) write({ ...current(), ...next });
  };
  const failed = ({ message }: Error) => change({ error: message });
  const enter = (folder: string) =>
    void list(folder).then((entries) => {
      const file = entries.findIndex(({ isFolder }) => !isFolder);
      change({ folder, entries, at: Math.max(0, file), preview: undefined, error: undefined });
    }, failed);
  const begin = useRef(() => enter(first));
  useEffect(() => {
    // The effect may run again after unmounting.
    isOver.current = false;
    begin.current();
    return () => {
      isOver.current = true;
    };
  }, []);
  const state = current();
  const { entries = [], at, folder, error } = state;
  const chosen = entries[at];
  const unread = state.preview === undefined && chosen?.isFolder === false ? chosen.path : undefined;
  useRest(
    unread,
    (path) =>
      void preview(path).then(
        (found) => current().entries?.[current().at]?.path === path && change({ preview: found }),
        failed,
      ),
  );

  const height = Math.max(2, rows - 1 - around);
  const isWide = columns >= minWideWidth;
  const listed = isWide ? height : Math.max(2, Math.floor(height / 2) - 1);
  useKeys((keys) => {
    for (const key of keys) {
      const now = current();
      const next = moveSelection(now.at, key, now.entries?.length ?? 0, listed);
      if (next !== now.at) change({ at: next, preview: undefined, error: undefined });
    }
  });
  const above = entries.find(({ name }) => name === "..");
  const keys: KeyAction[] = [
    {
      key: "enter",
      also: ["right", "l"],
      name: chosen?.isFolder ? "open" : "import",
      run() {
        // Keys of the same piece of input may have selected another entry than the one that is drawn.
        const now = current();
        const entry = now.entries?.[now.at];
        if (entry !== undefined) return entry.isFolder ? enter(entry.path) : onLeave({ file: entry.path });
      },
      unavailable: chosen === undefined ? "There is nothing to choose here." : undefined,
    },
    {
      key: "←",
      also: ["left", "h", "backspace"],
      name: "folder above",
      run: () => above && enter(above.path),
      unavailable: above === undefined ? "There is no folder above." : undefined,
    },
    { key: "r", name: "refresh", run: () => enter(folder) },
    { key: "esc", also: ["q"], name: "back", run: () => onLeave("quit") },
  ];
  const explanation = useActions(keys);
  const width = spoken ? 80 : columns;
  const side = isWide ? Math.floor((width - 3) * 0.35) : width;
  const files = (
    <Box flexDirection="column" width={side} height={listed} flexShrink={0} overflow="hidden">
      {state.entries !== undefined && entries.every(({ isFolder }) => isFolder) && (
        <Text>No CSV, Excel or NDJSON files here.</Text>
      )}
      {entries.length > 0 && (
        <Table columns={fileColumns} rows={entries} selected={at} height={listed} width={side} />
      )}
    </Box>
  );
  const beside = isWide ? width - side - 3 : width;
  const content = (
    <Content preview={state.preview} width={beside} height={isWide ? height : height - listed - 1} />
  );
  return (
    <Box flexDirection="column">
      <Line text={title} tone="head" />
      <Line text={error ?? folder} tone={error === undefined ? "dim" : "failed"} />
      <Text> </Text>
      <Box height={height} flexDirection={isWide ? "row" : "column"} overflow="hidden">
        {files}
        {isWide ? <Divider height={height} /> : <Text> </Text>}
        {content}
      </Box>
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}

const units = ["B", "kB", "MB", "GB"];

const fileColumns: TableColumn<FileEntry>[] = [
  { title: "NAME", cell: ({ name }) => name, min: 12 },
  { title: "SIZE", cell: ({ size }) => (size === undefined ? "" : sizeText(size)), align: "right" },
];

/** Returns a size as text: `14 kB`. */
function sizeText(size: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  return `${Math.ceil(size / 1000 ** unit)} ${units[unit]}`;
}

/** What the selected file is, and its first rows. */
function Content(props: {
  preview: FilePreview | undefined;
  width: number;
  height: number;
}): ReactElement | null {
  const { preview, width, height } = props;
  if (preview === undefined) return null;
  const { facts, header, rows } = preview;
  const columns = header.map(
    (title, index): TableColumn<readonly string[]> => ({
      title,
      cell: (row) => row[index] ?? "",
      min: 14,
      max: 28,
    }),
  );
  return (
    <Box flexDirection="column" width={width}>
      <Line text={facts} tone="head" />
      {header.length > 0 && (
        <Table columns={columns} rows={rows.slice(0, height - 2)} width={width} height={height - 1} />
      )}
    </Box>
  );
}
