import { UnknownOutcomeError } from "../kernel/errors.ts";
import { settleRecord, withReadBack } from "../kernel/read-back.ts";
import { type LostResponse, readUntil } from "./read-until.ts";

/** What a read says about a write: what it has made, that it has done nothing, or neither. */
export type Look<T> = { done: T; id?: string | undefined } | "absent" | "unclear";

export interface SendOnceOptions<T> {
  /** Sends the write. Resolves with undefined if the answer does not contain what it should. */
  send(): Promise<T | undefined>;
  /** Reads what came of it. */
  look(): Promise<Look<T>>;
  /** What the platform had before, as JSON, for the record of the call. */
  known?: unknown;
  /** The command that shows what came of it. */
  check: string;
  /** What is unknown, as the start of a sentence. Default: what the call's error says. */
  unknown?: string;
  /** Called if a read has shown that it was done. */
  onFound?(): Promise<void>;
  /** Returns the error if a read shows nothing although there was no answer. Default: the outcome is unknown, because the request may still arrive. */
  absent?(error: UnknownOutcomeError): Error;
  sleep?: LostResponse["sleep"] | undefined;
}

/**
 * Sends a write that adds or moves something, once: whatever the answer says, it is sent again only if a read shows that nothing
 * was done. Without an answer that tells, a read decides, and the record of the call says what it has found. Throws
 * UnknownOutcomeError (exit 10) if that cannot tell either.
 */
export async function sendOnce<T>(options: SendOnceOptions<T>): Promise<T> {
  const { send, look, sleep } = options;
  const lookUntil = () => readUntil(look, (found) => typeof found === "object", sleep);
  const isUndone = async () => (await lookUntil()) === "absent";
  const work = async () => {
    let error = new UnknownOutcomeError("the answer of the platform does not say what was done");
    try {
      const result = await send();
      if (result !== undefined) return result;
    } catch (caught) {
      if (!(caught instanceof UnknownOutcomeError)) throw caught;
      error = caught;
    }
    const found = await lookUntil().catch(() => "unclear" as const);
    if (typeof found === "object") {
      await settleRecord("done", { id: found.id, made: found.done });
      await options.onFound?.();
      return found.done;
    }
    if (found === "absent" && options.absent !== undefined) {
      await settleRecord("failed");
      throw options.absent(error);
    }
    await settleRecord("unknown");
    throw unknownOutcome(error, options);
  };
  return await withReadBack(isUndone, work, options.known);
}

function unknownOutcome<T>(error: UnknownOutcomeError, { unknown, check }: SendOnceOptions<T>) {
  const { cause } = error;
  const why = unknown !== undefined && cause instanceof Error ? cause.message : error.message;
  return new UnknownOutcomeError(unknown === undefined ? why : `${unknown}: ${why}`, {
    hint: `Check before you run it again: ${check}`,
    cause,
  });
}
