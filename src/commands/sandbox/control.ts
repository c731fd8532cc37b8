import type { Call } from "../../api/caller.ts";
import { faultKinds } from "../../api/services/sandbox/fault-kinds.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { confirm } from "../../cli/confirm.ts";
import { describeCounts, type SandboxTarget, sandboxControl, signOut } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { countOf, redacted } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { defaults } from "../../sandbox/kernel/defaults.ts";

type DueFailure = Partial<Record<"at" | "kind" | "ref" | "error" | "next", string | null>>;

/** Prints the sandbox's contents, file, clock, faults and limits. */
export async function status(
  context: Context,
  _: string[],
  { limits: showsLimits = false, ...target }: SandboxTarget & { limits?: boolean },
): Promise<ExitCode | undefined> {
  const found = await (await sandboxControl(context, target))(sandbox.status, {});
  // The key that every sandbox begins with is public; one that someone set is a secret.
  const record = { ...found, apiKey: found.apiKey === defaults.apiKey ? found.apiKey : redacted };
  await context.printRecord(record, {
    kind: "sandbox",
    byLabel: true,
    fields: {
      contents: { value: ({ counts }) => describeCounts(counts) },
      catalog: {},
      file: {},
      clock: { value: ({ clock }) => `${clock?.now} (${clock?.mode})` },
      pendingFaults: { value: ({ faults }) => faults ?? 0 },
      failedWork: { value: ({ dueFailures = [] }) => dueFailures?.map(failureText).join("\n") ?? "" },
      clientId: {},
      siteId: {},
      apiKey: { label: "API key" },
      notEmulated: {
        value: ({ limits }) =>
          showsLimits
            ? (limits ?? []).join("\n")
            : `${countOf(limits?.length ?? 0, "limit")}: till sandbox status --limits`,
      },
    },
  });
  return undefined;
}

function failureText({ at, kind, ref, error, next }: DueFailure): string {
  const [reason = ""] = (error ?? "").split("\n");
  return `${at}  ${kind} ${ref}: ${reason}; ${next ? `next attempt ${next}` : "given up"}`;
}

/** Empties the sandbox after a confirmation and removes its stored sign-ins. */
export async function reset(
  context: Context,
  _: string[],
  { yes, ...target }: SandboxTarget & { yes?: boolean },
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const { counts, catalog } = await control(sandbox.status, {});
  await confirm(context, `Empty the sandbox? It contains ${describeCounts(counts)}.`, yes);
  await control(sandbox.reset, {});
  const isProfile = Object.keys(target).length === 0;
  const signedOut = isProfile ? await signOut(context, (await context.choices.profile()).key) : "";
  const back =
    catalog === "v3" ? " It has catalog v1 now. For v3 again: till sandbox seed demo --catalog v3" : "";
  await context.notice(`The sandbox is empty.${signedOut}${back}`);
  return undefined;
}

/** Prints the public key of the sandbox's webhooks as PEM, or as JSON. */
export async function keys(
  context: Context,
  _: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  const { algorithm, publicKey } = await (await sandboxControl(context, target))(sandbox.keys, {});
  const text = context.format === "table" ? publicKey : `${jsonText({ algorithm, publicKey })}\n`;
  await context.streams.stdout.write(text ?? "");
  return undefined;
}

/** Shows or changes the sandbox's clock. */
export async function clock(
  context: Context,
  [change, value]: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  const state = await changeClock(await sandboxControl(context, target), change, value);
  await context.printResult({ _kind: "clock", ...state }, `${state.now} (${state.mode})`);
  return undefined;
}

async function changeClock(control: Call, change: string | undefined, value: string | undefined) {
  if (change === undefined) return (await control(sandbox.status, {})).clock ?? {};
  if (change === "real") return await control(sandbox.clock, { real: true });
  if (value === undefined || (change !== "set" && change !== "advance")) {
    throw new UsageError("Expected set TIME, advance DURATION or real.", {
      hint: "Example: till sandbox clock advance 2h",
    });
  }
  return change === "set"
    ? await control(sandbox.clock, { set: value })
    : await control(sandbox.advance, { by: value });
}

/** Deletes a checkout or a subscription contract of the sandbox, which no call of the platform does. */
export async function expire(
  context: Context,
  [kind, id = ""]: string[],
  target: SandboxTarget,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  await control(sandbox.expire, { kind: kind === "contract" ? "contract" : "checkout", id });
  await context.notice(`Deleted the ${kind === "contract" ? "subscription contract" : "checkout"} ${id}.`);
  return undefined;
}

interface FaultOptions extends SandboxTarget {
  route?: string;
  count?: number;
  skip?: number;
  probability?: number;
  seed?: number;
  clear?: boolean;
}

/** Sets a fault, lists the pending faults, or clears all faults. */
export async function fault(
  context: Context,
  [kind]: string[],
  { route, count, skip, probability, seed, clear, ...target }: FaultOptions,
): Promise<ExitCode | undefined> {
  const given = [kind, route, count, skip, probability, seed].some((value) => value !== undefined);
  if (clear && given)
    throw new UsageError("--clear clears all faults and takes nothing else.", { field: "--clear" });
  if (kind === undefined && given) {
    throw new UsageError("Missing fault: till sandbox fault <kind>", {
      field: "kind",
      hint: `It is one of: ${faultKinds.join(", ")}`,
    });
  }
  const control = await sandboxControl(context, target);
  if (clear) {
    await control(sandbox.clearFaults, {});
    await context.notice("Cleared all faults.");
    return undefined;
  }
  const { faults } =
    kind === undefined
      ? await control(sandbox.faults, {})
      : await control(sandbox.fault, {
          fault: kind,
          route: route || undefined,
          times: count || undefined,
          skip: skip || undefined,
          probability,
          seed,
        });
  await context.print(faults ?? [], {
    kind: "fault",
    fields: {
      fault: {},
      route: { path: "route", label: "Calls", value: (row) => row.route || "every call" },
      times: { path: "times", value: (row) => row.times || "until cleared", as: "number" },
      probability: { label: "Chance", absent: 1, as: "number" },
    },
    empty: "No faults are set.",
  });
  return undefined;
}
