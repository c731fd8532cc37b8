import { isMouseReport, type MouseEvent, splitMouseReports } from "./report.ts";

/** How long the first bytes of a report are kept back, in milliseconds: they may be the Esc key. */
const escapeMs = 10;

/**
 * Takes mouse reports out of what is read from `stdin`, also if they arrive in several chunks: Ink drops those that it reads
 * whole, and takes the parts of others for typed text. Returns a function that ends it.
 */
export function tapMouse(stdin: NodeJS.ReadStream, onMouse: (event: MouseEvent) => void): () => void {
  const before = Object.getOwnPropertyDescriptor(stdin, "read");
  const read = stdin.read;
  let kept = "";
  let overdue = "";
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    overdue += kept;
    kept = "";
    stdin.emit("readable");
  };
  const next = (): string | null => {
    if (overdue !== "") {
      const text = overdue;
      overdue = "";
      return text;
    }
    for (;;) {
      const chunk: string | Buffer | null = Reflect.apply(read, stdin, []);
      if (chunk === null) return null;
      clearTimeout(timer);
      const { text, events, rest } = splitMouseReports(kept + String(chunk));
      kept = rest;
      if (rest !== "" && !isMouseReport(rest)) timer = setTimeout(release, escapeMs);
      for (const event of events) onMouse(event);
      if (text !== "") return text;
    }
  };
  // Node itself reads with a size of 0 to fill its buffer.
  stdin.read = (size?: number) => (size === undefined ? next() : Reflect.apply(read, stdin, [size]));
  return () => {
    clearTimeout(timer);
    if (before === undefined) Reflect.deleteProperty(stdin, "read");
    else Object.defineProperty(stdin, "read", before);
  };
}
