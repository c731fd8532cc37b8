import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decimal, sum } from "../../../src/kernel/money.ts";
import { exactAmount, paymentStatusOf, shareOf, sumsOf } from "../../../src/sandbox/orders/amounts.ts";
import { transactions } from "../../../src/sandbox/orders/tables.ts";
import { runs } from "../../support/runs.ts";
import { day, openOrdersSandbox } from "../support/orders-sandbox.ts";

/** An action of a merchant, a provider or the clock; a rejected action must change nothing. */
const step = fc.oneof(
  fc.record({ call: fc.constant("authorize" as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ call: fc.constant("charge" as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ call: fc.constant("capture" as const), which: fc.nat(5) }),
  fc.record({ call: fc.constant("void" as const), which: fc.nat(5) }),
  fc.record({
    call: fc.constant("refund" as const),
    which: fc.nat(5),
    amount: fc.option(fc.integer({ min: 1, max: 4000 })),
  }),
  fc.record({ call: fc.constant("byHand" as const), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ call: fc.constant("cancel" as const) }),
  fc.record({ call: fc.constant("wait" as const), days: fc.integer({ min: 0, max: 8 }) }),
);
const wish = fc.constantFrom(undefined, undefined, undefined, "declined", "pending", "scheduled");
const cents = (value: number) => ({ amount: decimal(String(value)).div(decimal("100")).toFixed() });

test("balance and ledger add up after any sequence of actions", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("approved", "authorized", "offline", "pending", "none" as const),
      fc.array(fc.tuple(step, wish), { maxLength: 12 }),
      async (outcome, steps) => {
        const sandbox = openOrdersSandbox();
        try {
          const { id } = sandbox.place({
            payment: { outcome: outcome as "approved", amount: "20.00", saved: true },
          });
          for (const [{ call, ...facts }, header] of steps) {
            const before = JSON.stringify([await sandbox.order(id), await sandbox.money(id)]);
            const { payments } = await sandbox.money(id);
            const which = "which" in facts ? (payments[facts.which as number]?.id ?? id) : "";
            const amount = "amount" in facts && facts.amount ? cents(facts.amount as number) : undefined;
            const ask = (name: string, input: object) => sandbox.ask(name, input, header);
            const acts = {
              authorize: () =>
                ask("orderBilling.authorizeSaved", {
                  orderId: id,
                  amount,
                  currency: "USD",
                  delayedCaptureSettings: {
                    scheduledAction: "CAPTURE",
                    delayDuration: { count: 2, unit: "DAYS" },
                  },
                }),
              charge: () => ask("orderBilling.charge", { orderId: id, regularCharge: { amount } }),
              capture: () => ask("orderBilling.capture", { orderId: id, payments: [{ paymentId: which }] }),
              void: () => ask("orderBilling.void", { orderId: id, paymentIds: [which] }),
              refund: () =>
                ask("orderBilling.refund", {
                  orderId: id,
                  paymentRefunds: [{ paymentId: which, ...(amount && { amount }) }],
                }),
              byHand: () => ask("orders.recordPayment", { orderId: id, amount }),
              cancel: () => ask("orders.cancel", { id }),
              wait: async () => sandbox.tick((facts as { days: number }).days * day),
            };
            const rejection = await acts[call]().then(
              () => undefined,
              (error: { code: string }) => error,
            );
            if (rejection) {
              expect(rejection.code).toMatch(/^[A-Z_]+$/);
              expect(JSON.stringify([await sandbox.order(id), await sandbox.money(id)])).toBe(before);
            }
            await checkMoney(sandbox, id);
          }
        } finally {
          sandbox.close();
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

async function checkMoney(sandbox: ReturnType<typeof openOrdersSandbox>, id: string): Promise<void> {
  const order = await sandbox.order(id);
  const money = sandbox.store.read({ caller: { role: "admin" } }, (tx) => tx.get(transactions, id));
  if (!money) throw new Error("no transactions");
  const { balanceSummary: shown } = order;
  const total = exactAmount(order.priceSummary.total);
  const value = (price: { amount: string }) => exactAmount(price);
  // The shown amounts add up to the order's total.
  expect(value(shown.balance).plus(value(shown.paid)).plus(value(shown.pending)).toFixed()).toBe(
    total.toFixed(),
  );
  // The movements in the ledger match the payments.
  const moved = (...kinds: string[]) =>
    sum(money.ledger.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => decimal(amount)));
  expect(moved("CHARGED", "CAPTURED").toFixed()).toBe(value(shown.paid).toFixed());
  expect(moved("REFUNDED").toFixed()).toBe(value(shown.refunded).toFixed());
  expect(moved("AUTHORIZED").minus(moved("CAPTURED", "VOIDED")).toFixed()).toBe(
    value(shown.authorized).toFixed(),
  );
  // At no time is a payment captured twice or refunded by more than it received.
  for (const payment of money.payments) {
    const own = money.ledger.filter(({ paymentId }) => paymentId === payment.id);
    expect(own.filter(({ kind }) => kind === "CAPTURED" || kind === "VOIDED").length).toBeLessThanOrEqual(1);
    let balance = decimal("0");
    for (const { kind, amount } of own) {
      if (kind === "CHARGED" || kind === "CAPTURED") balance = balance.plus(decimal(amount));
      if (kind === "REFUNDED") balance = balance.minus(decimal(amount));
      expect(balance.lt(decimal("0"))).toBe(false);
    }
  }
  expect(order.paymentStatus).toBe(paymentStatusOf(total, sumsOf(money), money));
  expect(value(shown.paid).gt(total)).toBe(false);
}

test("shares of an amount add up to it exactly", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom("USD", "JPY", "KWD"),
      (minor, counts, currency) => {
        const digits = { USD: 2, JPY: 0, KWD: 3 }[currency] ?? 2;
        const whole = decimal(String(minor)).div(decimal(`1${"0".repeat(digits)}`));
        const units = counts.reduce((all, count) => all + count, 0);
        let before = 0;
        const shares = counts.map((count) => {
          const share = shareOf(whole, { total: units, before, count }, currency);
          before += count;
          return share;
        });
        expect(shares.every((share) => !share.lt(decimal("0")))).toBe(true);
        expect(sum(shares).toFixed()).toBe(whole.toFixed());
      },
    ),
  );
});
