import { type PaymentOutcome, paymentOutcomes } from "../checkout/place.ts";
import { nextPayment } from "../kernel/store.ts";
import { alert, button, choice, form, type Html, html, linkHere, type PageVisit, page } from "./page.ts";
import { returnTargets } from "./redirect.ts";

/** What the buyer chose: an outcome, or a card whose bank asks for a confirmation first, as 3-D Secure does. */
export type PaymentMethod = PaymentOutcome | "challenge";

/** The labels of the payment methods, each of which leads to one outcome. */
const labels: Readonly<Record<PaymentMethod, string>> = {
  approved: "Test card 4242: payment succeeds",
  declined: "Test card 0002: payment is declined",
  challenge: "Test card 3155: your bank asks you to confirm (3-D Secure)",
  authorized: "Test card 3220: payment is authorized, captured later",
  pending: "Bank transfer: payment stays pending",
  offline: "Pay offline later",
};

const methods: readonly PaymentMethod[] = [...paymentOutcomes, "challenge"];

/** Returns the payment method of a submitted form, or by default that of the outcome set for the next payment. */
export function chosenMethod({ tx, form: sent }: PageVisit): PaymentMethod {
  const given = sent.get("payment") ?? nextPayment(tx.db)?.toLowerCase();
  return methods.find((method) => method === given) ?? "approved";
}

/** Returns payment methods as radio buttons, all of them by default. */
export function paymentChoices(visit: PageVisit, offered: readonly PaymentMethod[] = methods): Html {
  const chosen = chosenMethod(visit);
  return html`<fieldset>
<legend>Payment</legend>
<p class="small soft">No money moves in the sandbox. Choose how the payment ends.</p>
${Object.entries(labels)
  .filter(([value]) => offered.some((method) => method === value))
  .map(([value, label]) =>
    choice({ id: `pay-${value}`, name: "payment", value, label, checked: value === chosen }),
  )}</fieldset>`;
}

/** Whether the visit is at the confirmation that a bank asks for. */
export const isConfirming = ({ query }: PageVisit): boolean => query.get("confirm") === "payment";

/** Returns the address of the bank's confirmation. */
export const confirmationLink = (visit: PageVisit): string => linkHere(atForm(visit), { confirm: "payment" });

/** Returns the address of the form after a payment was declined. */
export const declinedLink = (visit: PageVisit): string => linkHere(atForm(visit), { declined: "yes" });

/** Returns the visit at the form itself, without the confirmation and without the message about a declined payment. */
export function atForm(visit: PageVisit): PageVisit {
  const query = new URLSearchParams(visit.query);
  query.delete("confirm");
  query.delete("declined");
  return { ...visit, query };
}

/** Returns the page of the bank, which approves or declines a payment. Its form has `do` `approve` or `decline`. */
export function confirmationPage(visit: PageVisit, amount: string) {
  return page({
    title: "Confirm your payment",
    formTargets: returnTargets(visit),
    body: html`<p>Your bank asks you to confirm a payment of <strong>${amount}</strong>.</p>
${form(
  visit,
  html`<p>This page stands for that of your bank.</p>
${button("Confirm payment", "do", "approve")}${button("Reject payment", "do", "decline", "plain")}`,
)}
<p class="small"><a href="${linkHere(atForm(visit), {})}">Choose another way to pay</a></p>`,
  });
}

/** Returns the alert for a declined payment, for the page that the buyer returns to. */
export const declinedAlert = ({ query }: PageVisit): Html | undefined =>
  query.get("declined") === null
    ? undefined
    : alert("The payment was declined. Nothing was charged. Try another way to pay.");
