import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import chalk, { supportsColorStderr } from "chalk";
import { Component, type ReactElement, type ReactNode, useLayoutEffect } from "react";
import type { OnWait } from "../output/activity.ts";
import type { Streams } from "../output/streams.ts";
import { openCanvas } from "./canvas.ts";
import { useKeys } from "./keys.ts";
import { type ListenToMouse, MouseContext, type MouseEvent, tapReports } from "./mouse.ts";
import {
  Box,
  CellsContext,
  ink,
  type ListenToWaits,
  SizeContext,
  useApp,
  useSpoken,
  useStdout,
  WaitedContext,
  WaitsContext,
  WriteSequenceContext,
} from "./terminal.ts";
import { backgroundQuery, themeFor } from "./themes.ts";

/** The streams of the process, as `Streams` provides them if a screen can be shown. */
export type Terminal = NonNullable<Streams["terminal"]> & {
  /** The screen that shows other ones over itself, while it is open. */
  readonly host?: ScreenHost | undefined;
};

/** A screen that shows other ones over itself. */
export interface ScreenHost {
  show<T>(screen: (answer: Answer<T>) => ReactElement, options: MountOptions<T>): Promise<T | "interrupted">;
}

/** Ends a screen with an answer; `closing` replaces the screen in the scrollback. */
export type Answer<T> = (value: T, closing?: ReactNode) => void;

export interface MountOptions<T> {
  /** Closes the screen; `mount` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Draw on the alternate screen, at full height. */
  alternateScreen?: boolean;
  /** Receive the mouse (`useMouse`), which then does not select text. Only on the alternate screen. */
  mouse?: boolean | undefined;
  /** The keys that it reads itself, of those that scroll the text above it on an overlay. */
  scrollKeys?: readonly string[];
  /** Maximum number of frames per second (default 30). */
  maxFps?: number;
  /** Called after each frame with its render time in milliseconds. */
  onFrame?: ((ms: number) => void) | undefined;
  /** Handles Ctrl-C; by default the screen closes with `"interrupted"`. */
  onInterrupt?: (answer: Answer<T | "interrupted">) => void;
}

/**
 * Shows a screen on stderr, or over the one that hosts it, until it answers, and returns the answer. Always restores the cursor, raw mode and the
 * screen. Output that other code writes to the terminal meanwhile appears above the screen. Rejects with an error
 * thrown by a component, or with the reason of `signal`.
 */
export async function mount<T>(
  screen: (answer: Answer<T>) => ReactElement,
  terminal: Terminal,
  options: MountOptions<T> = {},
): Promise<T | "interrupted"> {
  if (terminal.host) return await terminal.host.show(screen, options);
  const { signal, alternateScreen = false, maxFps = 30, onFrame } = options;
  signal?.throwIfAborted();
  const ending = Promise.withResolvers<{ value: T | "interrupted"; closing: ReactNode }>();
  const answer: Answer<T | "interrupted"> = (value, closing) => ending.resolve({ value, closing });
  const onInterrupt = options.onInterrupt ?? (() => answer("interrupted"));

  const { stderr, stdin, stdout } = terminal;
  const waitListeners = new Set<OnWait>();
  const onWait: OnWait = (text, ms) => {
    for (const listener of waitListeners) listener(text, ms);
  };
  const listenToWaits: ListenToWaits = (listener) => {
    waitListeners.add(listener);
    return () => waitListeners.delete(listener);
  };
  const readWaited = () => terminal.activity?.waited() ?? { count: 0, last: "" };
  // In the scrollback, it is printed above the frame.
  const resume = terminal.activity?.pause(alternateScreen ? onWait : undefined);
  let content: ReactNode = screen(answer);
  let inkOutput: InkOutput | undefined;
  const provide = (what: InkOutput) => {
    inkOutput = what;
  };
  const send = (sequence: string) => void canvas.stream.write(sequence);
  const cells = (text: string) => (terminal.spoken === true ? text : canvas.cells(text));
  const mouse = options.mouse === true && alternateScreen && terminal.spoken !== true;
  const mouseListeners = new Set<(event: MouseEvent) => void>();
  const listenToMouse: ListenToMouse = (listener) => {
    mouseListeners.add(listener);
    return () => mouseListeners.delete(listener);
  };
  const repaint = () => {
    app?.clear();
    canvas.erase();
    app?.rerender(tree());
  };
  const tree = () => {
    const { columns, rows } = stderr;
    const height = Math.max(1, rows - 1);
    return (
      <SizeContext value={{ columns, rows }}>
        <CellsContext value={cells}>
          <WaitedContext value={readWaited}>
            <WaitsContext value={listenToWaits}>
              <WriteSequenceContext value={send}>
                <MouseContext value={listenToMouse}>
                  <InputListener
                    onInterrupt={() => onInterrupt(answer)}
                    onRepaint={repaint}
                    provide={provide}
                  />
                  <Box
                    flexDirection="column"
                    overflow="hidden"
                    // In the scrollback, content that does not fit is cut off at the top: the question is at the bottom.
                    justifyContent={alternateScreen ? "flex-start" : "flex-end"}
                    {...(alternateScreen ? { height } : { maxHeight: height })}
                  >
                    <Box flexDirection="column" flexShrink={0} flexGrow={alternateScreen ? 1 : 0}>
                      <Boundary onError={ending.reject}>{content}</Boundary>
                    </Box>
                  </Box>
                </MouseContext>
              </WriteSequenceContext>
            </WaitsContext>
          </WaitedContext>
        </CellsContext>
      </SizeContext>
    );
  };

  const { theme = "auto", background = {} } = terminal;
  const colorLevel = chalk.level;
  chalk.level = levelFor(terminal);
  const canvas = openCanvas(stderr, [stdout], {
    alternateScreen,
    mouse,
    ascii: terminal.ascii ?? false,
    theme: theme === "auto" ? background.theme : theme,
    hasAllColors: chalk.level === 3,
    onResize: () => app?.rerender(tree()),
    onForeign: (text) => inkOutput?.above(text),
  });
  const onMouse = (event: MouseEvent) => {
    for (const listener of mouseListeners) listener(event);
  };
  const answered = Promise.withResolvers<void>();
  const onBackground = (color: string) => {
    answered.resolve();
    const found = themeFor(color);
    if (theme !== "auto" || found === undefined || found === background.theme) return;
    background.theme = found;
    canvas.recolor(found);
    repaint();
  };
  const untap = alternateScreen ? tapReports(stdin, { onMouse, onFocus: repaint, onBackground }) : undefined;
  let askedAt: number | undefined;
  const abort = () => ending.reject(signal?.reason);
  let app: ReturnType<typeof ink.render> | undefined;
  let exited: Promise<unknown> | undefined;
  try {
    // Ink does this only some time after the first frame; until then Ctrl-C would send a SIGINT.
    stdin.setRawMode(true);
    app = ink.render(tree(), {
      stdin,
      stdout: canvas.stream,
      stderr,
      alternateScreen,
      exitOnCtrlC: false,
      // The canvas shows what is written to the console, too.
      patchConsole: false,
      interactive: true,
      maxFps,
      incrementalRendering: alternateScreen,
      isScreenReaderEnabled: terminal.spoken,
      onRender: onFrame ? ({ renderTime }) => onFrame(renderTime) : undefined,
    });
    if (alternateScreen && theme === "auto" && chalk.level >= 2 && !terminal.spoken && !background.isAsked) {
      // The first frame does not wait for the answer: it is drawn again if that changes its colors.
      send(backgroundQuery);
      background.isAsked = true;
      askedAt = performance.now();
    }
    exited = app.waitUntilExit();
    exited.then(() => ending.reject(new Error("The screen was closed from outside.")), ending.reject);
    signal?.addEventListener("abort", abort);
    const { value, closing } = await ending.promise;
    content = closing;
    return value;
  } catch (error) {
    content = undefined;
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    // An answer that comes after the end would be typed into the shell.
    const left = askedAt === undefined ? 0 : askedAt + answerMs - performance.now();
    if (left > 0) await Promise.race([answered.promise, sleep(left)]);
    app?.rerender(tree());
    await app?.waitUntilRenderFlush();
    if (content === undefined) app?.clear();
    app?.unmount();
    // For screen readers, Ink does not end the last line.
    if (inkOutput?.spoken && !alternateScreen && content !== undefined) canvas.stream.write("\n");
    canvas.release();
    untap?.();
    stdin.setRawMode(false);
    stdin.pause();
    await exited;
    resume?.();
    chalk.level = colorLevel;
  }
}

/** How long a terminal may take to name its background before a screen can be closed, in milliseconds. */
const answerMs = 100;

function levelFor({ color, colors }: Terminal): typeof chalk.level {
  const supported = supportsColorStderr === false ? 0 : supportsColorStderr.level;
  if (color === undefined) return supported;
  if (!color) return 0;
  const named = colors === undefined ? 1 : colors === 256 ? 2 : 3;
  return Math.max(named, supported) as typeof chalk.level;
}

/** What the input listener provides to `mount`. */
interface InkOutput {
  above(text: string): void;
  spoken: boolean;
}

interface ListenerProps {
  onInterrupt(): void;
  onRepaint(): void;
  provide(what: InkOutput): void;
}

/** Handles Ctrl-C, Ctrl-L and Ctrl-Z. It stays mounted, so that the terminal stays in raw mode from the first frame to the last. */
function InputListener({ onInterrupt, onRepaint, provide }: ListenerProps): null {
  const { write } = useStdout();
  const spoken = useSpoken();
  useLayoutEffect(() => provide({ above: write, spoken }), [provide, write, spoken]);
  const { suspendTerminal } = useApp();
  useKeys((keys) => {
    for (const key of keys) {
      if (key === "ctrl+c") onInterrupt();
      if (key === "ctrl+l") onRepaint();
      if (key === "ctrl+z" && process.platform !== "win32") void suspendTerminal(stopUntilContinued);
    }
  });
  return null;
}

/** The time in which a process without job control, which ignores the signal, does not stop, in milliseconds. */
const stopMs = 50;

/** Stops the process group, as the terminal does at Ctrl-Z, and resolves when the shell continues it. */
async function stopUntilContinued(): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const continued = once(process, "SIGCONT", { signal });
  process.kill(0, "SIGTSTP");
  await Promise.race([continued, sleep(stopMs, undefined, { signal })]);
  over.abort();
  await continued.catch(() => {});
}

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** Passes errors to the caller instead of letting Ink print a stack trace. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
