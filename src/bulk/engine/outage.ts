import { ApiError, exitCodes, TillError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import type { Step } from "../journal/step.ts";

/** So many calls in a row without an answer, or with a 5xx, are not about the rows. */
const patience = 20;

/** Notices that the platform is down although it can still be read: rows that fail meanwhile do not fail on their own. */
export class Outage {
  #calls = 0;
  #over = false;
  readonly #givenUp = new Map<number, Step>();

  /** A call failed. Returns why the run is to end, once too many have in a row. */
  count(error: unknown): TillError | undefined {
    const reason = error instanceof UnknownOutcomeError ? (error.cause ?? error) : error;
    const down = reason instanceof TransportError || (reason instanceof ApiError && reason.status >= 500);
    if (!down) return undefined;
    this.#calls += 1;
    if (this.#calls < patience) return undefined;
    this.#over = true;
    const message = `The platform failed ${this.#calls} calls in a row, the last with: ${reason.message}`;
    return new TillError(exitCodes.unavailable, message, {
      code: "OUTAGE",
      hint: "No row counts as failed for that. Go on later.",
      cause: reason,
    });
  }

  /** A call was carried out, or refused: the platform is there. */
  end(): void {
    if (this.#over) return;
    this.#calls = 0;
    this.#givenUp.clear();
  }

  /** A step has failed as nothing came of its calls, or as one that it builds on has. */
  giveUp(step: Step): void {
    if (this.#calls > 0) this.#givenUp.set(step.seq, step);
  }

  /** The steps to be tried another time, where the outage ended the run. */
  spared(): Step[] {
    return this.#over ? [...this.#givenUp.values()] : [];
  }
}
