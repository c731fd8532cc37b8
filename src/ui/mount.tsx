import chalk, { supportsColorStderr } from "chalk";
import { Component, type ReactElement, type ReactNode, useLayoutEffect } from "react";
import type { Streams } from "../output/streams.ts";
import { openCanvas } from "./canvas.ts";
import { Box, type DOMElement, ink, useStdout } from "./ink.ts";
import { useKeys } from "./keys.ts";
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
  const { signal, alternateScreen = false } = options;
  signal?.throwIfAborted();
  const over = Promise.withResolvers<{ value: T | "interrupted"; closing: ReactNode }>();
  const answer: Answer<T | "interrupted"> = (value, closing) => over.resolve({ value, closing });
  const onInterrupt = options.onInterrupt ?? (() => answer("interrupted"));
  const element = screen(answer);

  const { stderr, stdin, stdout } = terminal;
  let frame: DOMElement | null = null;
  let above: ((text: string) => void) | undefined;
  const lend = (write: typeof above) => {
    above = write;
  };
  let content: ReactNode = null;
  const tree = () => (
    <SizeContext value={{ columns: stderr.columns, rows: stderr.rows }}>
      <Ears onInterrupt={() => onInterrupt(answer)} onClose={canvas.release} lend={lend} />
      <Box
        ref={(node: DOMElement | null) => {
          frame = node;
        }}
        flexDirection="column"
        justifyContent={alternateScreen ? "flex-start" : "flex-end"}
        overflow="hidden"
        {...(alternateScreen && { height: stderr.rows - 1 })}
      >
        <Box flexDirection="column" flexShrink={0} flexGrow={alternateScreen ? 1 : 0}>
          <Boundary onError={over.reject}>{content}</Boundary>
        </Box>
      </Box>
    </SizeContext>
  );
  // Ink has no maxHeight. It is set on the layout node, which is there since the first, empty frame.
  const update = () => {
    frame?.yogaNode?.setMaxHeight(Math.max(1, stderr.rows - 1));
    app.rerender(tree());
  };
  const show = (next: ReactNode) => {
    content = next;
    update();
    canvas.redraw();
  };

  const colourLevel = chalk.level;
  chalk.level = levelFor(terminal.colour);
  const canvas = openCanvas(stderr, [stdout], {
    alternateScreen,
    onResize: update,
    onForeign: (text) => above?.(text),
  });
  const app = ink.render(tree(), { stdin, stdout: canvas.stream, stderr, exitOnCtrlC: false });
  const exited = app.waitUntilExit();
  exited.then(() => over.reject(new Error("The screen was closed from outside.")), over.reject);
  const abort = () => over.reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  let closing: ReactNode;
  try {
    show(element);
    const answered = await over.promise;
    closing = answered.closing;
    return answered.value;
  } finally {
    signal?.removeEventListener("abort", abort);
    show(closing);
    if (closing === undefined) app.clear();
    app.unmount();
    await exited;
    stdin.pause();
    chalk.level = colourLevel;
  }
}

function levelFor(colour: boolean | undefined): typeof chalk.level {
  const supported = supportsColorStderr === false ? 0 : supportsColorStderr.level;
  if (colour === undefined) return supported;
  return colour ? (Math.max(1, supported) as typeof chalk.level) : 0;
}

interface EarsProps {
  onInterrupt(): void;
  onClose(): void;
  lend(above: (text: string) => void): void;
}

/**
 * Is there from the first frame to the last, so that the terminal stays raw in between; and gives it back
 * whenever Ink ends, also when it is the process that ends.
 */
function Ears({ onInterrupt, onClose, lend }: EarsProps): null {
  const { write } = useStdout();
  useLayoutEffect(() => {
    lend(write);
    return onClose;
  }, [lend, onClose, write]);
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
