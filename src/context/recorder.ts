import { isDeepStrictEqual } from "node:util";
import { type Call, callWithRequestId, checkInput } from "../api/caller.ts";
import { createdFields, type Difference, differenceOf } from "../api/difference.ts";
import type { CallOptions, Endpoint, WireInput, WireResult } from "../api/endpoint.ts";
import { type Fields, objectOf, objectRead } from "../api/inverse.ts";
import { buildRequest } from "../api/request.ts";
import { isSamePlace, type JobPlace } from "../bulk/engine/job.ts";
import {
  type ChangeLog,
  type ChangeOutcome,
  type ChangingCommand,
  openChanges,
} from "../bulk/journal/single-changes.ts";
import {
  ApiError,
  exitCodes,
  reportError,
  TillError,
  TransportError,
  UnknownOutcomeError,
  UsageError,
} from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { knownBefore, noteRecord } from "../kernel/read-back.ts";
import { isSecretName, redact, redacted } from "../kernel/text.ts";
import type { ApprovedChange } from "./host.ts";

/** One call. */
export interface CallToMake<E extends Endpoint = Endpoint> {
  endpoint: E;
  input: WireInput<E>;
  options?: CallOptions | undefined;
}

export interface RecorderOptions {
  /** The path of the record. */
  file: string;
  /** Returns facts about this command. */
  facts(): Promise<ChangingCommand>;
  now(): Date;
  /** Makes a call with the shop's identity. */
  call: Call;
  /** Returns what this command has read with the same call, if anything. */
  earlierResult(endpoint: Endpoint, input: unknown): unknown;
  /** Returns why the locked profile is open. */
  unlockedFor(): string | undefined;
  notice(text: string): Promise<void>;
}

/** Records the writes of one command. */
export interface Recorder {
  /** Makes a call: records it, sends it, and records what came of it. A record that cannot be written does not stop it, except for a plan. */
  record<E extends Endpoint>(made: CallToMake<E>, send: Call): Promise<WireResult<E>>;
  /** The job that the calls of this command belong to, once there is one. */
  job(): string | undefined;
  close(): void;
}

/** Returns a recorder, which opens the record with the first call. */
export function createRecorder(options: RecorderOptions): Recorder {
  const { facts, now, unlockedFor } = options;
  let log: ChangeLog | undefined;
  let job: string | undefined;
  let failed = false;

  /** Runs work on the record. Its failure is reported once, and nothing more is recorded. */
  async function recording<T>(work: (log: ChangeLog) => T): Promise<T | undefined> {
    if (failed) return undefined;
    try {
      log ??= openChanges(options.file);
      return work(log);
    } catch (error) {
      // Without a record, a plan could be applied again.
      if (job === undefined && (await facts()).inputHash !== undefined) throw error;
      failed = true;
      const { message } = reportError(error);
      await options.notice(`This change is not recorded (till jobs list will not show it): ${message}`);
      return undefined;
    }
  }

  return {
    async record({ endpoint, input, options: given }, send) {
      // The content of a file is not part of the input.
      if (!given?.upload) checkInput(endpoint, input);
      const present = await readBefore(options, endpoint, input, given);
      const { before, after } = differenceOf(endpoint, input, present, undefined);
      const command = { ...(await facts()), unlockedFor: unlockedFor() };
      const change = {
        at: now(),
        name: endpoint.name,
        input: clean(input),
        known: knownBefore(),
        before: clean(before),
        after: clean(after),
        ...objectOf(endpoint, input, present, undefined),
      };
      const key = await recording((open) => {
        const begun = open.begin(command, change, job);
        job = begun.job;
        return begun;
      });
      const ended = async (outcome: ChangeOutcome) => {
        if (!key) return;
        await recording((open) => open.end(key, outcome, now()));
        noteRecord(async (state, { id, made }) => {
          const created = createdFields(endpoint, input, made);
          const left = created && clean(created);
          await recording((open) => open.end(key, { state, id, after: left }, now()));
        });
      };
      try {
        const { result, requestId } = await callWithRequestId(send, endpoint, input, given);
        const { after: left } = differenceOf(endpoint, input, present, result);
        await ended({
          state: "done",
          after: left === undefined ? undefined : clean(left),
          ...objectOf(endpoint, input, present, result),
          requestId,
        });
        return result;
      } catch (error) {
        await ended(failureOf(error, endpoint));
        throw error;
      }
    },
    job: () => job,
    close: () => log?.close(),
  };
}

/** Reads the object that a set or delete changes, unless this command has read it. Any failure means that it is not known. */
export async function readBefore(
  { call, earlierResult }: Pick<RecorderOptions, "call" | "earlierResult">,
  endpoint: Endpoint,
  input: unknown,
  options: CallOptions | undefined,
): Promise<Fields | undefined> {
  if (endpoint.effect !== "set" && endpoint.effect !== "delete") return undefined;
  try {
    const read = await objectRead(endpoint, input);
    if (read === undefined) return undefined;
    const signal = options?.signal;
    return read.objectIn(
      earlierResult(read.endpoint, read.input) ?? (await call(read.endpoint, read.input, { signal })),
    );
  } catch {
    return undefined;
  }
}

/** Of a call that adds or moves money, the caller says what is unknown; of others, what may have arrived is. */
function failureOf(error: unknown, { effect }: Endpoint): ChangeOutcome {
  const { code, message, status, requestId } = reportError(error);
  const isUnknown =
    error instanceof UnknownOutcomeError ||
    (error instanceof TransportError && error.arrived === "maybe") ||
    (effect !== "add" &&
      effect !== "money" &&
      error instanceof ApiError &&
      error.status >= 500 &&
      error.status !== 501);
  return {
    state: isUnknown ? "unknown" : "failed",
    error: { code, message: redact(message), status },
    requestId,
  };
}

/** Returns a value without secrets. Each member is redacted by itself: in JSON, a text has no end for the patterns of command lines. */
export const clean = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (name, member: unknown) => {
    const isSecret = isSecretName(name);
    if (isSecret && isRecord(member) && typeof member.value === "string")
      return { ...member, value: redacted };
    if (typeof member !== "string") return isSecret && typeof member === "number" ? redacted : member;
    if (!isSecret && name !== "code") return redact(member);
    return (JSON.parse(redact(JSON.stringify({ [name]: member }))) as Record<string, unknown>)[name];
  });

/** The first write of a command, which --dry-run did not send. */
export interface PlannedCall extends Difference {
  /** `collections.update` */
  call: string;
  method: Endpoint["method"];
  /** The path of the request, with its query. */
  path: string;
  input: unknown;
  /** The id and the name of what it changes, if known. */
  id?: string;
  label?: string;
  /** Whether it moves money. */
  money: boolean;
  /** The digest of what the command had read, if that was wanted. */
  reads?: string | undefined;
}

/** Ends a command at its first write, because of --dry-run. */
export class DryRunStop extends Error {
  constructor(call: string) {
    super(`Dry run: ${call} was not sent.`);
    this.name = "DryRunStop";
  }
}

/** Returns a call as it would be sent, with the values before it. Throws for input that the platform would reject. */
export async function planCall(
  reads: Pick<RecorderOptions, "call" | "earlierResult">,
  { endpoint, input, options }: CallToMake,
): Promise<PlannedCall> {
  checkInput(endpoint, input);
  const { method, url } = buildRequest("https://host", endpoint, input);
  const present = await readBefore(reads, endpoint, input, options);
  return {
    call: endpoint.name,
    method,
    path: redact(url.slice("https://host".length)),
    ...objectOf(endpoint, input, present, undefined),
    input: clean(input),
    money: endpoint.effect === "money",
    ...(clean(differenceOf(endpoint, input, present, undefined)) as Difference),
  };
}

/** Throws UsageError for a call that a plan file cannot have: one that uploads a file, or has a secret. */
export function checkPlannable({ endpoint, input, options }: CallToMake): void {
  if (!options?.upload && isDeepStrictEqual(clean(input), JSON.parse(JSON.stringify(input ?? null)))) return;
  const why = options?.upload ? "it uploads a file" : "it has a secret";
  throw new UsageError(`${endpoint.name} cannot be planned into a file: ${why}.`, { field: "--plan-out" });
}

/**
 * Throws PLAN_OUTDATED (exit 6) if the first request of a command is not the planned one: for a change, if the values before it are
 * other ones; if it moves money, if anything that the command reads is.
 */
export function checkPlanned(
  { change, place }: ApprovedChange,
  request: PlannedCall,
  here: JobPlace & { profile: string },
): void {
  const isPlanned =
    isSamePlace({ ...place }, here) &&
    change.call === request.call &&
    change.method === request.method &&
    change.path === request.path &&
    isDeepStrictEqual(change.before, request.before) &&
    (!request.money || change.reads === request.reads);
  if (isPlanned) return;
  throw new TillError(exitCodes.conflict, "The shop was changed since this change was planned.", {
    code: "PLAN_OUTDATED",
    hint: "Nothing was sent. Plan it again: --plan-out FILE",
  });
}
