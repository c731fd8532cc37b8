import { expect, test } from "vitest";
import { type Authorization, eligibilityOf } from "../../../src/resources/payments/gateway.ts";

/** Returns payments p1, p2 and so on in these states. */
const payments = (states: string): Authorization[] =>
  states
    .split(" ")
    .flatMap((state, index) => (state ? [{ id: `p${index + 1}`, amount: "5.00", state }] : []));

/** What each action can do with an order: on which payments, or the code of the reason why not. */
test.each<[states: string, capture: string, void_: string]>([
  ["AUTHORIZED", "eligible p1", "eligible p1"],
  ["CAPTURE_FAILED", "eligible p1", "eligible p1"],
  ["VOID_FAILED", "eligible p1", "eligible p1"],
  ["AUTHORIZED AUTHORIZED", "eligible p1 p2", "eligible p1 p2"],
  ["CAPTURED", "already p1", "ineligible CAPTURED"],
  ["VOIDED", "ineligible VOIDED", "already p1"],
  ["CAPTURING", "unknown PENDING", "ineligible CAPTURING"],
  ["VOIDING", "ineligible VOIDING", "unknown PENDING"],
  ["", "ineligible NOT_AUTHORIZED", "ineligible NOT_AUTHORIZED"],
  ["DECLINED", "ineligible NOT_AUTHORIZED", "ineligible NOT_AUTHORIZED"],
  // Two payments in different states.
  ["CAPTURED AUTHORIZED", "eligible p2", "eligible p2"],
  ["VOIDED AUTHORIZED", "eligible p2", "eligible p2"],
  ["CAPTURING AUTHORIZED", "eligible p2", "eligible p2"],
  ["CAPTURED CAPTURING", "unknown PENDING", "ineligible CAPTURING"],
  ["CAPTURED VOIDING", "ineligible VOIDING", "unknown PENDING"],
  ["CAPTURING VOIDING", "unknown PENDING", "unknown PENDING"],
  ["CAPTURED VOIDED", "already p1", "already p2"],
  ["VOIDED DECLINED", "ineligible VOIDED", "already p1"],
  ["DECLINED CAPTURED", "already p2", "ineligible CAPTURED"],
])("payments in the states %j: capture is %s, void is %s", (states, ...expected) => {
  const found = (["capture", "void"] as const).map((action) => {
    const eligibility = eligibilityOf({ authorizations: payments(states) }, action);
    const of =
      "authorizations" in eligibility
        ? eligibility.authorizations.map(({ id }) => id).join(" ")
        : eligibility.code;
    return `${eligibility.is} ${of}`;
  });
  expect(found).toEqual(expected);
});

test.each([
  ["CAPTURING", "capture", "a capture was accepted before and is not settled yet"],
  ["VOIDING", "capture", "a void was accepted before and is not settled yet"],
  ["VOIDED", "capture", "its authorization was voided"],
  ["CAPTURED", "void", "it was captured"],
  ["DECLINED", "void", "it has no authorized payment (payment status DECLINED)"],
  ["", "void", "it has no authorized payment (payment status NOT_PAID)"],
] as const)("a payment that is %j cannot be subject to %s, because %s", (states, action, reason) => {
  expect(eligibilityOf({ authorizations: payments(states), status: "NOT_PAID" }, action)).toMatchObject({
    reason,
  });
});

test("without the payments, or a status, the reason says only what is known", () => {
  expect(eligibilityOf({ authorizations: undefined }, "void")).toEqual({
    is: "unknown",
    reason: "the platform did not return its payments",
    code: "NOT_READ",
  });
  expect(eligibilityOf({ authorizations: [] }, "void")).toMatchObject({
    reason: "it has no authorized payment",
  });
});
