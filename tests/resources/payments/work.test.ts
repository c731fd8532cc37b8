import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import { createJournal, openJournal } from "../../../src/bulk/journal/journals.ts";
import type { BulkEvent } from "../../../src/bulk/journal/step.ts";
import { planRows } from "../../../src/bulk/plan/plan.ts";
import { ApiError, TransportError, UnknownOutcomeError } from "../../../src/kernel/errors.ts";
import {
  type Authorization,
  eligibilityOf,
  type PaymentGateway,
  type PaymentOrder,
} from "../../../src/resources/payments/gateway.ts";
import { paymentStep, paymentWork } from "../../../src/resources/payments/work.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { runs } from "../../support/runs.ts";

const folder = temporaryFolder();

/** How one request to the provider goes: what it does, and what the response is. */
type Turn =
  | "ok"
  | "lost-before"
  | "lost-after"
  | "declined"
  | "pending"
  | "refused"
  | "away"
  | "mute"
  | "failed-after";

/** Returns a gateway that counts what it captures, and fails as scripted. */
function gatewayOf(ids: readonly string[], turns: readonly Turn[]) {
  const states = new Map(ids.map((id) => [id, "AUTHORIZED"]));
  const moved = new Map<string, number>();
  const calls = new Map<string, number>();
  let turn = 0;
  const authorizations = (id: string): Authorization[] => [
    { id: `p-${id}`, amount: "5.00", state: states.get(id) ?? "" },
  ];
  const gateway: PaymentGateway = {
    itemName: "order",
    pageSize: 100,
    find: async (references) => ({ orders: references.map((id) => [orderOf(id)]) }),
    async *authorized() {
      yield ids.map(orderOf);
    },
    authorizations: async (ids) => ({
      authorizations: new Map(ids.map((id) => [id, authorizations(id)])),
      requestId: "look",
    }),
    async perform(_, id) {
      calls.set(id, (calls.get(id) ?? 0) + 1);
      const now = turns[turn++ % turns.length] ?? "ok";
      const act = () => {
        if (states.get(id) === "CAPTURED")
          throw new ApiError("captured already", { status: 409, code: "DONE" });
        states.set(id, "CAPTURED");
        moved.set(id, (moved.get(id) ?? 0) + 1);
      };
      const lost = new UnknownOutcomeError("lost", { cause: new TransportError("no response", "maybe") });
      if (now === "lost-before") throw lost;
      if (now === "refused") throw new ApiError("no", { status: 409, code: "NO", requestId: "move" });
      if (now === "away") throw new TransportError("nobody there", "no");
      if (now === "declined") states.set(id, "CAPTURE_FAILED");
      else if (now === "pending") states.set(id, "CAPTURING");
      else act();
      if (now === "lost-after" || now === "failed-after") throw lost;
      return { authorizations: now === "mute" ? undefined : authorizations(id), requestId: "move" };
    },
  };
  const orderOf = (id: string): PaymentOrder => ({
    id,
    number: id,
    currency: "EUR",
    authorizations: authorizations(id),
  });
  return { gateway, states, moved, calls };
}

async function capture(provider: ReturnType<typeof gatewayOf>, name: string): Promise<BulkEvent[]> {
  const { gateway } = provider;
  const work = paymentWork(gateway, { waits: [] });
  const facts = { command: "till", kind: "orders.capture", profile: "p", site: "s", toolVersion: "1" };
  const journal = createJournal(join(folder, name), { ...facts, createdAt: new Date(0), final: true });
  const orders: PaymentOrder[] = [];
  for await (const page of gateway.authorized()) orders.push(...page);
  await planRows(
    orders,
    (order) => {
      const eligibility = eligibilityOf(order, "capture");
      return eligibility.is === "eligible" ? [paymentStep("capture", order, eligibility.authorizations)] : [];
    },
    journal,
    { work },
  );
  const events: BulkEvent[] = [];
  try {
    for await (const event of apply(journal, work)) events.push(event);
  } finally {
    journal.close();
  }
  return events;
}

const endOf = (events: readonly BulkEvent[]) =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.type === "step.done" || event.type === "step.failed" || event.type === "step.unknown"
        ? [[event.step.id, event]]
        : [],
    ),
  );

test.each<[turn: Turn, type: string, details: object]>([
  ["ok", "step.done", { requestId: "move" }],
  ["lost-after", "step.done", { requestId: "look" }],
  ["mute", "step.done", { requestId: "look" }],
  ["lost-before", "step.unknown", {}],
  ["declined", "step.failed", { error: { code: "CAPTURE_FAILED", requestId: "move" } }],
  ["pending", "step.unknown", { error: { code: "PENDING" } }],
  ["refused", "step.failed", { error: { code: "NO", requestId: "move" } }],
])("a request that is %s ends as %s", async (turn, type, details) => {
  const provider = gatewayOf(["a"], [turn]);
  const events = await capture(provider, `one-${turn}`);
  expect(endOf(events)).toMatchObject({ a: { type, ...details } });
  expect(provider.calls.get("a")).toBe(1);
});

test("an unreachable provider stops the run, and the steps left stay planned", async () => {
  const provider = gatewayOf(["a", "b"], ["away"]);
  const events = await capture(provider, "away");
  expect(events.at(-1)).toMatchObject({
    type: "finished",
    counts: { planned: 2, sent: 0 },
    stopped: { exitCode: 8 },
  });
  expect(provider.moved.size).toBe(0);
});

test("for any failures, no payment is captured or sent twice in a run, and every payment reported as done is done", async () => {
  const turns: Turn[] = [
    "ok",
    "lost-before",
    "lost-after",
    "declined",
    "pending",
    "refused",
    "away",
    "mute",
    "failed-after",
  ];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{3}$/), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(...turns), { minLength: 1, maxLength: 12 }),
      async (ids, planned) => {
        run += 1;
        const provider = gatewayOf(ids, planned);
        const ends = endOf(await capture(provider, `any-${run}`));
        for (const id of ids) {
          expect(provider.calls.get(id) ?? 0).toBeLessThanOrEqual(1);
          const end = ends[id];
          if (end?.type === "step.done") expect(provider.moved.get(id)).toBe(1);
          if (end?.type === "step.failed") expect(provider.moved.get(id) ?? 0).toBe(0);
        }
        // Resumes the job with a provider that works.
        const work = paymentWork({ ...provider.gateway, perform: reviving(provider) }, { waits: [] });
        const journal = openJournal(join(folder, `any-${run}`), "last");
        try {
          for await (const _ of apply(journal, work));
        } finally {
          journal.close();
        }
        for (const id of ids) expect(provider.moved.get(id) ?? 0).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: runs(60) },
  );
});

/** Returns the request of a provider that works: it captures each order once. */
function reviving(provider: ReturnType<typeof gatewayOf>): PaymentGateway["perform"] {
  return async (_action, id) => {
    if (provider.states.get(id) === "CAPTURED")
      throw new ApiError("captured already", { status: 409, code: "DONE" });
    provider.states.set(id, "CAPTURED");
    provider.moved.set(id, (provider.moved.get(id) ?? 0) + 1);
    return { authorizations: [{ id: `p-${id}`, amount: "5.00", state: "CAPTURED" }], requestId: "again" };
  };
}
