import type * as z from "zod/mini";
import { kindOf, schemaBelow, shapeOf } from "../schema-fields.ts";

/** Which texts of an object stay as they are, by field; lists do not count as a level, and `*` is every key of a map. */
export interface OpenTexts {
  readonly [field: string]: OpenTexts | true;
}

/**
 * Returns the texts that stay from their paths, such as `options[].choices[].description`. `description.**` is every text of
 * the model below the field. Throws for a path that is not that of a text in the schema.
 */
export function openTexts(schema: z.core.$ZodType, paths: readonly string[]): OpenTexts {
  const root: Record<string, OpenTexts | true> = {};
  for (const path of paths) {
    let node = root;
    let at: z.core.$ZodType = schema;
    const names = path.split(/[.[\]]+/).filter(Boolean);
    for (const [index, name] of names.entries()) {
      const inner = withoutLists(at);
      if (name === "**") {
        Object.assign(node, everyText(inner));
        break;
      }
      const below = schemaBelow(inner, { key: name });
      if (below === undefined) throw new Error(`"${path}" is not in the schema: it has no ${name}`);
      at = below;
      if (index === names.length - 1) {
        const kind = kindOf(withoutLists(at));
        if (kind !== "text" && kind !== "json") throw new Error(`"${path}" is not a text`);
        node[name] = true;
      } else {
        node[name] ??= {};
        node = node[name] as Record<string, OpenTexts | true>;
      }
    }
  }
  return root;
}

/** Returns the schema of the items of a list, or the schema itself. */
function withoutLists(schema: z.core.$ZodType): z.core.$ZodType {
  const item = kindOf(schema) === "array" ? schemaBelow(schema, { at: undefined }) : undefined;
  return item === undefined ? schema : withoutLists(item);
}

function everyText(schema: z.core.$ZodType): OpenTexts {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]): [string, OpenTexts | true] => {
    const inner = withoutLists(field);
    return [name, kindOf(inner) === "object" ? everyText(inner) : true];
  });
  return Object.fromEntries(fields);
}
