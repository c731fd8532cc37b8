import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { eventParts, type Parts } from "./parts.ts";
import { nodesOf } from "./rich-nodes.ts";
import { writeMarkdown } from "./rich-write.ts";

const actions: Readonly<Record<string, string>> = {
  "event.create": "create",
  "event.cancel": "cancel",
  "event.delete": "delete",
};

/** Describes a step of a job on events for a preview. Times are in UTC. */
export function describeEventStep({ label, kind, before, after }: Step): StepDescription {
  const action = actions[kind];
  const to = (after ?? {}) as Parts;
  if (action !== undefined) {
    const when = kind === "event.create" ? brief(to["dateAndTimeSettings.startDate"]) : "";
    const what = to.draft === true ? `${action} a draft` : action;
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
  const text = plain(value).replace(/\s+/g, " ");
  return text.length > 32 ? `${text.slice(0, 31)}…` : text;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined || value === "") return "(none)";
  if (typeof value !== "object") return String(value).replace(/:00\.000Z$/, "Z");
  if (Array.isArray(value)) return value.length === 1 ? "1 date" : `${value.length} dates`;
  if ("nodes" in value) return writeMarkdown(nodesOf(value as never)) || "(empty)";
  const { formattedAddress, city } = value;
  return String(formattedAddress ?? city ?? JSON.stringify(value));
}
