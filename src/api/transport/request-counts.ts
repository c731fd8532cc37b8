import type { Transport } from "./transport.ts";

/** The upper bounds of the histogram of requests, in seconds. */
const latencyBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Number.POSITIVE_INFINITY];

/** Counts of requests to the platform. */
export class RequestCounts {
  /** By status, `none` without a response. */
  readonly statuses = new Map<string, number>();
  retried = 0;
  seconds = 0;
  /** By the upper bounds in seconds. */
  readonly within = latencyBounds.map((bound) => [bound, 0] as [bound: number, count: number]);
  readonly #calls = new WeakSet<object>();

  /** Returns a transport that counts each attempt of a request. */
  readonly watch =
    (send: Transport): Transport =>
    async (request) => {
      // All attempts of a call share its time limit.
      const call = request.budget ?? request;
      if (this.#calls.has(call)) this.retried += 1;
      this.#calls.add(call);
      const started = performance.now();
      let status = "none";
      try {
        const response = await send(request);
        status = String(response.status);
        return response;
      } finally {
        const seconds = (performance.now() - started) / 1000;
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        this.seconds += seconds;
        for (const bucket of this.within) if (seconds <= bucket[0]) bucket[1] += 1;
      }
    };
}
