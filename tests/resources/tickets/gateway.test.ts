import { expect, test } from "vitest";
import type { Call } from "../../../src/api/caller.ts";
import type { Step } from "../../../src/bulk/journal/step.ts";
import { ApiError } from "../../../src/kernel/errors.ts";
import { paymentStep, paymentWork } from "../../../src/resources/payments/work.ts";
import { ticketGateway } from "../../../src/resources/tickets/gateway.ts";

test("a capture whose read afterwards fails is reported as captured, not as unsent", async () => {
  const calls: string[] = [];
  const paid = { orderNumber: "T-1", status: "PAID", totalPrice: { value: "10.00", currency: "EUR" } };
  const call: Call = async ({ name }, _, options) => {
    calls.push(name);
    const [requestId, result] =
      name === "eventOrders.capture" ? ["capture", {}] : ["list", { orders: [paid] }];
    if (calls.filter((one) => one === "eventOrders.list").length === 1)
      throw new ApiError("try later", { status: 503, code: "UNAVAILABLE" });
    options?.onResponse?.({ status: 200, headers: { "x-wix-request-id": requestId }, body: "" });
    return result as never;
  };
  const order = { id: "T-1", number: "T-1", currency: "EUR", authorizations: [] };
  const authorization = { id: "T-1", amount: "10.00", state: "AUTHORIZED" };
  const step: Step = {
    ...paymentStep("capture", order, [authorization]),
    seq: 1,
    phase: 0,
    state: "sent",
    attempts: 1,
  };
  const work = paymentWork(ticketGateway(call), { waits: [] });
  expect(await work.write([step])).toEqual([{ seq: 1, ok: true, requestId: "list" }]);
  expect(calls).toEqual(["eventOrders.capture", "eventOrders.list", "eventOrders.list"]);
});
