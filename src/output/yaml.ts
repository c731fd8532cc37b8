import { Document, isScalar, Scalar, visit } from "yaml";
import { escapeControls, type Late, type Rows, settle } from "./json.ts";
import { gather, type Sink } from "./streams.ts";

const hostile = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** Whether text has several lines that blocks do not keep exactly: it begins with white space, or a line ends with it. */
const isFragile = (text: string): boolean => text.includes("\n") && /^\s|[ \t]$|[ \t]\n/.test(text);

/** Returns a value as YAML that YAML 1.1 and 1.2 parsers read alike, without raw control characters. */
export function yamlText(value: unknown): string {
  const document = new Document(value, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, (_key, node) => {
    // Only double-quoted text can have escapes, and keeps white space.
    if (
      isScalar(node) &&
      typeof node.value === "string" &&
      (hostile.test(node.value) || isFragile(node.value))
    )
      node.type = Scalar.QUOTE_DOUBLE;
  });
  return escapeControls(document.toString({ lineWidth: 0 }));
}

/** Streams `items:`, then writes `total:`, `next:` and further facts. Resolves with the number of rows written. */
export async function writeYamlList(
  sink: Sink,
  rows: Rows<object>,
  facts: { total?: Late<number>; next?: Late<string>; facts?: object | undefined } = {},
): Promise<number> {
  const out = gather(sink);
  let count = 0;
  for await (const row of rows) {
    await out.write(`${count === 0 ? "items:\n" : ""}${yamlText([row])}`);
    count += 1;
    if (sink.closed) return count;
  }
  const [total, next] = [settle(facts.total), settle(facts.next)];
  const tail = {
    ...(count === 0 && { items: [] }),
    ...(total !== undefined && { total }),
    ...(next !== undefined && { next }),
    ...facts.facts,
  };
  if (Object.keys(tail).length > 0) await out.write(yamlText(tail));
  await out.flush();
  return count;
}
