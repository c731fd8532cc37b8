import { type ReactElement, useEffect, useRef } from "react";
import { displayWidth, fit, padEnd, sanitizeLine, wrap } from "../../kernel/text.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";
import { FieldText } from "../components/field.tsx";
import { Hint, Line } from "../components/frame.tsx";
import { Table, type TableColumn } from "../components/table.tsx";
import { countOf, formatCount } from "../format.ts";
import { useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { describeTarget, type Target } from "../question.ts";
import { Box, Text, useSize, useSpoken } from "../terminal.ts";
import { styles, symbols, type Tone } from "../theme.ts";
import {
  answered,
  beginDoor,
  type Door,
  type DoorEffect,
  type DoorState,
  describeLink,
  dueAtDoor,
  headlineOf,
  lastScans,
  pressDoor,
  quitQuestion,
  refreshed,
  type Scan,
  type ShownAnswer,
  shownAnswer,
  updated,
} from "./door.state.ts";

export interface DoorOptions extends DoorPage {
  readonly door: Door;
  /** Why the platform could not be reached when the door was opened. */
  readonly outage?: string | undefined;
  now(): number;
  readonly signal?: AbortSignal | undefined;
}

/** Shows the door on the alternate screen until the user quits. */
export function showDoor(terminal: Terminal, options: DoorOptions): Promise<"quit" | "interrupted"> {
  return mount<"quit">(
    (answer) => <DoorScreen options={options} onLeave={() => answer("quit")} />,
    terminal,
    {
      signal: options.signal,
      // The screen reads Ctrl-C itself: it asks if scans are waiting.
      onInterrupt() {},
      alternateScreen: true,
    },
  );
}

/** How often the screen looks at the time, in milliseconds. */
const tickMs = 500;

/** The check-in screen. It answers keys at once, and sends and reads in the background. */
export function DoorScreen({ options, onLeave }: { options: DoorOptions; onLeave(): void }): ReactElement {
  const { door, now, outage } = options;
  const [read, write] = useCurrent<DoorState>(beginDoor(door, now(), outage));
  const over = useRef(new AbortController());

  const show = (state: DoorState) => {
    if (over.current.signal.aborted) return;
    write(state);
    if (state.isQuitting && state.facts.waiting === 0) onLeave();
  };
  const work = async () => {
    const due = dueAtDoor(read());
    if (due === undefined) return;
    const { signal } = over.current;
    show({ ...read(), isBusy: true });
    // Attempts to write are recorded; whether the platform can be reached again, a read shows as well.
    const reads = due === "check" || read().outage !== undefined;
    const attempt = async () => {
      if (reads) await door.refresh(signal);
      if (due === "sync") await door.sync(signal);
    };
    const error = await attempt().then(
      () => undefined,
      ({ message }: Error) => message,
    );
    show(refreshed(read(), door, { now: now(), error, checked: reads }));
  };
  const perform = async (effect: DoorEffect | undefined) => {
    if (effect?.type === "quit") return onLeave();
    if (effect === undefined) return;
    const { text } = effect;
    try {
      show(answered(read(), await door.lookUp(text, over.current.signal), door));
    } catch (error) {
      const scan = { at: now(), verdict: "missing", number: text, guest: "", type: "" } as const;
      show(answered(read(), { ...scan, detail: "not among the tickets read, and offline" }, door));
      show(refreshed(read(), door, { now: now(), error: (error as Error).message, checked: false }));
    }
  };
  useKeys((keys) => {
    for (const key of keys) {
      const { state, effect } = pressDoor({ ...read(), now: now() }, key, door);
      show(state);
      void perform(effect);
      if (effect?.type === "quit") return;
    }
    void work();
  });
  const tick = useRef(() => {});
  tick.current = () => {
    show(updated(read(), door, now()));
    void work();
  };
  useEffect(() => {
    // The effect may run again after unmounting.
    over.current = new AbortController();
    const timer = setInterval(() => tick.current(), tickMs);
    return () => {
      over.current.abort();
      clearInterval(timer);
    };
  }, []);
  return <DoorView state={read()} page={options} />;
}

const prompt = "Ticket or name: ";
const hints = [
  { key: "enter", name: "check in" },
  { key: "↓", name: "choose" },
  { key: "z enter", name: "undo" },
  { key: "q enter", name: "quit" },
];

/** What the page shows of a door, apart from its state. */
interface DoorPage {
  readonly target: Target;
  readonly title: string;
  /** The time zone of the event, in which times are shown. */
  readonly zone: string;
  /** The command that sends waiting scans later. */
  readonly syncLine: string;
  readonly ascii?: boolean | undefined;
}

/** The page of the door: count, answer, input, and matches or the last scans. */
function DoorView({
  state,
  page: { title, zone, target, syncLine },
}: {
  state: DoorState;
  page: DoorPage;
}): ReactElement {
  const { columns, rows } = useSize();
  const spoken = useSpoken();
  const { facts, line, matches, message, isQuitting } = state;
  const width = columns;
  const link = describeLink(state);
  const count = `${formatCount(facts.inside)} of ${formatCount(facts.all)} in`;
  const answer = shownAnswer(state);
  const all = lastScans(state);
  const ready = `Ready. Scan the ${all.length === 0 ? "first" : "next"} ticket.`;
  // Title, shop, conflicts, input, message, heading of the list and hints.
  const conflicts = facts.conflicts.length > 0 ? 1 : 0;
  // The answer takes what the last scans leave: it is read from afar.
  const blockHeight = rows >= 30 ? Math.floor((rows - 8) / 2) : rows >= 20 ? 7 : 3;
  const question = isQuitting ? quitQuestion(state, syncLine) : undefined;
  const questionLines = question === undefined ? 1 : wrap(question, width - 2).length;
  const room = Math.max(1, rows - 1 - 6 - questionLines - conflicts - blockHeight);
  return (
    <Box flexDirection="column">
      <Ends left={title} right={count} width={width} tone="head" rightTone="head" />
      <Ends
        left={describeTarget(target)}
        right={link.text}
        width={width}
        tone={target.live ? "live" : "dim"}
        rightTone={link.tone}
      />
      {conflicts > 0 && (
        <Line
          tone="failed"
          symbol="failed"
          text={`${countOf(facts.conflicts.length, "guest")} let in here, then refused: ${facts.conflicts
            .map(({ guest, number, detail }) => `${guest || number} (${detail})`)
            .join(", ")}`}
        />
      )}
      {spoken ? (
        <SpokenAnswer answer={answer} ready={ready} />
      ) : (
        <Answer answer={answer} ready={ready} size={[width, blockHeight]} />
      )}
      <Box>
        <Text {...styles.head}>{prompt}</Text>
        <FieldText
          line={line}
          placeholder={spoken ? "" : "scan, or type a name"}
          width={width - displayWidth(prompt)}
        />
      </Box>
      {question === undefined ? (
        <Line
          tone={message === undefined ? "dim" : "warning"}
          text={message ?? linkReason(state)}
          say={message ?? ""}
        />
      ) : (
        <Line tone="warning" symbol="question" text={question} wrap />
      )}
      <Text> </Text>
      <Box flexDirection="column" height={room + 1} overflow="hidden">
        {matches.length > 0 ? (
          <Matches state={state} width={width} room={room} />
        ) : (
          <Scans scans={all.slice(0, spoken ? 1 : room)} zone={zone} width={width} />
        )}
      </Box>
      <Hint keys={hints} />
    </Box>
  );
}

/** Why the connection is as it is. */
function linkReason({ outage }: DoorState): string {
  return outage === undefined ? " " : `The platform cannot be reached: ${outage.message}`;
}

/** A line with a text at each end. */
function Ends(props: {
  left: string;
  right: string;
  width: number;
  tone: Tone;
  rightTone: Tone;
}): ReactElement {
  const { right, width, tone, rightTone } = props;
  if (useSpoken()) return <Text>{`${sanitizeLine(props.left)}, ${right}`}</Text>;
  const left = fit(sanitizeLine(props.left), Math.max(8, width - displayWidth(right) - 2));
  return (
    <Text wrap="truncate">
      <Text {...styles[tone]}>{padEnd(left, width - displayWidth(right))}</Text>
      <Text {...styles[rightTone]}>{right}</Text>
    </Text>
  );
}

/** The answer as a block over the whole width: inverse in its color, with the word in big letters. */
function Answer({
  answer,
  ready,
  size: [width, height],
}: {
  answer: ShownAnswer | undefined;
  ready: string;
  size: readonly [width: number, height: number];
}): ReactElement {
  if (answer === undefined)
    return (
      <Box height={height} flexDirection="column" justifyContent="center">
        <Line tone="dim" text={`  ${ready}`} />
      </Box>
    );
  const { big, headline, tone, lines } = answer;
  const scale = height >= 12 && width >= 100 ? Math.min(3, Math.floor((height - 2) / 5)) : 1;
  const drawn = height >= 7 ? bigWord(big, scale) : [];
  const wordWidth = Math.max(0, ...drawn.map(displayWidth));
  const texts = [headline, ...lines];
  const textTop = Math.max(0, Math.floor((height - texts.length) / 2));
  const drawnTop = Math.floor((height - drawn.length) / 2);
  const rows = Array.from({ length: height }, (_, index) => {
    const word = padEnd(drawn[index - drawnTop] ?? "", wordWidth);
    const text = sanitizeLine(texts[index - textTop] ?? "");
    const left = drawn.length > 0 ? `   ${word}    ` : "   ";
    return padEnd(left + fit(text, Math.max(1, width - displayWidth(left) - 1)), width);
  });
  const style = { ...styles[tone], bold: true, inverse: true };
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      {rows.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={index} {...style}>
          {text}
        </Text>
      ))}
    </Box>
  );
}

/** The answer for screen readers. */
function SpokenAnswer({ answer, ready }: { answer: ShownAnswer | undefined; ready: string }): ReactElement {
  if (answer === undefined) return <Text>{ready}</Text>;
  return (
    <Text>{sanitizeLine([answer.headline, ...answer.lines].join(", ").replaceAll(/ {2,}/g, ", "))}</Text>
  );
}

const matchColumns: TableColumn<DoorState["matches"][number]>[] = [
  { title: "GUEST", cell: ({ guest }) => guest, min: 12, max: 28 },
  { title: "STATE", cell: ({ isIn }) => (isIn ? "already in" : "not in"), min: 10 },
  { title: "TICKET", cell: ({ number }) => number },
  { title: "TYPE", cell: ({ type }) => type },
];

function Matches({ state, width, room }: { state: DoorState; width: number; room: number }): ReactElement {
  const { matches, at = -1 } = state;
  return (
    <>
      <Line tone="head" text={matches.length === 1 ? "1 match" : `${formatCount(matches.length)} matches`} />
      <Table columns={matchColumns} rows={matches} selected={at} width={width} height={room + 1} />
    </>
  );
}

/** A guest who has not paid is let in, but never plainly in green. */
const toneOf = ({ verdict, due }: Scan): "done" | "warning" | "failed" =>
  verdict === "in" && !due ? "done" : verdict === "in" || verdict === "undone" ? "warning" : "failed";

function Scans({
  scans,
  zone,
  width,
}: {
  scans: readonly Scan[];
  zone: string;
  width: number;
}): ReactElement {
  const spoken = useSpoken();
  if (scans.length === 0) return <Text> </Text>;
  return (
    <>
      <Line tone="head" text="Last scans" />
      {scans.map((scan) => {
        const { at, id, number, guest, type, sent, verdict, due } = scan;
        const time = localTimeOf(new Date(at), zone).slice(11, 19);
        const symbol = symbols[toneOf(scan)];
        const who = sanitizeLine([guest || number, type].filter(Boolean).join(", "));
        const later = sent === "no" || sent === "unsure" ? "not sent yet" : "";
        const parts = [
          headlineOf(scan),
          who,
          verdict === "in" && due ? `not paid, ${due}` : "",
          later,
        ].filter(Boolean);
        return (
          <Text key={`${id ?? "no"} ${at} ${number}`} {...styles[toneOf(scan)]} wrap="truncate">
            {spoken ? `${time}, ${parts.join(", ")}` : fit(`${time} ${symbol} ${parts.join("  ")}`, width)}
          </Text>
        );
      })}
    </>
  );
}

/** Words in letters of five lines, to be read from afar. */
const letters = {
  IN: ["█ █   █", "█ ██  █", "█ █ █ █", "█ █  ██", "█ █   █"],
  NO: ["█   █  ███ ", "██  █ █   █", "█ █ █ █   █", "█  ██ █   █", "█   █  ███ "],
  "...": ["           ", "           ", "           ", "           ", "██  ██  ██ "],
} as const;

/** Returns the lines of a word, five times the scale. */
function bigWord(word: keyof typeof letters, scale: number): string[] {
  return letters[word].flatMap((line) => {
    const wide = Array.from(line, (cell) => cell.repeat(scale)).join("");
    return Array.from({ length: scale }, () => wide);
  });
}
