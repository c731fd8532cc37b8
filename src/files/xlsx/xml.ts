import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";

/** Handlers of XML events. Names are without their namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Parses XML in chunks and yields after each. Throws Error for text that is not well-formed XML in UTF-8. */
export async function* elementsOf(xml: Readable, { open, text, close }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  parser.on("error", (error) => {
    throw error;
  });
  if (open) parser.on("opentag", ({ name, attributes }) => open(localName(name), attributes));
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  if (close) parser.on("closetag", ({ name }) => close(localName(name)));
  try {
    for await (const piece of xml) {
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } finally {
    xml.destroy();
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
