import { expect, test } from "vitest";
import type { Step } from "../../../src/bulk/journal/step.ts";
import { ApiError, TransportError, UnknownOutcomeError } from "../../../src/kernel/errors.ts";
import type { Authorization, PaymentGateway } from "../../../src/resources/payments/gateway.ts";
import { paymentStep, paymentWork } from "../../../src/resources/payments/work.ts";

/** Returns payments p1, p2 and so on in these states; `-` leaves one out. */
const payments = (states: string): Authorization[] =>
  states
    .split(" ")
    .flatMap((state, index) => (state === "-" ? [] : [{ id: `p${index + 1}`, amount: "5.00", state }]));

const errors: Record<string, Error> = {
  lost: new UnknownOutcomeError("lost", { cause: new TransportError("no response", "maybe") }),
  cut: new TransportError("no response", "maybe"),
  away: new TransportError("nobody there", "no"),
  pending: new UnknownOutcomeError("pending", { code: "PENDING" }),
  "400": new ApiError("no", { status: 400, code: "NO" }),
  "409": new ApiError("no", { status: 409, code: "NO" }),
  "500": new ApiError("broken", { status: 500, code: "BROKEN" }),
  "501": new ApiError("not there", { status: 501, code: "NOT_THERE" }),
};

/** Returns the work on an order with these payments. The last of `reads` is repeated; `mute` returns no payments. */
function workOn(before: string, response: string, reads: readonly string[]) {
  const order = { id: "a", number: "1", currency: "EUR", authorizations: payments(before) };
  const draft = paymentStep("capture", order, order.authorizations);
  const step: Step = { ...draft, seq: 1, phase: 0, state: "sent", attempts: 1 };
  const slept: number[] = [];
  let read = 0;
  const answer = (text: string) => {
    if (errors[text]) throw errors[text];
    return text === "mute" ? undefined : payments(text);
  };
  const gateway: PaymentGateway = {
    itemName: "order",
    pageSize: 100,
    find: () => Promise.reject(new Error("not used")),
    authorized: () => Promise.reject(new Error("not used")) as never,
    async authorizations() {
      const found = answer(reads[Math.min(read++, reads.length - 1)] ?? "mute");
      return { authorizations: new Map(found ? [["a", found]] : []), requestId: "look" };
    },
    perform: async () => ({ authorizations: answer(response), requestId: "move" }),
  };
  const work = paymentWork(gateway, { waits: [200, 800], sleep: async (ms) => void slept.push(ms) });
  return { work, step, slept };
}

const [one, two] = ["AUTHORIZED", "AUTHORIZED AUTHORIZED"];

test.each<
  [what: string, before: string, response: string, reads: string[], outcome: string, slept?: number[]]
>([
  ["done", one, "CAPTURED", [], "ok move"],
  ["both done", two, "CAPTURED CAPTURED", [], "ok move"],
  ["one done, the other declined", two, "CAPTURED CAPTURE_FAILED", [], "CAPTURE_FAILED"],
  ["one done, the other pending", two, "CAPTURED CAPTURING", [], "PENDING"],
  ["one declined, the other pending", two, "CAPTURE_FAILED CAPTURING", [], "PENDING"],
  ["one done, the other as before", two, "CAPTURED AUTHORIZED", ["CAPTURED CAPTURED"], "ok look", []],
  ["done beside another payment that is pending", one, "CAPTURED CAPTURING", [], "ok move"],
  ["done beside another payment that is declined", one, "CAPTURED CAPTURE_FAILED", [], "ok move"],
  ["declined again", "CAPTURE_FAILED", "CAPTURE_FAILED", [], "CAPTURE_FAILED"],
  ["no payment in the response, and done", one, "mute", ["CAPTURED"], "ok look", []],
  ["lost, and done", one, "lost", ["CAPTURED"], "ok look", []],
  ["cut off, and done", one, "cut", ["CAPTURED"], "ok look", []],
  ["lost, and done later", one, "lost", [one, one, "CAPTURED"], "ok look", [200, 800]],
  ["lost, and not shown", one, "lost", [one], "UNKNOWN_OUTCOME", [200, 800]],
  ["lost, and declined", one, "lost", ["CAPTURE_FAILED"], "CAPTURE_FAILED", []],
  [
    "lost, and declined as before",
    "CAPTURE_FAILED",
    "lost",
    ["CAPTURE_FAILED"],
    "UNKNOWN_OUTCOME",
    [200, 800],
  ],
  ["lost, and pending", one, "lost", ["CAPTURING"], "PENDING", []],
  ["lost, and cannot be read", one, "lost", ["away"], "UNKNOWN_OUTCOME", []],
  ["pending, which is not read again", one, "pending", ["CAPTURED"], "PENDING", []],
  ["rejected because it is done", one, "409", ["CAPTURED"], "ok look already", []],
  ["rejected in its state", one, "409", [one], "NO", []],
  ["rejected, and declined for another", one, "409", ["CAPTURE_FAILED"], "NO", []],
  ["rejected, and pending for another", one, "409", ["CAPTURING"], "PENDING", []],
  ["rejected, and cannot be read", one, "409", ["away"], "NO", []],
  ["rejected for its content", one, "400", ["CAPTURED"], "NO", []],
  ["broken, so that nothing was done", one, "500", ["CAPTURED"], "BROKEN no", []],
  ["not there", one, "501", ["CAPTURED"], "NOT_THERE", []],
  ["not sent", one, "away", ["CAPTURED"], "UNAVAILABLE no", []],
])("a request that is %s", async (_, before, response, reads, expected, pauses = []) => {
  const { work, step, slept } = workOn(before, response, reads);
  const outcome = await work.write([step]).then(
    ([found]) =>
      found?.ok ? `ok ${found.requestId}${found.already ? " already" : ""}` : (found?.error.code ?? "none"),
    (error: ApiError | TransportError) =>
      `${error.code}${error instanceof TransportError && error.arrived === "no" ? " no" : ""}`,
  );
  expect([outcome, slept]).toEqual([expected, pauses]);
});

test("what is read before sending has the payments of the step only, and their total", async () => {
  const { work, step } = workOn("AUTHORIZED", "CAPTURED", ["CAPTURED AUTHORIZED"]);
  expect((await work.read([step])).get(1)).toEqual({
    states: { p1: "CAPTURED" },
    amount: "5.00",
    currency: "EUR",
  });
});
