import { expect, test } from "vitest";
import type { BulkEvent, Step } from "../../../src/bulk/journal/step.ts";
import { exitCodes } from "../../../src/kernel/errors.ts";
import type { Authorization, PaymentAction, PaymentOrder } from "../../../src/resources/payments/gateway.ts";
import { eligibilityOf } from "../../../src/resources/payments/gateway.ts";
import {
  countResults,
  endedRecord,
  eventRecord,
  isSuccess,
  type PaymentRecord,
  paymentExit,
  plannedRecord,
  recordOfStep,
  totalsOf,
  unknownRecord,
  unsentRecord,
} from "../../../src/resources/payments/record.ts";

const planned: PaymentRecord = {
  id: "a",
  number: "10006",
  result: "to_capture",
  reference: "10006",
  amount: "80.00",
  currency: "USD",
};

/** Returns the record of an order that the platform rejected with this status. */
function rejected(status: number): PaymentRecord {
  const error = { code: "NO", message: "no", requestId: "request", status };
  const event = { type: "step.failed", step: { seq: 1 }, error } as unknown as BulkEvent;
  const record = eventRecord(event, "capture", new Map([[1, planned]]));
  expect(record).toMatchObject({ code: "NO", reason: "no", status, requestId: "request" });
  return record as PaymentRecord;
}

const done: PaymentRecord = { ...planned, result: "captured" };
const unknown: PaymentRecord = { ...planned, result: "unknown" };

test.each<[what: string, records: PaymentRecord[], code: number]>([
  ["all are forbidden", [rejected(403), rejected(403)], exitCodes.auth],
  ["all are forbidden or gone", [rejected(403), rejected(404)], exitCodes.auth],
  ["one is forbidden, one declined", [rejected(403), rejected(400)], exitCodes.failure],
  ["one is forbidden, one in the wrong state", [rejected(403), rejected(409)], exitCodes.auth],
  ["all are in the wrong state", [rejected(409)], exitCodes.conflict],
  ["all are gone", [rejected(404)], exitCodes.notFound],
  ["one is done", [done, rejected(403)], exitCodes.partial],
  ["one is unknown", [done, rejected(403), unknown], exitCodes.unknown],
])("%s: the exit code of the run", (_, records, code) => {
  expect(paymentExit(records)).toBe(code);
});

const interrupted = {
  code: "INTERRUPTED",
  message: "Stopped early.",
  retryable: true,
  exitCode: 130,
} as const;
const unreachable = { code: "TRANSPORT", message: "No connection.", retryable: true, exitCode: 8 } as const;
const failed: PaymentRecord = { ...planned, result: "failed" };

// How a run stopped, together with how its orders ended.
test.each([
  ["stopped, all done", [done], interrupted, exitCodes.ok],
  ["stopped, one left", [done, failed], interrupted, exitCodes.interrupted],
  ["stopped, one unknown", [done, unknown], interrupted, exitCodes.unknown],
  ["unreachable, one left", [done, failed], unreachable, exitCodes.partial],
  ["unreachable, all left", [failed], unreachable, exitCodes.unavailable],
  ["not found and failed", [rejected(404), failed], undefined, exitCodes.failure],
  ["not found and in the wrong state", [rejected(404), rejected(409)], undefined, exitCodes.conflict],
  ["no orders", [], undefined, exitCodes.ok],
])("%s: the exit code of the run and its end", (_, records, stopped, code) => {
  expect(paymentExit(records, stopped)).toBe(code);
});

const payment = (id: string, amount: string, more: Partial<Authorization> = {}): Authorization => ({
  id,
  amount,
  state: "AUTHORIZED",
  ...more,
});
const at = (action: PaymentAction, day: string) => ({ scheduled: { action, at: `2026-03-${day}` } });

test.each<[what: string, payments: Authorization[] | undefined, action: PaymentAction, expected: object]>([
  ["one payment", [payment("p", "5")], "capture", { result: "to_capture", amount: "5.00" }],
  ["two payments", [payment("p", "5"), payment("q", "2.5")], "void", { result: "to_void", amount: "7.50" }],
  [
    "the oldest authorization and the next end",
    [
      payment("p", "5", { authorizedAt: "2026-03-02", ...at("void", "09") }),
      payment("q", "5", { authorizedAt: "2026-03-01", ...at("capture", "08") }),
      payment("r", "5", at("void", "10")),
    ],
    "capture",
    { authorizedAt: "2026-03-01", scheduled: { action: "capture", at: "2026-03-08" }, amount: "15.00" },
  ],
  [
    "an open payment beside one that is done",
    [payment("p", "5", { state: "CAPTURED" }), payment("q", "2")],
    "capture",
    { result: "to_capture", amount: "2.00" },
  ],
  [
    "what is done, without its end",
    [payment("p", "5", { state: "CAPTURED", ...at("void", "09") })],
    "capture",
    { result: "already_captured", amount: "5.00", scheduled: undefined },
  ],
  [
    "what cannot be done",
    [payment("p", "5", { state: "VOIDED" })],
    "capture",
    { result: "not_capturable", amount: "5.00", code: "VOIDED", reason: "its authorization was voided" },
  ],
  ["what cannot be voided", [payment("p", "5", { state: "CAPTURED" })], "void", { result: "not_voidable" }],
  ["no payments", [], "capture", { result: "not_capturable", amount: null, currency: "EUR" }],
  [
    "payments that were not read",
    undefined,
    "capture",
    { result: "unknown", amount: null, code: "NOT_READ" },
  ],
])("before anything is sent, the record of an order with %s", (_, authorizations, action, expected) => {
  const order: PaymentOrder = { id: "a", number: "10006", currency: "EUR", authorizations, requestId: "own" };
  const row = {
    reference: { reference: "#10006", source: "ids.csv:2" },
    order,
    eligibility: eligibilityOf(order, action),
    requestId: "page",
  };
  const names = { id: "a", number: "10006", reference: "#10006", source: "ids.csv:2", requestId: "own" };
  expect(plannedRecord(row, action)).toMatchObject({ ...names, ...expected });
});

test("the record of a reference without an order has no order and no amount", () => {
  const row = {
    reference: { reference: "7" },
    eligibility: { is: "ineligible", code: "NOT_FOUND", reason: "there is no order 7" } as const,
    requestId: "page",
  };
  expect(plannedRecord(row, "capture")).toEqual({
    id: null,
    number: null,
    result: "not_found",
    amount: null,
    currency: null,
    code: "NOT_FOUND",
    reason: "there is no order 7",
    reference: "7",
    requestId: "page",
  });
});

const step: Step = {
  seq: 1,
  phase: 0,
  kind: "payment.capture",
  id: "a",
  label: "10006",
  source: "ids.csv:2",
  state: "planned",
  attempts: 0,
  before: { states: { p: "AUTHORIZED" }, amount: "80.00", currency: "USD" },
  after: { states: { p: "CAPTURED" }, amount: "80.00", currency: "USD" },
};
const scheduled = { action: "void", at: "2026-03-08" } as const;
const error = (more: object) => ({
  type: "step.failed",
  step,
  error: { code: "NO", message: "no", ...more },
});

test.each<[what: string, event: object, action: PaymentAction, expected: object]>([
  ["done", { type: "step.done", step, requestId: "r" }, "capture", { result: "captured", requestId: "r" }],
  ["done by void", { type: "step.done", step }, "void", { result: "voided" }],
  ["done by others", { type: "step.done", step, already: true }, "capture", { result: "already_captured" }],
  ["rejected", error({ status: 400 }), "capture", { result: "failed", code: "NO", status: 400, scheduled }],
  ["gone", error({ code: "GONE" }), "capture", { result: "not_found", scheduled: undefined }],
  ["gone at the platform", error({ status: 404 }), "void", { result: "not_found", scheduled: undefined }],
  ["changed since", error({ code: "CHANGED" }), "capture", { result: "not_capturable", scheduled }],
  ["in another state", error({ status: 409 }), "void", { result: "not_voidable", scheduled }],
  [
    "unknown",
    { ...error({}), type: "step.unknown" },
    "capture",
    { result: "unknown", reason: "no", scheduled },
  ],
])("an order that is %s: its record, once", (_, event, action, expected) => {
  const pending = new Map([[1, { ...planned, scheduled, requestId: "read" }]]);
  const record = eventRecord(event as BulkEvent, action, pending);
  expect({ ...record, scheduled: record?.scheduled }).toMatchObject(expected);
  expect(record?.requestId).not.toBe("read");
  expect(pending.size).toBe(0);
  expect(eventRecord(event as BulkEvent, action, pending)).toBeUndefined();
});

test("events that end no order have no record", () => {
  const pending = new Map([[1, planned]]);
  const sent = { type: "step.sent", steps: [step] } as unknown as BulkEvent;
  expect(eventRecord(sent, "capture", pending)).toBeUndefined();
  expect(pending.size).toBe(1);
});

test("the record of a step of an earlier run has its order, amount and line, and how it ended", () => {
  const names = {
    id: "a",
    number: "10006",
    reference: "10006",
    source: "ids.csv:2",
    amount: "80.00",
    currency: "USD",
  };
  expect(recordOfStep(step, "capture")).toEqual({ ...names, result: "to_capture" });
  expect(recordOfStep({ ...step, id: undefined }, "void")).toMatchObject({ id: null, result: "to_void" });
  expect(endedRecord(step, "capture")).toBeUndefined();
  expect(endedRecord({ ...step, state: "sent" }, "capture")).toBeUndefined();
  expect(
    endedRecord({ ...step, state: "sent", error: { code: "NO", message: "no" } }, "capture"),
  ).toBeUndefined();
  expect(endedRecord({ ...step, state: "done" }, "capture")).toMatchObject({ ...names, result: "captured" });
  const why = { code: "CHANGED", message: "changed" };
  expect(endedRecord({ ...step, state: "failed", error: why }, "capture")).toMatchObject({
    ...names,
    result: "not_capturable",
    code: "CHANGED",
    reason: "changed",
  });
});

test.each([
  [undefined, "not sent: the run stopped early"],
  [interrupted, "not sent: the run stopped early"],
  [unreachable, "not sent: No connection."],
])("an order that was not sent says why: %j", (stopped, reason) => {
  expect(unsentRecord({ ...planned, requestId: "read" }, stopped)).toEqual({
    ...planned,
    result: "failed",
    code: "NOT_SENT",
    reason,
  });
});

test("an order that an earlier run sent without a response is unknown", () => {
  expect(unknownRecord({ ...planned, requestId: "read" })).toEqual({
    ...planned,
    result: "unknown",
    code: "UNKNOWN_OUTCOME",
    reason: "an earlier run sent it and got no response",
  });
});

test("results are counted, and totals are those of one result, by currency", () => {
  const records: PaymentRecord[] = [
    done,
    { ...done, amount: "1.00", currency: "EUR" },
    failed,
    { ...done, amount: null },
    { ...done, amount: "0.50", currency: null },
    { ...done, amount: "0.50" },
  ];
  expect([...countResults(records)]).toEqual([
    ["captured", 5],
    ["failed", 1],
  ]);
  expect(totalsOf(records, "captured").format()).toBe("80.50 USD, 1.00 EUR");
  expect(totalsOf(records, "voided").format()).toBe("");
});

test.each([
  ["captured already_captured voided already_voided to_capture to_void", true],
  ["not_capturable not_voidable not_found failed unknown", false],
])("the results %s are a success: %s", (results, success) => {
  for (const result of results.split(" ") as PaymentRecord["result"][])
    expect([result, isSuccess({ ...planned, result })]).toEqual([result, success]);
});
