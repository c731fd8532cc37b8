import * as z from "zod/mini";
import { snapshotKinds } from "../src/files/snapshot/format.ts";
import { Manifest } from "../src/files/snapshot/manifest.ts";
import { objectSchemas } from "../src/files/snapshot/schema.ts";

/** Returns the JSON Schema of the lines of a snapshot and of `snapshot.json`, by file name. */
export function snapshotSchema(): Record<string, string> {
  const schema = (one: z.core.$ZodType) => {
    const { $schema: _, ...rest } = z.toJSONSchema(one);
    return rest;
  };
  const others = Object.entries(snapshotKinds)
    .filter(([kind]) => !(kind in objectSchemas))
    .map(([kind, { key }]) => ({
      type: "object",
      properties: { _kind: { const: kind } },
      required: ["_kind", ...key.slice(0, 1).filter((path) => !path.includes("."))],
    }));
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A line of a till snapshot, or snapshot.json",
    oneOf: [schema(Manifest), ...Object.values(objectSchemas).map(schema), ...others],
  };
  return { "snapshot.schema.json": `${JSON.stringify(document, null, 2)}\n` };
}
