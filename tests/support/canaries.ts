import type { Schema } from "../../src/api/schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "../../src/api/schema-fields.ts";

/** All ids of planted objects, so that they refer to each other. */
export const plantedId = "0a1b2c3d-0000-4000-8000-00000000000e";

/** A part of each canary. */
export const remains = /canary|quill|person\.test|775577557|1983-05-04/i;

const shapes = [
  (n: number) => `Canary Quill${n}`,
  (n: number) => `canary.${n}@person.test`,
  (n: number) => `+49 170 775577557${100 + n}`,
  (n: number) => `Canary ${n}, please ring twice at the blue door!`,
  (n: number) => `https://canary.test/${n}?token=canary-${n}`,
];

const plain: Readonly<Record<string, string>> = {
  "date-time": "2026-03-01T08:00:00.000Z",
  decimal: "5.00",
  uuid: plantedId,
  currency: "USD",
  country: "DE",
  language: "en",
  date: "2026-03-01",
};

/**
 * Returns a value of a schema with a canary in each text that its contract does not call open, in fields and keys that it does not
 * have, in coordinates, and in the numbers and dates of answers. `personal`: what it is if it does not say.
 */
export function planted(schema: Schema, personal: boolean): { value: unknown; count: number } {
  let count = 0;
  const canary = () => {
    count += 1;
    return shapes[count % shapes.length]?.(count) ?? "";
  };
  return { value: fill(schema, "", personal, 0), count: count as number };

  function fill(at: Schema, name: string, around: boolean | "all", depth: number): unknown {
    const rule = at["x-till-personal"];
    const own = typeof rule === "object" ? around : (rule ?? around);
    const isAll = own === "all" || (own === true && around === "all");
    const kind = schemaKind(at);
    if (kind === "number") {
      if (/^(latitude|longitude)$/.test(name)) return own ? 52.775577557 : 52;
      return isAll ? 775577557 : 5;
    }
    if (kind === "boolean") return true;
    if (kind === "text") {
      if (at.enum) return at.enum[0];
      if (isAll && at.format?.startsWith("date"))
        return at.format === "date" ? "1983-05-04" : "1983-05-04T00:00:00.000Z";
      return plain[at.format ?? ""] ?? (own ? canary() : `open-${count}`);
    }
    if (kind === "array") {
      const item = schemaBelow(at, { at: undefined });
      return item === undefined || depth > 9 ? [] : [fill(item, name, own, depth + 1)];
    }
    if (kind === "object") {
      if (depth > 9) return {};
      const shape = Object.entries(shapeOf(at));
      // What is open because of a field beside it is personal without that.
      const left = shape.flatMap(([, { "x-till-personal": one }]) =>
        typeof one === "object" && one.unless ? [one.unless.split(".")[0]] : [],
      );
      const fields = shape.flatMap(([field, inner]) =>
        left.includes(field) ? [] : [[field, fill(inner, field, own, depth + 1)]],
      );
      const unknown = own
        ? { aNewField: canary(), aNewObject: { [canary()]: canary(), deep: [775577557] } }
        : {};
      return { ...Object.fromEntries(fields), ...unknown };
    }
    if (at.additionalProperties && depth < 10)
      return { [own ? canary() : "open"]: fill(at.additionalProperties, "", own, depth + 1) };
    const open =
      typeof rule === "object" ? Object.fromEntries((rule.open ?? []).map((key) => [key, "open"])) : {};
    return own ? { ...open, [canary()]: [canary()] } : { open: "open" };
  }
}
