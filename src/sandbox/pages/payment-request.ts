import type { Response } from "../../api/transport/transport.ts";
import { redirectOf } from "../members/authorize.ts";
import { orderOf } from "../orders/index.ts";
import { chargeRequest, paymentRequestOf, type StoredRequest } from "../payments/payment-requests.ts";
import {
  button,
  facts,
  form,
  formProblem,
  html,
  type Page,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
} from "./page.ts";
import {
  atForm,
  chosenMethod,
  confirmationLink,
  confirmationPage,
  declinedAlert,
  declinedLink,
  isConfirming,
  type PaymentMethod,
  paymentChoices,
} from "./payment.ts";
import { returnTargets, thankYouRedirect, wayBack } from "./redirect.ts";

/** The page of an order's payment request: what is to be paid, and how. */
export const paymentRequest: Page = {
  showsOutcome: true,
  show(visit) {
    const request = requestFor(visit);
    if (request.status !== "UNPAID") return outcome(visit, request);
    return isConfirming(visit) ? confirmationPage(visit, amountOf(request)) : shown(visit, request);
  },
  submit(sentTo) {
    const visit = atForm(sentTo);
    const request = requestFor(visit);
    if (request.status !== "UNPAID") return outcome(visit, request);
    const isConfirmed = isConfirming(sentTo);
    if (isConfirmed && visit.form.get("do") !== "approve") return redirectTo(declinedLink(visit));
    const method = isConfirmed ? "approved" : chosenMethod(visit);
    if (method === "challenge") return redirectTo(confirmationLink(visit));
    visit.tx.payment();
    try {
      const charged = visit.tx.attempt(() =>
        chargeRequest({ ...visit.tx, payment: () => method }, request.id),
      );
      if (charged.status === "PAID") return outcome(visit, charged);
      return method === "declined" ? redirectTo(declinedLink(visit)) : waitingPage(visit, charged);
    } catch (error) {
      return shown(visit, request, formProblem(error));
    }
  },
};

const methods: readonly PaymentMethod[] = ["approved", "declined", "challenge", "pending"];

const amountOf = ({ amount }: StoredRequest) => amount?.formattedAmount ?? "";

function requestFor({ tx, query }: PageVisit): StoredRequest {
  const given = query.get("paymentRequestId");
  if (given !== null) return paymentRequestOf(tx, given);
  const { request } = redirectOf(tx, query.get("session"), "ecomOrderPaymentRequest");
  return paymentRequestOf(tx, request.ecomOrderPaymentRequest?.paymentRequestId);
}

function shown(visit: PageVisit, request: StoredRequest, problem?: Problem): Response {
  const { title, description, orderNumber } = request;
  return page({
    title: title || "Payment request",
    visit,
    problem,
    formTargets: returnTargets(visit),
    body: html`${problem === undefined && declinedAlert(visit)}<section class="card">
${description && html`<p>${description}</p>`}${facts([
  ["Order", orderNumber],
  ["Amount", amountOf(request)],
])}</section>
${form(visit, html`${paymentChoices(visit, methods)}${button(`Pay ${amountOf(request)}`, "do", "pay", "whole")}`)}`,
  });
}

const waitingPage = (visit: PageVisit, request: StoredRequest) =>
  page({
    title: "Waiting for your payment",
    visit,
    body: html`<p class="notice" role="status">The order ${request.orderNumber} is paid as soon as the payment of ${amountOf(request)} arrives.</p>
${wayBack(visit)}`,
  });

const titles: Readonly<Record<string, string>> = {
  PAID: "Thank you",
  EXPIRED: "This payment request has expired",
  VOIDED: "This payment request was canceled",
};

/** Returns what follows a request that has ended: the storefront's thank-you page if it was paid, else a page that says so. */
function outcome(visit: PageVisit, request: StoredRequest): Response {
  const isPaid = request.status === "PAID";
  const next = isPaid ? thankYouRedirect(visit, { orderId: request.orderId }) : undefined;
  if (next) return next;
  const { paymentStatus } = orderOf(visit.tx, request.orderId);
  return page({
    title: titles[request.status] ?? "Payment request",
    visit,
    status: isPaid ? 200 : 410,
    body: html`<section class="card">${facts([
      ["Order", request.orderNumber],
      ["Amount", amountOf(request)],
      ["Payment of the order", paymentStatus],
    ])}</section>
${wayBack(visit)}`,
  });
}
