import { isRecord } from "../kernel/json.ts";
import { jsonText } from "../output/json.ts";

/** Returns changed fields as lines: `name: Summer -> Sale`. Without the values before, returns those after. */
export function changeLines(before: unknown, after: unknown): string[] {
  if (after === null && isRecord(before)) return ["deleted"];
  if (!isRecord(after)) return [];
  return Object.keys(after).flatMap((name) => {
    const to = shown(after[name]);
    if (!isRecord(before)) return [`${name}: ${to}`];
    const from = shown(before[name]);
    return from === to ? [] : [`${name}: ${from} -> ${to}`];
  });
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return "(empty)";
  return typeof value === "string" ? value : jsonText(value as object);
}
