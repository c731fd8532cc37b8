import type { Json, Step } from "../../bulk/journal/step.ts";
import type { StepWords } from "../products/words.ts";
import { eventParts, type Parts } from "./parts.ts";
import { nodesOf } from "./rich-nodes.ts";
import { writeMarkdown } from "./rich-write.ts";

const acts: Readonly<Record<string, string>> = {
  "event.create": "create",
  "event.cancel": "cancel",
  "event.delete": "delete",
};

/** Whether a step is about an event. */
export const isEventStep = ({ kind }: Pick<Step, "kind">): boolean => kind.startsWith("event.");

/** A step of a job on events in the words of its preview. Times are in UTC there. */
export function eventWords({ label, kind, before, after }: Step): StepWords {
  const act = acts[kind];
  const to = (after ?? {}) as Parts;
  if (act !== undefined) {
    const when = kind === "event.create" ? brief(to["dateAndTimeSettings.startDate"]) : "";
    const what = to.draft === true ? `${act} a draft` : act;
    return { label, what, before: "", after: when === "(none)" ? "" : when };
  }
  const [first = "", ...more] = Object.keys(to);
  const name = eventParts.find(({ path }) => path === first)?.column ?? first.replace(/^.*\./, "");
  return {
    label,
    what: more.length > 0 ? `${name} (+${more.length})` : name,
    before: brief(((before ?? {}) as Parts)[first]),
    after: brief(to[first]),
  };
}

function brief(value: Json | undefined): string {
  const words = plain(value).replace(/\s+/g, " ");
  return words.length > 32 ? `${words.slice(0, 31)}…` : words;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined || value === "") return "(none)";
  if (typeof value !== "object") return String(value).replace(/:00\.000Z$/, "Z");
  if (Array.isArray(value)) return value.length === 1 ? "1 date" : `${value.length} dates`;
  if ("nodes" in value) return writeMarkdown(nodesOf(value as never)) || "(empty)";
  const { formattedAddress, city } = value;
  return String(formattedAddress ?? city ?? JSON.stringify(value));
}
