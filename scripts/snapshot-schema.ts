import * as z from "zod/mini";
import { Manifest } from "../src/copies/format.ts";
import { shopObjects } from "../src/copies/shop-objects.ts";

/** Returns the JSON Schema of the lines of a snapshot and of `snapshot.json`, by file name. */
export async function snapshotSchema(): Promise<Record<string, string>> {
  const schema = (one: z.core.$ZodType) => {
    const { $schema: _, ...rest } = z.toJSONSchema(one);
    return rest;
  };
  const kinds = [...(await shopObjects()).values()];
  const own = kinds.flatMap((kind) => (kind.schema ? [schema(kind.schema)] : []));
  const others = kinds
    .filter((kind) => kind.schema === undefined)
    .map(({ kind, key = [] }) => ({
      type: "object",
      properties: { _kind: { const: kind } },
      required: ["_kind", ...key.slice(0, 1).filter((path) => !path.includes("."))],
    }));
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A line of a till snapshot, or snapshot.json",
    oneOf: [schema(Manifest), ...own, ...others],
  };
  return { "snapshot.schema.json": `${JSON.stringify(document, null, 2)}\n` };
}
