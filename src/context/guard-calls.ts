import type { Call } from "../api/caller.ts";
import type { Actor, Endpoint } from "../api/endpoint.ts";
import type { PlannedCall } from "./dry-run.ts";
import { recentReads } from "./recent-reads.ts";
import type { Recorder, RecorderOptions } from "./recorder.ts";
import { isShopWrite, type WriteGate } from "./write-gate.ts";

/** What the guard of calls needs to know about the command. */
export interface GuardOptions {
  gate: WriteGate;
  dryRun: boolean;
  /** The options of the recorder, which is loaded with the first write. */
  recording: Omit<RecorderOptions, "call" | "known" | "unlockedFor">;
}

/** Checks and records the writes of a command, or plans the first one with --dry-run. */
export interface CallGuard {
  /** Returns a guarded call. `as`: the identity that was requested; `allow` throws if the profile has none for the call. */
  guard(call: Call, as: Actor | undefined, allow: (endpoint: Endpoint) => Promise<unknown>): Call;
  /** From now on a job records the writes, so they are not recorded one by one. */
  beginJob(): void;
  /** Returns the job that the recorded writes belong to, once there is one. */
  recorded(): string | undefined;
  /** Returns the first write, if --dry-run kept it from being sent. */
  planned(): PlannedCall | undefined;
  close(): void;
}

/** Returns the guard of a command's calls. */
export function guardCalls({ gate, dryRun, recording }: GuardOptions): CallGuard {
  let inJob = false;
  let planned: PlannedCall | undefined;
  let recorder: Recorder | undefined;
  const recent = recentReads();
  const recorderOver = async (reads: Pick<RecorderOptions, "call" | "known">) =>
    (recorder ??= (await import("./recorder.ts")).createRecorder({
      ...recording,
      ...reads,
      unlockedFor: () => gate.state().reason,
    }));
  return {
    guard(call, as, allow) {
      const guarded: Call = async (endpoint, input, options) => {
        if (endpoint.effect === "read")
          return recent.add(endpoint, input, await call(endpoint, input, options));
        const made = { endpoint, input, options };
        const reads = { call: guarded, known: recent.get };
        if (dryRun) {
          if (!endpoint.open) await allow(endpoint);
          const { DryRunStop, planCall } = await import("./dry-run.ts");
          planned ??= await planCall(reads, made);
          throw new DryRunStop(endpoint.name);
        }
        gate.check(endpoint);
        const isRecorded = !inJob && isShopWrite(endpoint, as);
        const result = isRecorded
          ? (await recorderOver(reads)).record(made, call)
          : call(endpoint, input, options);
        return await result.finally(recent.clear);
      };
      return guarded;
    },
    beginJob() {
      inJob = true;
    },
    recorded: () => recorder?.job(),
    planned: () => planned,
    close: () => recorder?.close(),
  };
}
