import { type RecordedCall, withCallLog } from "../../bulk/call-log.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { requestLimit } from "../jobs/apply-job.ts";
import { endpointOf, readPresent, stateOf } from "./inverse.ts";

/** Finds out by reading what came of the calls without an outcome. It sends no write, and with `dryRun` it records nothing. Exit 10 if some stay unknown. */
export async function settleCalls(
  context: Context,
  calls: readonly RecordedCall[],
  { dryRun, wait }: { dryRun?: boolean | undefined; wait?: boolean | undefined } = {},
): Promise<CommandResult> {
  const [first] = calls;
  if (first === undefined) return { exitCode: exitCodes.ok };
  const { job: id, command } = first;
  const open = calls.filter(({ state }) => state === "sent" || state === "unknown");
  if (open.length === 0) {
    const summary = `Job ${id} is finished.`;
    await context.notice(summary);
    return { exitCode: exitCodes.ok, summary };
  }
  let unknown = 0;
  const limit = await requestLimit(context, wait);
  for (const call of open) {
    let state = await settledState(context, call);
    const ms = state === "failed" ? remainingMs(context, call, limit) : 0;
    if (ms > 0) {
      await context.notice(
        `Waiting ${countOf(Math.ceil(ms / 1000), "second")}: the platform may still execute ${call.name}. To go on at once: --no-wait`,
      );
      await context.sleep(ms, context.signal);
      state = await settledState(context, call);
    }
    const object = call.label ?? call.id ?? "";
    if (state === undefined) unknown += 1;
    else if (!dryRun) withCallLog(context.paths.calls, (log) => log?.settle(call.seq, state));
    const outcome =
      state === undefined ? "unknown" : state === "done" ? "it was executed" : "it was not executed";
    await context.notice(`${[call.name, object].filter(Boolean).join(" ")}: ${outcome}.`);
  }
  if (unknown === 0) return { exitCode: exitCodes.ok };
  const summary = `Reading cannot tell. Look at the shop; if nothing was changed, run it again: ${command}`;
  await context.notice(summary);
  return { exitCode: exitCodes.unknown, summary };
}

/** For how many milliseconds the process of a call may have sent it after it was recorded. */
const sendingMs = 120_000;

/** Returns for how long the platform may still execute a call, in milliseconds. */
function remainingMs({ now }: Context, { at, endedAt }: RecordedCall, limit: number): number {
  const sentAt = endedAt?.getTime() ?? at.getTime() + sendingMs;
  return Math.min(limit, Math.max(0, sentAt + limit - now().getTime()));
}

async function settledState(context: Context, made: RecordedCall): Promise<"done" | "failed" | undefined> {
  const endpoint = await endpointOf(made);
  if (endpoint === undefined || (endpoint.effect !== "set" && endpoint.effect !== "delete")) return undefined;
  const call = await context.call("admin");
  const present = await readPresent(call, endpoint, made.input, context.signal);
  if (!present.known) return undefined;
  const deletes = endpoint.method === "DELETE" && made.before !== undefined;
  const state = stateOf(deletes ? { ...made, after: null } : made, endpoint, present);
  if (state === "after") return "done";
  return state === "before" ? "failed" : undefined;
}
