import chalk, { supportsColorStderr } from "chalk";
import { Component, type ReactElement, type ReactNode, useLayoutEffect } from "react";
import type { Streams } from "../output/streams.ts";
import { openCanvas } from "./canvas.ts";
import { Box, ink, useSpoken, useStdout } from "./ink.ts";
import { useKeys } from "./keys.ts";
import { OverlayContext } from "./pictures/pictures.ts";
import { SendContext } from "./send.ts";
import { SizeContext } from "./size.ts";

/** The process's own streams, as `Streams` hands them out where a screen may be shown. */
export type Terminal = NonNullable<Streams["terminal"]>;

/** How a screen says what was answered; `closing` stays in the scrollback in place of the screen. */
export type Answer<T> = (value: T, closing?: ReactNode) => void;

export interface MountOptions<T> {
  /** Takes the screen down; `mount` then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Draw on a screen of its own, full height, that vanishes afterwards. */
  alternateScreen?: boolean;
  /** Draw at most so many times a second (default 30). */
  maxFps?: number;
  /** Told how long each frame took to make, in milliseconds. */
  onFrame?: ((ms: number) => void) | undefined;
  /** What Ctrl-C does; by default the screen vanishes and answers `"interrupted"`. */
  onInterrupt?: (answer: Answer<T | "interrupted">) => void;
}

/**
 * Shows a screen on stderr until it answers, and returns the answer. However it ends (answer, signal, error),
 * the cursor, raw mode and the screen are then as before. What others write to the terminal meanwhile appears
 * above the screen. Rejects with what a component threw, or with the reason of `signal`.
 */
export async function mount<T>(
  screen: (answer: Answer<T>) => ReactElement,
  terminal: Terminal,
  options: MountOptions<T> = {},
): Promise<T | "interrupted"> {
  const { signal, alternateScreen = false, maxFps = 30, onFrame } = options;
  signal?.throwIfAborted();
  const over = Promise.withResolvers<{ value: T | "interrupted"; closing: ReactNode }>();
  const answer: Answer<T | "interrupted"> = (value, closing) => over.resolve({ value, closing });
  const onInterrupt = options.onInterrupt ?? (() => answer("interrupted"));

  const { stderr, stdin, stdout } = terminal;
  let content: ReactNode = screen(answer);
  let lent: Lent | undefined;
  const lend = (what: Lent) => {
    lent = what;
  };
  const send = (sequence: string) => void canvas.stream.write(sequence);
  const overlay = (sequence: string) => canvas.overlay(sequence);
  const tree = () => {
    const { columns, rows } = stderr;
    const height = Math.max(1, rows - 1);
    return (
      <SizeContext value={{ columns, rows }}>
        <SendContext value={send}>
          <OverlayContext value={overlay}>
            <Ears onInterrupt={() => onInterrupt(answer)} lend={lend} />
            <Box
              flexDirection="column"
              overflow="hidden"
              // What does not fit is cut off at the top of a screen in the scrollback: its foot asks the question.
              justifyContent={alternateScreen ? "flex-start" : "flex-end"}
              {...(alternateScreen ? { height } : { maxHeight: height })}
            >
              <Box flexDirection="column" flexShrink={0} flexGrow={alternateScreen ? 1 : 0}>
                <Boundary onError={over.reject}>{content}</Boundary>
              </Box>
            </Box>
          </OverlayContext>
        </SendContext>
      </SizeContext>
    );
  };

  const colourLevel = chalk.level;
  chalk.level = levelFor(terminal.colour);
  const canvas = openCanvas(stderr, [stdout], {
    alternateScreen,
    onResize: () => app.rerender(tree()),
    onForeign: (text) => lent?.above(text),
  });
  // Ink does this too, but only some time after the first frame: a quick Ctrl-C would still be a SIGINT.
  stdin.setRawMode(true);
  const app = ink.render(tree(), {
    stdin,
    stdout: canvas.stream,
    stderr,
    alternateScreen,
    exitOnCtrlC: false,
    interactive: true,
    maxFps,
    ...(terminal.spoken !== undefined && { isScreenReaderEnabled: terminal.spoken }),
    ...(onFrame && { onRender: ({ renderTime }) => onFrame(renderTime) }),
  });
  const exited = app.waitUntilExit();
  exited.then(() => over.reject(new Error("The screen was closed from outside.")), over.reject);
  const abort = () => over.reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    const { value, closing } = await over.promise;
    content = closing;
    return value;
  } catch (error) {
    content = undefined;
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
    app.rerender(tree());
    await app.waitUntilRenderFlush();
    if (content === undefined) app.clear();
    app.unmount();
    // Ink ends a frame that is listened to without ending its line.
    if (lent?.spoken && !alternateScreen && content !== undefined) canvas.stream.write("\n");
    canvas.release();
    stdin.setRawMode(false);
    stdin.pause();
    await exited;
    chalk.level = colourLevel;
  }
}

function levelFor(colour: boolean | undefined): typeof chalk.level {
  const supported = supportsColorStderr === false ? 0 : supportsColorStderr.level;
  if (colour === undefined) return supported;
  return colour ? (Math.max(1, supported) as typeof chalk.level) : 0;
}

/** What the first component hands to those outside. */
interface Lent {
  /** Writes above the frame. */
  above(text: string): void;
  spoken: boolean;
}

interface EarsProps {
  onInterrupt(): void;
  lend(what: Lent): void;
}

/** Is there from the first frame to the last, so that the terminal stays raw in between. */
function Ears({ onInterrupt, lend }: EarsProps): null {
  const { write } = useStdout();
  const spoken = useSpoken();
  useLayoutEffect(() => lend({ above: write, spoken }), [lend, write, spoken]);
  useKeys((keys) => {
    for (const key of keys) if (key === "ctrl+c") onInterrupt();
  });
  return null;
}

interface BoundaryProps {
  onError(error: unknown): void;
  children: ReactNode;
}

/** Keeps Ink from printing a stack trace of its own: errors belong to the caller. */
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
