import { rateLimited, type Wait } from "../api/transport/retry.ts";
import { capitalised } from "../kernel/text.ts";
import { jsonText } from "../output/json.ts";

/** Prints why a command waits before it retries. */
export interface RetryNotices {
  onWait(wait: Wait): void;
  /** Prints that the request limit of the site is used up for some milliseconds; the first time only. */
  onBudget(delayMs: number): void;
  /** Prints how often the platform rate-limited, if only the first time was printed. */
  end(): Promise<void>;
}

/**
 * Returns the notices of one command. Rate limits are printed once and counted, other failures each time; with `json`, each
 * rate limit is an event of kind `throttled`.
 */
export function retryNotices(notice: (text: string) => Promise<void>, json: boolean): RetryNotices {
  let limits = 0;
  let isUsedUp = false;
  return {
    onWait({ name, reason, delayMs, retry, of }) {
      if (reason === rateLimited) {
        limits += 1;
        if (json) {
          void notice(jsonText({ _kind: "throttled", call: name, retry, of, delayMs }));
          return;
        }
        if (limits > 1) return;
      }
      void notice(`${sentence(reason)}; trying again in ${Math.ceil(delayMs / 1000)} s (${retry}/${of})`);
    },
    onBudget(delayMs) {
      if (json) void notice(jsonText({ _kind: "waiting", delayMs }));
      else if (!isUsedUp)
        void notice(
          `The request limit of the site is used up, by this and other runs; waiting ${Math.ceil(delayMs / 1000)} s`,
        );
      isUsedUp = true;
    },
    end: async () => {
      if (limits > 1 && !json) await notice(`Rate limited ${limits} times.`);
    },
  };
}

/** Returns a reason as the start of a sentence. */
function sentence(reason: string): string {
  return capitalised(reason).replace(/\.$/, "");
}
