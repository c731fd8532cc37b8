import { statSync } from "node:fs";
import type { Call } from "../api/caller.ts";
import type { Actor, Endpoint } from "../api/endpoint.ts";
import type { Pacer } from "../api/transport/pace.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import { type LockState, listProfiles, lockState } from "../config/profiles.ts";
import { settingsFile } from "../config/settings-file.ts";
import { nodeCrypto } from "../kernel/crypto.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import type { ApprovedChange } from "./host.ts";
import type { CallToMake, PlannedCall, Recorder, RecorderOptions } from "./recorder.ts";

/** Checks every call of a hosted profile against the profile's lock. */
export interface WriteGate {
  /** Throws PROFILE_LOCKED (exit 6) for a write while the profile is locked. */
  check(endpoint: Pick<Endpoint, "name" | "effect">): void;
  /** Returns the current state of the lock. */
  state(): LockState;
}

/** Signing in and out does not change the site. */
const signsIn =
  /^(verification\.|oauth\.token$|redirects\.createRedirectSession$|authentication\.(login|logout|callback|verify)$|eventStaffMembers\.login$)/;

/** Returns whether a call controls a sandbox, which hosted shops do not have. */
const isControl = ({ path }: Pick<Endpoint, "path">) => path.startsWith("/__till/");

/** Returns whether a call changes the shop with the shop's own identity: not as a buyer, and not by signing in. An upload needs no identity, but is a write. */
function isShopWrite(
  { name, effect, role, open }: Pick<Endpoint, "name" | "effect" | "role" | "open">,
  as: Actor | undefined,
): boolean {
  const isPublic = open && role !== "admin";
  return effect !== "read" && !isPublic && (role === "admin" || as === "admin") && !signsIn.test(name);
}

/** Returns the gate of a profile. It rereads a changed settings file, so that a lock stops a running job. */
export function writeGate(file: string, profile: string, now: () => Date): WriteGate {
  let seen = Number.NaN;
  let locks: Parameters<typeof lockState>[0] = {};
  const state = (): LockState => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed !== seen) {
      locks = listProfiles(settingsFile(file).read()).find(({ name }) => name === profile) ?? {};
      seen = changed;
    }
    return lockState(locks, now());
  };
  return {
    check({ name, effect }) {
      if (effect !== "read" && !signsIn.test(name) && state().locked) throw profileLocked(profile, name);
    },
    state,
  };
}

/** Returns the error (exit 6) for a write through a locked profile: for one call, or before any call. */
export function profileLocked(profile: string, call?: string): TillError {
  const what = call === undefined ? "nothing was sent" : `${call} was not sent`;
  return new TillError(exitCodes.conflict, `The profile "${profile}" is locked: ${what}.`, {
    code: "PROFILE_LOCKED",
    hint: `To unlock it temporarily: till profiles unlock ${profile} --for 15m --reason "why"`,
  });
}

/** Returns the error (exit 4) for a write without the approvals that the profile requires. */
function notApproved(call: string): TillError {
  return new TillError(exitCodes.auth, `${call} needs an approval by another person: it was not sent.`, {
    code: "APPROVAL_NEEDED",
    hint: "Have a plan approved (--plan-out FILE): till help guide approvals",
  });
}

/** Refuses requests that change a shop, for commands that may only read. Signing in is not one. */
export function withoutWrites(send: Transport): Transport {
  return async (request) => {
    const { name, effect } = request;
    if (effect === "read" || signsIn.test(name)) return await send(request);
    throw new UsageError(`${name} changes the shop: it was not sent.`, { code: "READ_ONLY" });
  };
}

/** Returns the error for a hosted site in a command that may only use a sandbox. */
export function sandboxOnly(profile: string): UsageError {
  return new UsageError(`The profile "${profile}" is not a sandbox: nothing was sent.`, {
    code: "SANDBOX_ONLY",
  });
}

/** What the guard of calls needs to know about the command. */
export interface GuardOptions {
  gate: WriteGate;
  /** Throws (exit 4) for a write if nobody has named the shop. */
  requireShop(): void;
  dryRun: boolean;
  /** Whether the plan says what the command has read. */
  plans: boolean;
  /** The planned change that the command carries out. */
  approved: ApprovedChange | undefined;
  /** Prints which site is about to be changed. Called once, before the first write. */
  announce(): Promise<void>;
  /** Whether every change of the shop is shown and confirmed before it is sent, not only those that ask a question of their own. */
  asks: boolean;
  /** Shows a change, and asks whether to send it if it is the first one of the command. Throws unless the answer is yes. */
  confirm(change: PlannedCall, isFirst: boolean, question: ChangeQuestion | undefined): Promise<void>;
  /** The changes that need an approval of their plan. */
  needsApproval: "none" | "money" | "all";
  /** The options of the recorder, which is loaded with the first write. */
  recording: Omit<RecorderOptions, "call" | "earlierResult" | "unlockedFor">;
}

/** The question before the first write of a command. */
export interface ChangeQuestion {
  /** `Cancel order 10007?` */
  text: string;
  /** A text that has to be typed because y is not enough: the amount of money that is moved. */
  typed?: string | undefined;
  /** The answer was given with --yes. */
  yes: boolean | undefined;
}

/** Checks, confirms and records the writes of a command, or plans the first one with --dry-run. */
export interface CallGuard {
  /** Returns a guarded call. `as`: the identity that was requested; `allow` throws if the profile has none for the call. */
  guard(call: Call, as: Actor | undefined, allow: (endpoint: Endpoint) => Promise<unknown>): Call;
  /** Sets the question of the first write; `asked`: the command has shown and confirmed what it sends. */
  asks(question: ChangeQuestion | "asked"): void;
  /** Prints which site is about to be changed, unless that was done. */
  announce(): Promise<void>;
  /** From now on a job records and confirms the writes, so that it is not done one by one. */
  beginJob(): void;
  /** From now on writes are sent: their plan has the approvals that the profile requires. */
  approve(): void;
  /** Returns the job that the recorded writes belong to, once there is one. */
  recorded(): string | undefined;
  /** Returns the first write, if --dry-run kept it from being sent. */
  planned(): PlannedCall | undefined;
  close(): void;
}

/** Returns the guard of a command's calls. */
export function guardCalls(options: GuardOptions): CallGuard {
  const { gate, requireShop, dryRun, plans, approved, needsApproval, recording } = options;
  let inJob = false;
  let isApproved = needsApproval === "none";
  let planned: PlannedCall | undefined;
  let recorder: Recorder | undefined;
  let question: ChangeQuestion | "asked" | undefined;
  let confirmed: Promise<void> | undefined;
  let shown: string | undefined;
  let announced: Promise<void> | undefined;
  const announce = () => (announced ??= options.announce());
  // Until the first write.
  let reads: string[] | undefined = plans || approved ? [] : undefined;
  const recent = recentReads();
  const recorderOver = async (reads: Pick<RecorderOptions, "call" | "earlierResult">) =>
    (recorder ??= (await import("./recorder.ts")).createRecorder({
      ...recording,
      ...reads,
      unlockedFor: () => gate.state().reason,
    }));

  /** Shows a change and asks whether to send it. Only the first change of a command asks; one that is sent again is not shown again. */
  async function confirm(readers: Pick<RecorderOptions, "call" | "earlierResult">, made: CallToMake) {
    if (question === "asked") return;
    const key = JSON.stringify([made.endpoint.name, made.input]);
    const first = confirmed;
    const asked = question;
    const isShown = shown === key;
    shown = key;
    const ask = async () => {
      const { planCall } = await import("./recorder.ts");
      await first;
      if (!isShown) await options.confirm(await planCall(readers, made), first === undefined, asked);
    };
    confirmed = ask();
    await confirmed;
    gate.check(made.endpoint);
  }

  return {
    guard(call, as, allow) {
      const guarded: Call = async (endpoint, input, callOptions) => {
        if (endpoint.effect === "read") {
          const result = await call(endpoint, input, callOptions);
          reads?.push(digestOf(JSON.stringify([endpoint.name, result])));
          return recent.add(endpoint, input, result);
        }
        const made = { endpoint, input, options: callOptions };
        const read = reads && digestOf(reads.sort().join());
        reads = undefined;
        const readers = { call: guarded, earlierResult: recent.get };
        if (dryRun || (approved && read !== undefined)) {
          const { checkPlannable, checkPlanned, DryRunStop, planCall } = await import("./recorder.ts");
          if (dryRun && !endpoint.open) await allow(endpoint);
          if (plans) checkPlannable(made);
          const plan = { ...(await planCall(readers, made)), reads: read };
          if (approved && read !== undefined) {
            checkPlanned(approved, plan, await recording.facts());
            made.input = approved.change.input as typeof input;
            isApproved = true;
          }
          planned ??= plan;
          if (dryRun) throw new DryRunStop(endpoint.name);
        }
        if (!signsIn.test(endpoint.name) && !isControl(endpoint)) requireShop();
        gate.check(endpoint);
        const isWrite = isShopWrite(endpoint, as);
        if (!isApproved && isWrite && (needsApproval === "all" || endpoint.effect === "money"))
          throw notApproved(endpoint.name);
        const isChange = isWrite || (endpoint.effect === "money" && !signsIn.test(endpoint.name));
        if (!inJob && (question !== undefined || (options.asks && isChange))) await confirm(readers, made);
        if (!signsIn.test(endpoint.name) && !isControl(endpoint)) await announce();
        const isRecorded = !inJob && isWrite;
        const result = isRecorded
          ? (await recorderOver(readers)).record(made, call)
          : call(endpoint, made.input, callOptions);
        return await result.finally(recent.clear);
      };
      return guarded;
    },
    asks(asked) {
      question = asked;
    },
    announce,
    beginJob() {
      inJob = true;
    },
    approve() {
      isApproved = true;
    },
    recorded: () => recorder?.job(),
    planned: () => planned,
    close: () => recorder?.close(),
  };
}

const digestOf = (text: string) => nodeCrypto().createHash("sha256").update(text).digest("hex");

/** How often a start that came too late for the guards is given back. */
const maxLateStarts = 3;

/**
 * Returns a pacer whose requests start only while all guards hold. A process that was paused is thereby kept from sending for a
 * job that another process has taken meanwhile. The guards are confirmed before a start is reserved, because a start that
 * waits for them would exceed the budget later. If they do not hold any more when the start is there, it is given back. After
 * some tries the network rejects the request.
 */
export function withGuards(pacer: Pacer, guards: ReadonlySet<SendGuard>): Pacer {
  return {
    async enter(signal) {
      for (let tries = 0; ; tries++) {
        for (const guard of guards) await guard.confirm();
        const leave = await pacer.enter(signal);
        if (tries === maxLateStarts || allHold(guards)) return leave;
        leave();
      }
    },
    get width() {
      return pacer.width;
    },
  };
}

/** Returns whether a request may start now. */
export function allHold(guards: ReadonlySet<SendGuard>): boolean {
  for (const guard of guards) if (!guard.holds()) return false;
  return true;
}

/** The number of results that are kept. */
const max = 8;

/** The last objects that a command has read, so that a change does not read its object again. */
export interface RecentReads {
  /** Keeps the result of a read, unless it is a page of a list. Returns it. */
  add<Result>(endpoint: Pick<Endpoint, "name" | "paging">, input: unknown, result: Result): Result;
  /** Returns the result of the same call. */
  get(this: void, endpoint: Pick<Endpoint, "name">, input: unknown): unknown;
  /** Forgets all results: something was written. */
  clear(this: void): void;
}

/** Returns an empty memory of reads. */
function recentReads(): RecentReads {
  const results = new Map<string, unknown>();
  const keyOf = ({ name }: Pick<Endpoint, "name">, input: unknown) => `${name} ${JSON.stringify(input)}`;
  return {
    add(endpoint, input, result) {
      if (endpoint.paging !== undefined) return result;
      const [oldest] = results.keys();
      if (results.size >= max && oldest !== undefined) results.delete(oldest);
      results.set(keyOf(endpoint, input), result);
      return result;
    },
    get: (endpoint, input) => results.get(keyOf(endpoint, input)),
    clear: () => results.clear(),
  };
}
