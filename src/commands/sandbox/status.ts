import { describeCounts, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";

type DueFailure = Partial<Record<"at" | "kind" | "ref" | "error" | "next", string | null>>;

/** Prints what the sandbox holds, where, at what time, and what it does not emulate. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const status = await (await sandboxControl(context)).status({});
  type Status = typeof status;
  const { streams, format, globals } = context;
  await renderRecord<Status>({
    streams,
    format,
    kind: "sandbox",
    fields: globals.fields,
    columns: [
      column<Status>("Holds", ({ counts }) => describeCounts(counts)),
      column<Status>("Catalog", ({ catalog }) => catalog ?? ""),
      column<Status>("File", ({ file }) => file ?? ""),
      column<Status>("Clock", ({ clock }) => `${clock?.now} (${clock?.mode})`),
      column<Status>("Faults waiting", ({ faults }) => faults ?? 0),
      column<Status>("Failed work", ({ dueFailures = [] }) => dueFailures?.map(failureText).join("\n") ?? ""),
      column<Status>("Client id", ({ clientId }) => clientId ?? ""),
      column<Status>("Site id", ({ siteId }) => siteId ?? ""),
      column<Status>("API key", ({ apiKey }) => apiKey ?? ""),
      column<Status>("Not emulated", ({ limits }) => (limits ?? []).join("\n")),
    ],
    record: status,
  });
  return undefined;
}

function failureText({ at, kind, ref, error, next }: DueFailure): string {
  const [reason = ""] = (error ?? "").split("\n");
  return `${at}  ${kind} ${ref}: ${reason}; ${next ? `next attempt ${next}` : "given up"}`;
}
