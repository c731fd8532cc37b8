import type { Response } from "../../api/transport/transport.ts";
import { decimal } from "../../kernel/money.ts";
import { events } from "../events/index.ts";
import { rsvps } from "../guests/guests.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { redirectOf } from "../members/authorize.ts";
import {
  isPassword,
  type Member,
  memberOf,
  newPassword,
  saveMember,
  setPassword,
} from "../members/members.ts";
import { orders } from "../orders/tables.ts";
import { formatPrice } from "../products/index.ts";
import { subscriptionContracts } from "../subscriptions/subscriptions.ts";
import { orders as ticketOrders, tickets } from "../tickets/tables.ts";
import { logOut } from "./auth.ts";
import { browserLogin } from "./browser-login.ts";
import {
  alert,
  button,
  facts,
  field,
  form,
  formProblem,
  type Html,
  html,
  linkTo,
  type Page,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
} from "./page.ts";
import { callbacksOf, loginLink, returnTargets } from "./redirect.ts";

/** The members area: profile, addresses, orders, tickets, events and subscriptions of the member who is logged in. */
export const account: Page = {
  showsOutcome: true,
  show(visit) {
    const section = sectionOf(visit);
    const member = memberIn(visit);
    return member ? shown(visit, member, section) : redirectTo(loginLink(visit));
  },
  submit(visit) {
    const member = memberIn(visit);
    if (!member) return redirectTo(loginLink(visit));
    if (visit.form.get("do") === "logout")
      return logOut(visit, undefined, callbacksOf(visit).postFlowUrl ?? "", linkTo(visit, "home"));
    const section = sectionOf(visit);
    try {
      visit.tx.attempt(() => change(visit, member));
      return redirectTo(linkTo(visit, "account", { section, saved: "yes" }));
    } catch (error) {
      return shown(
        visit,
        member,
        section,
        formProblem(error, ({ field }) => field),
      );
    }
  },
};

const memberIn = ({ tx }: PageVisit): Member | undefined =>
  tx.caller.memberId === undefined ? undefined : memberOf(tx, tx.caller.memberId);

/** The sections in order, with their titles and the names that redirect sessions have for them. */
const sections = {
  profile: { title: "Account", target: "ACCOUNT_INFO", show: profile },
  orders: { title: "My orders", target: "ORDERS", show: orderList },
  tickets: { title: "My tickets", target: undefined, show: ticketList },
  events: { title: "My events", target: "EVENTS", show: eventList },
  subscriptions: { title: "My subscriptions", target: "SUBSCRIPTIONS", show: subscriptionList },
  addresses: { title: "Addresses", target: undefined, show: addressList },
} as const satisfies Record<
  string,
  {
    title: string;
    target: string | undefined;
    show(visit: PageVisit, member: Member, problem?: Problem): Html;
  }
>;
type Section = keyof typeof sections;

/** Returns the section that the query or the redirect session asks for. Throws PlatformError 501 for bookings. */
function sectionOf(visit: PageVisit): Section {
  const { query, tx } = visit;
  const named = query.get("section");
  if (named !== null)
    return Object.keys(sections).find((name): name is Section => name === named) ?? "profile";
  if (!visit.path.endsWith("/memberAccountPage")) return "profile";
  const { section } =
    redirectOf(tx, query.get("session"), "memberAccountPage").request.memberAccountPage ?? {};
  if (section === "BOOKINGS")
    throw new PlatformError(501, "NOT_EMULATED", "The sandbox has no bookings, so members have none to see.");
  const found = Object.entries(sections).find(([, { target }]) => target === section);
  return (found?.[0] as Section | undefined) ?? "profile";
}

function shown(visit: PageVisit, member: Member, section: Section, problem?: Problem): Response {
  const tabs = Object.entries(sections).map(
    ([name, { title }]) =>
      html`<li><a href="${linkTo(visit, "account", { section: name })}"${name === section && html` aria-current="page"`}>${title}</a></li>`,
  );
  return page({
    title: sections[section].title,
    visit,
    wide: true,
    status: problem === undefined ? 200 : 400,
    formTargets: returnTargets(visit),
    body: html`<nav aria-label="Account"><ul class="tabs">${tabs}</ul></nav>
${alert(problem)}${
  visit.query.get("saved") !== null &&
  html`<p class="notice" role="status">Your changes were saved.</p>
`
}${sections[section].show(visit, member, problem)}
${form(visit, button("Log out", "do", "logout", "plain"))}`,
  });
}

function profile(visit: PageVisit, { email, emailVerified, profile: own }: Member, problems?: Problem): Html {
  const { form: sent } = visit;
  const text = (label: string, name: "firstName" | "lastName", autocomplete: string) =>
    html`<div>${field(label, { name, autocomplete, required: false, value: sent.get(name) ?? own[name] ?? "" })}</div>`;
  return html`<section class="card"><h2>Login</h2>
${facts([
  ["Email", email],
  ["Verified", emailVerified ? "Yes" : "No"],
])}</section>
${form(
  visit,
  html`<h2>Name</h2>
<div class="pair">${text("First name", "firstName", "given-name")}${text("Last name", "lastName", "family-name")}</div>
${button("Save name", "do", "name")}`,
  "card",
)}
${form(
  visit,
  html`<h2>Password</h2>
<div class="pair"><div>${field("Current password", { name: "password", type: "password", autocomplete: "current-password", problems })}</div>
<div>${field("New password", { name: "newPassword", type: "password", autocomplete: "new-password", problems })}</div></div>
${button("Change password", "do", "password")}`,
  "card",
)}`;
}

const addressNames = [
  ["addressLine", "Street and number", "address-line1"],
  ["city", "City", "address-level2"],
  ["subdivision", "State or region (such as US-NY)", "address-level1"],
  ["postalCode", "Postal code", "postal-code"],
  ["country", "Country (two letters)", "country"],
] as const;

function addressList(visit: PageVisit, { profile: own }: Member, problems?: Problem): Html {
  const { form: sent } = visit;
  const known = (own.addresses ?? []).map(({ address }, index) => {
    const lines = addressNames.map(([name]) => address?.[name]).filter(Boolean);
    const label = lines.join(", ");
    return html`<li><span>${label}</span>${form(
      visit,
      html`<input type="hidden" name="address" value="${index}"><button class="link" name="do" value="removeAddress" aria-label="Remove ${label}">Remove</button>`,
    )}</li>`;
  });
  return html`${
    known.length > 0 &&
    html`<section class="card"><h2>Saved addresses</h2><ul class="list">${known}</ul></section>
`
  }${form(
    visit,
    html`<h2>Add an address</h2>
${addressNames.map(([name, label, autocomplete]) =>
  field(label, {
    name,
    autocomplete,
    value: sent.get(name) ?? "",
    required: name === "addressLine" || name === "country",
    problems,
  }),
)}${button("Save address", "do", "addAddress")}`,
    "card",
  )}`;
}

/** Changes the member as a form asks for. Throws PlatformError or InvalidInput for input that is not accepted. */
function change({ tx, form: sent, cookies }: PageVisit, member: Member): void {
  const given = (name: string) => sent.get(name)?.trim() ?? "";
  const save = (changed: Partial<Member["profile"]>) =>
    saveMember(tx, member, { profile: { ...member.profile, ...changed } });
  const known = member.profile.addresses ?? [];
  switch (sent.get("do")) {
    case "name":
      save({ firstName: given("firstName"), lastName: given("lastName") });
      return;
    case "password": {
      if (!isPassword(member.password, sent.get("password") ?? ""))
        throw new PlatformError(401, "-19976", "The current password is wrong");
      const chosen = newPassword("newPassword", sent.get("newPassword"));
      setPassword(tx, member, chosen, browserLogin({ tx, cookies })?.session);
      return;
    }
    case "addAddress": {
      const typed = addressNames.flatMap(([name]) => (given(name) ? [[name, given(name)]] : []));
      const address = Object.fromEntries(typed) as { country?: string };
      if (!/^[A-Z]{2}$/i.test(address.country ?? ""))
        throw new PlatformError(400, "INVALID_COUNTRY", "The country must have two letters, such as US");
      save({ addresses: [...known, { address: { ...address, country: address.country?.toUpperCase() } }] });
      return;
    }
    case "removeAddress":
      save({ addresses: known.filter((_, index) => String(index) !== sent.get("address")) });
      return;
    default:
      throw new PlatformError(400, "UNKNOWN_STEP", "This form does not belong to this page. Reload the page");
  }
}

const pageSize = 50;
const dayOf = (time: string | null | undefined) => (time ?? "").slice(0, 10);

/** Returns a list, or a sentence if it is empty. */
function listOf(items: readonly Html[], empty: string): Html {
  return items.length > 0
    ? html`<section class="card"><ul class="list">${items.map(
        (item) => html`<li>${item}</li>
`,
      )}</ul></section>`
    : html`<p>${empty}</p>`;
}

function orderList(visit: PageVisit, { id }: Member): Html {
  const sort = [{ fieldName: "createdDate", order: "DESC" }];
  const { items } = visit.tx.query(orders, { filter: { "buyerInfo.memberId": id }, sort, limit: pageSize });
  return listOf(
    items.map(({ number, createdDate, lineItems, priceSummary, paymentStatus, fulfillmentStatus }) => {
      const names = lineItems.map(
        ({ productName, quantity }) => `${quantity} × ${productName?.original ?? ""}`,
      );
      return html`<div><h2>Order ${number}</h2>
<p>${names.join(", ")}</p>
<p class="soft small">${dayOf(createdDate)}, ${paymentStatus}, ${fulfillmentStatus}</p></div>
<strong>${priceSummary.total.formattedAmount}</strong>`;
    }),
    "You have no orders yet.",
  );
}

const titleOf = (tx: StoreTx, eventId: string) => tx.get(events, eventId)?.title ?? "Deleted event";

function ticketList(visit: PageVisit, { id }: Member): Html {
  const { tx } = visit;
  const sort = [{ fieldName: "created", order: "DESC" }];
  const { items } = tx.query(ticketOrders, { filter: { memberId: id }, sort, limit: pageSize });
  return listOf(
    items.map(({ orderNumber, eventId, created, status, totalPrice, ticketsQuantity }) => {
      const price = formatPrice(decimal(totalPrice?.value ?? "0"), totalPrice?.currency ?? "USD");
      return html`<div><h2><a href="${linkTo(visit, "ticketOrder", { orderNumber })}">${titleOf(tx, eventId)}</a></h2>
<p>${ticketsQuantity} ${ticketsQuantity === 1 ? "ticket" : "tickets"}</p>
<p class="soft small">${orderNumber}, ${dayOf(created)}, ${status}</p></div>
<strong>${price}</strong>`;
    }),
    "You have no tickets yet.",
  );
}

function eventList(visit: PageVisit, { id: memberId }: Member): Html {
  const { tx } = visit;
  const answered = tx.query(rsvps, { filter: { memberId }, limit: pageSize }).items;
  const attending = tx
    .query(tickets, { filter: { memberId }, limit: pageSize })
    .items.filter(({ canceled }) => !canceled);
  const ids = [...new Set([...answered, ...attending].map(({ eventId }) => eventId))];
  const items = ids.flatMap((eventId) => tx.get(events, eventId) ?? []);
  const answerTo = (eventId: string) => answered.find((one) => one.eventId === eventId)?.status;
  return listOf(
    items.map(
      ({
        id,
        slug,
        title,
        dateAndTimeSettings,
      }) => html`<div><h2><a href="${linkTo(visit, "event", { slug })}">${title}</a></h2>
<p class="soft small">${dateAndTimeSettings.formatted?.dateAndTime}</p></div>
<span>${answerTo(id) ?? "Tickets"}</span>`,
    ),
    "You have no events yet.",
  );
}

function subscriptionList({ tx }: PageVisit, { id }: Member): Html {
  const own = [...tx.each(subscriptionContracts)].filter(({ buyerInfo }) => buyerInfo?.memberId === id);
  return listOf(
    own.map(
      ({ title, internal, createdDate }) => html`<div><h2>${title ?? "Subscription"}</h2>
<p class="soft small">Since ${dayOf(createdDate)}</p></div><span>${internal.status}</span>`,
    ),
    "You have no subscriptions.",
  );
}
