import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";

/** Handlers of XML events. Names are without their namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The most bytes of one tag, text or comment, which the parser holds in memory. A cell in Excel has at most 32,767 characters. */
const mostBytes = 4 * 1024 * 1024;
/** The most elements inside each other. */
const deepest = 100;

/**
 * Parses XML in chunks and yields after each. Throws Error for text that is not well-formed XML in UTF-8, and for a text or
 * tag that is too long.
 */
export async function* elementsOf(xml: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  parser.on("error", (error) => {
    throw error;
  });
  let [held, depth] = [0, 0];
  const passed = () => {
    held = 0;
  };
  for (const event of ["comment", "processinginstruction", "doctype", "xmldecl"] as const)
    parser.on(event, passed);
  for (const event of ["text", "cdata"] as const)
    parser.on(event, (value) => {
      passed();
      text?.(value);
    });
  parser.on("opentag", ({ name, attributes }) => {
    passed();
    depth += 1;
    if (depth > deepest) throw new Error(`it has more than ${deepest} elements inside each other`);
    open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    passed();
    depth -= 1;
    close?.(localName(name));
  });
  try {
    for await (const piece of xml) {
      held += (piece as Buffer).length;
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
      if (held > mostBytes) throw new Error("one text or tag in it is longer than 4 MiB");
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } finally {
    xml.destroy();
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
