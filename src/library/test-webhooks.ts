import type { Call } from "../api/caller.ts";
import { sandbox } from "../api/services/sandbox/sandbox.ts";
import { exitCodes, TillError } from "../kernel/errors.ts";
import type { ShopWebhook, TestShop } from "./test-shop.ts";

const page = 100;

/** The webhooks of a shop, with the function that delivers those that were sent since. */
export interface Webhooks {
  readonly webhooks: TestShop["webhooks"];
  /** Delivers in the background what was sent since the last call. */
  deliver(): void;
  /** Waits until everything is delivered. Rejects with the first error of a handler. */
  delivered(): Promise<void>;
}

type Handler = (request: Request) => unknown;

/** Reads webhooks after position `start` of the outbox, and forwards them to handlers. */
export function createWebhooks(call: Call, start: number): Webhooks {
  let position = start;
  const handlers = new Map<Handler, { after: number }>();
  let running = Promise.resolve();
  let failure: { error: unknown } | undefined;

  async function* sentAfter(after: number): AsyncGenerator<ShopWebhook & { seq: number }> {
    for (let from = after; ; ) {
      const { events = [], last = from } = await call(sandbox.deliveries, { after: from, limit: page });
      for (const { seq = 0, type = "", entityId = "", payload, jwt = "" } of events ?? [])
        yield { seq: seq ?? 0, type: type ?? "", entityId: entityId ?? "", payload, jwt: jwt ?? "" };
      if (last === null || last === from) return;
      from = last;
    }
  }

  async function deliverTo(handler: Handler, state: { after: number }): Promise<void> {
    for await (const { seq, jwt } of sentAfter(state.after)) {
      if (!handlers.has(handler)) return;
      state.after = seq;
      const headers = { "content-type": "text/plain" };
      await handler(new Request("http://localhost/webhook", { method: "POST", body: jwt, headers }));
    }
  }

  const deliver = () => {
    if (handlers.size === 0) return;
    running = running
      .then(async () => {
        for (const [handler, state] of handlers) await deliverTo(handler, state);
      })
      .catch((error: unknown) => {
        failure ??= { error };
      });
  };

  return {
    webhooks: {
      async publicKey() {
        return (await call(sandbox.keys, {})).publicKey ?? "";
      },
      async next(type?: string): Promise<ShopWebhook<never>> {
        const skipped: string[] = [];
        for await (const { seq, ...webhook } of sentAfter(position)) {
          position = seq;
          if (type === undefined || webhook.type === type || webhook.type.endsWith(`.${type}`))
            return webhook as ShopWebhook<never>;
          skipped.push(webhook.type);
        }
        const others = skipped.length > 0 ? ` Sent: ${skipped.join(", ")}.` : "";
        throw new TillError(exitCodes.notFound, `No webhook${type ? ` "${type}"` : ""} was sent.${others}`, {
          code: "NO_WEBHOOK",
        });
      },
      forward(handler) {
        handlers.set(handler, { after: position });
        deliver();
        return () => void handlers.delete(handler);
      },
    },
    deliver,
    async delivered() {
      deliver();
      await running;
      const failed = failure;
      failure = undefined;
      if (failed) throw failed.error;
    },
  };
}
