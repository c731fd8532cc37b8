import { jsonText } from "../output/json.ts";

/** Returns changed fields as lines: `name: Summer -> Sale`. Without the values before, returns those after. */
export function changeLines(before: unknown, after: unknown): string[] {
  if (after === null && isObject(before)) return ["deleted"];
  if (!isObject(after)) return [];
  return Object.keys(after).flatMap((name) => {
    const to = shown(after[name]);
    if (!isObject(before)) return [`${name}: ${to}`];
    const from = shown(before[name]);
    return from === to ? [] : [`${name}: ${from} -> ${to}`];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "(empty)";
  return typeof value === "string" ? value : jsonText(value as object);
}
