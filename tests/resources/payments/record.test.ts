import { expect, test } from "vitest";
import type { BulkEvent } from "../../../src/bulk/journal/step.ts";
import { exitCodes } from "../../../src/kernel/errors.ts";
import { eventRecord, type PaymentRecord, paymentExit } from "../../../src/resources/payments/record.ts";

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
