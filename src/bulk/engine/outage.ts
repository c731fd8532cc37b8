import { ApiError, exitCodes, TillError, TransportError, UnknownOutcomeError } from "../../kernel/errors.ts";
import type { Step } from "../journal/step.ts";

/** The number of consecutive requests without a response, or with a 5xx, that counts as an outage. */
const limit = 20;

/** Detects that the platform rejects all writes although it can be read; steps that fail meanwhile stay planned. */
export class Outage {
  #requests = 0;
  #detected = false;
  readonly #failed = new Map<number, Step>();

  /** Counts a failed request. Returns the error that ends the run once too many have failed in a row. */
  count(error: unknown): TillError | undefined {
    const reason = error instanceof UnknownOutcomeError ? (error.cause ?? error) : error;
    const down = reason instanceof TransportError || (reason instanceof ApiError && reason.status >= 500);
    if (!down) return undefined;
    this.#requests += 1;
    if (this.#requests < limit) return undefined;
    this.#detected = true;
    const message = `${this.#requests} requests in a row failed, the last with: ${reason.message}`;
    return new TillError(exitCodes.unavailable, message, {
      code: "OUTAGE",
      hint: "These rows do not count as failed. Resume the job later.",
      cause: reason,
    });
  }

  /** Resets the count after a request that was carried out or rejected for its content. */
  end(): void {
    if (this.#detected) return;
    this.#requests = 0;
    this.#failed.clear();
  }

  /** Remembers a step that failed during the outage, or because a step that it depends on did. */
  addFailed(step: Step): void {
    if (this.#requests > 0) this.#failed.set(step.seq, step);
  }

  /** Returns the steps to plan again; none if there was no outage. */
  stepsToRetry(): Step[] {
    return this.#detected ? [...this.#failed.values()] : [];
  }
}
