import type { Rsvp } from "../../api/services/guests.ts";
import type { Response } from "../../api/transport/transport.ts";
import { decimal } from "../../kernel/money.ts";
import { localTimeOf } from "../../kernel/zoned-time.ts";
import { answerTo, eventOf, events, registrationState, type StoredEvent } from "../events/index.ts";
import { publishedItems } from "../events/parts.ts";
import { createRsvp, rsvpOf } from "../guests/rsvps.ts";
import { PlatformError } from "../kernel/tx.ts";
import { memberOf } from "../members/members.ts";
import { formatPrice } from "../products/index.ts";
import { availableCount, definitionsOf } from "../tickets/definitions.ts";
import { reserveTickets } from "../tickets/reservations.ts";
import type { HeldLine, StoredDefinition } from "../tickets/tables.ts";
import { answeredField, formAnswers, formFields } from "./event-form.ts";
import {
  alert,
  button,
  choice,
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
  select,
} from "./page.ts";
import { loginLink, returnTargets, wayBack } from "./redirect.ts";
import { whenAndWhere } from "./tickets.ts";

/** The page of an event: its details, and tickets to choose or the RSVP form. */
export const eventPage: Page = {
  showsOutcome: true,
  show: (visit) => shown(visit, eventFor(visit)),
  submit(visit) {
    const event = eventFor(visit);
    return visit.form.get("do") === "rsvp" ? respond(visit, event) : reserve(visit, event);
  },
};

/** Returns the event that the query names by slug. Throws PlatformError 404 if there is none. */
function eventFor({ tx, query }: PageVisit): StoredEvent {
  const slug = query.get("slug") ?? "";
  return eventOf(tx, tx.findBy(events, "slug", slug)?.id ?? slug);
}

function shown(visit: PageVisit, event: StoredEvent, problem?: Problem): Response {
  const { tx } = visit;
  const { type, status } = registrationState(event, tx.now);
  const hasRsvp = type === "RSVP" || type === "RSVP_AND_TICKETING";
  const hasTickets = type === "TICKETING" || type === "RSVP_AND_TICKETING";
  const hasSchedule =
    tx.query(publishedItems, { filter: { eventId: event.id, hidden: false }, limit: 1 }).total > 0;
  return page({
    title: event.title,
    visit,
    status: problem === undefined ? 200 : 400,
    formTargets: returnTargets(visit),
    body: html`<p>${whenAndWhere(event)}</p>
${
  event.shortDescription &&
  html`<p>${event.shortDescription}</p>
`
}${placeOf(event)}${
  hasSchedule &&
  html`<p><a href="${linkTo(visit, "schedule", { slug: event.slug })}">Schedule</a></p>
`
}${alert(problem)}
${hasTickets && ticketPicker(visit, event)}
${hasRsvp && rsvpForm(visit, event, status, problem)}
${!hasTickets && !hasRsvp && otherRegistration(event)}`,
  });
}

function placeOf({ location }: StoredEvent): Html | undefined {
  const address = location.address?.formattedAddress;
  return address
    ? html`<p class="soft">${address}</p>
`
    : undefined;
}

function otherRegistration({ registration }: StoredEvent): Html {
  const url = registration.external?.url;
  return url && URL.parse(url)?.protocol === "https:"
    ? html`<p><a class="button" href="${url}">Register on the organizer's site</a></p>`
    : closedNotice("This event needs no registration.");
}

const closedNotice = (text: string) => html`<p class="notice" role="status">${text}</p>
`;

/** Returns the ticket definitions with a number to choose, or why none can be bought. */
function ticketPicker(visit: PageVisit, event: StoredEvent): Html {
  const { messages } = event.form;
  const isOver = event.status !== "UPCOMING" && event.status !== "STARTED";
  if (isOver || event.registration.registrationPaused)
    return closedNotice(messages?.ticketsUnavailable?.message || "Tickets are not on sale");
  const offered = definitionsOf(visit.tx, event.id).filter(({ hidden }) => !hidden);
  const isBuyable = offered.some((one) => one.saleStatus === "SALE_STARTED" && availableCount(one) !== 0);
  const soldOut = offered.length > 0 && offered.every((one) => availableCount(one) === 0);
  return html`${soldOut && closedNotice("This event is sold out.")}
${form(
  visit,
  html`<h2>Tickets</h2>
${offered.map((definition) => ticketChoice(visit, event, definition))}
${isBuyable && button("Reserve tickets", "do", "reserve", "whole")}`,
)}`;
}

function ticketChoice({ form: sent }: PageVisit, event: StoredEvent, definition: StoredDefinition): Html {
  const { id, name, description, pricingMethod, saleStatus, salePeriod } = definition;
  const left = availableCount(definition);
  const most = Math.min(event.registration.tickets?.ticketLimitPerOrder ?? 20, left ?? 20);
  const why =
    left === 0
      ? "Sold out"
      : saleStatus === "SALE_SCHEDULED"
        ? `On sale from ${dayIn(event, salePeriod?.startDate)}`
        : saleStatus === "SALE_ENDED"
          ? "The sale has ended"
          : undefined;
  const quantities = Array.from({ length: most + 1 }, (_, count) => [String(count), String(count)] as const);
  const options = pricingMethod.pricingOptions?.optionDetails ?? [];
  return html`<fieldset><legend>${name}, ${priceText(definition)}</legend>
${
  description &&
  html`<p class="soft small">${description}</p>
`
}${
  why !== undefined &&
  html`<p><strong>${why}</strong></p>
`
}${
  why === undefined &&
  html`${
    options.length > 0 &&
    select(
      "Price",
      { name: `option-${id}`, value: sent.get(`option-${id}`) ?? "" },
      options.map(({ optionId, name: label, price }) => [optionId ?? "", `${label}, ${money(price)}`]),
    )
  }${
    pricingMethod.guestPrice &&
    field(`Your price in ${pricingMethod.guestPrice.currency ?? "USD"}`, {
      name: `price-${id}`,
      type: "number",
      min: pricingMethod.guestPrice.value ?? "0",
      step: "any",
      value: sent.get(`price-${id}`) ?? pricingMethod.guestPrice.value ?? "",
      hint: `${money(pricingMethod.guestPrice)} or more`,
    })
  }${select(`Number of tickets: ${name}`, { name: `count-${id}`, value: sent.get(`count-${id}`) ?? "0", className: "short" }, quantities)}${
    left !== undefined && left <= 10 && html`<span class="hint">${left} left</span>`
  }`
}</fieldset>
`;
}

/** Returns the day of a time where the event is. */
const dayIn = ({ dateAndTimeSettings }: StoredEvent, time: string | null | undefined): string =>
  localTimeOf(new Date(time ?? ""), dateAndTimeSettings.timeZoneId ?? "UTC").slice(0, 10);

const money = (price: { value?: string | null; currency?: string | null } | null | undefined) =>
  formatPrice(decimal(price?.value ?? "0"), price?.currency ?? "USD");

function priceText({ pricingMethod }: StoredDefinition): string {
  const { free, fixedPrice, guestPrice, pricingOptions } = pricingMethod;
  if (free) return "free";
  if (fixedPrice) return money(fixedPrice);
  if (guestPrice) return `from ${money(guestPrice)}`;
  const amountIn = (price: Parameters<typeof money>[0]) => decimal(price?.value ?? "0");
  const prices = (pricingOptions?.optionDetails ?? []).map(({ price }) => price);
  return `from ${money(prices.sort((one, other) => amountIn(one).cmp(amountIn(other)))[0])}`;
}

function reserve(visit: PageVisit, event: StoredEvent): Response {
  const { tx, form: sent } = visit;
  const lines = definitionsOf(tx, event.id).flatMap(({ id, pricingMethod }): HeldLine[] => {
    const quantity = Number(sent.get(`count-${id}`) ?? 0);
    if (!Number.isInteger(quantity) || quantity <= 0) return [];
    const ticketInfo = {
      ...(pricingMethod.pricingOptions && { pricingOptionId: sent.get(`option-${id}`) ?? "" }),
      ...(pricingMethod.guestPrice && { guestPrice: sent.get(`price-${id}`) ?? "" }),
    };
    return [{ ticketDefinitionId: id, quantity, ...(Object.keys(ticketInfo).length > 0 && { ticketInfo }) }];
  });
  if (lines.length === 0) return shown(visit, event, { message: "Choose at least one ticket." });
  try {
    const { id } = tx.attempt(() => reserveTickets(tx, { eventId: event.id, lines }));
    return redirectTo(linkTo(visit, "eventsCheckout", { reservationId: id }));
  } catch (error) {
    return shown(visit, event, formProblem(error));
  }
}

function rsvpForm(visit: PageVisit, event: StoredEvent, status: string, problems: Problem | undefined): Html {
  const { tx, form: sent } = visit;
  const { messages } = event.form;
  const { memberId } = tx.caller;
  if (status === "SCHEDULED_RSVP")
    return closedNotice(`Registration opens on ${dayIn(event, event.registration.rsvp?.startDate)}.`);
  if (status.startsWith("CLOSED")) {
    const { limit } = event.registration.rsvp ?? {};
    const isFull = typeof limit === "number" && event.internal.attending >= limit;
    return closedNotice(
      isFull ? "This event is full." : messages?.registrationClosed?.message || "Registration is closed",
    );
  }
  if (event.registration.allowedGuestTypes === "MEMBER" && memberId === undefined)
    return html`${closedNotice("This event is for members.")}<p><a class="button" href="${loginLink(visit)}">Log in to register</a></p>`;
  const isWaitlist = status === "OPEN_RSVP_WAITLIST_ONLY";
  const answers = event.registration.rsvp?.responseType === "YES_AND_NO";
  const member = memberId === undefined ? undefined : memberOf(tx, memberId);
  const { firstName, lastName } = member?.profile ?? {};
  const { rsvpYesOption, rsvpNoOption, submitActionLabel, positiveMessages, waitlistMessages } =
    messages?.rsvp ?? {};
  const title = isWaitlist
    ? waitlistMessages?.title || "Join the waitlist"
    : positiveMessages?.title || "Join us";
  return form(
    visit,
    html`<h2>${title}</h2>
${
  isWaitlist &&
  html`<p class="soft">The event is full. We tell you if a place becomes free.</p>
`
}${
  answers &&
  html`<fieldset><legend>Are you coming?</legend>
${choice({ name: "status", value: "YES", label: rsvpYesOption || "Going", checked: sent.get("status") !== "NO" })}${choice(
  {
    name: "status",
    value: "NO",
    label: rsvpNoOption || "Not going",
    checked: sent.get("status") === "NO",
  },
)}</fieldset>
`
}${formFields(event.form, { prefix: "", sent, known: { firstName, lastName, email: member?.email }, problems })}
${button(submitActionLabel || "RSVP", "do", "rsvp", "whole")}`,
  );
}

function respond(visit: PageVisit, event: StoredEvent): Response {
  const { tx, form: sent } = visit;
  const answers = formAnswers(event.form, sent, "");
  const [guestCount, guestNames] = ["additionalGuests", "guestNames"].map((name) =>
    answers.inputValues?.find(({ inputName }) => inputName === name),
  );
  const given: Partial<Rsvp> = {
    eventId: event.id,
    status: sent.get("status") === "NO" ? "NO" : "YES",
    firstName: answerTo(answers, "firstName"),
    lastName: answerTo(answers, "lastName"),
    email: answerTo(answers, "email"),
    form: answers,
    ...(guestCount?.number && {
      additionalGuestDetails: { guestCount: guestCount.number, guestNames: guestNames?.values ?? [] },
    }),
  };
  try {
    const { id } = tx.attempt(() => createRsvp(tx, given, {}));
    return redirectTo(linkTo(visit, "rsvp", { id }));
  } catch (error) {
    return shown(
      visit,
      event,
      formProblem(error, (violation) => answeredField(violation, given.form ?? undefined)),
    );
  }
}

/** The page after an RSVP. */
export const rsvpPage: Page = {
  show(visit) {
    const rsvp = rsvpOf(visit.tx, visit.query.get("id"));
    const event = eventOf(visit.tx, rsvp.eventId);
    const { positiveMessages, waitlistMessages, negativeMessages } = event.form.messages?.rsvp ?? {};
    const titles: Readonly<Record<string, string | null | undefined>> = {
      YES: positiveMessages?.confirmation?.title,
      WAITLIST: waitlistMessages?.confirmation?.title,
      NO: negativeMessages?.confirmation?.title,
    };
    return page({
      title: titles[rsvp.status] || "Thank you",
      visit,
      body: html`<section class="card"><h2>${event.title}</h2>
<p>${whenAndWhere(event)}</p>
${facts([
  ["Name", `${rsvp.firstName} ${rsvp.lastName}`],
  ["Answer", rsvp.status],
  ["Guests", rsvp.totalGuests > 1 && rsvp.totalGuests],
])}</section>
${wayBack(visit)}`,
    });
  },
};

/** The published schedule of an event. */
export const schedulePage: Page = {
  show(visit) {
    const { tx } = visit;
    const event = eventFor(visit);
    const items = [...tx.each(publishedItems, { eventId: event.id })]
      .filter(({ hidden }) => !hidden)
      .sort((one, other) => ((one.timeSlot.start ?? "") < (other.timeSlot.start ?? "") ? -1 : 1));
    if (items.length === 0)
      throw new PlatformError(404, "NO_SCHEDULE", `The event "${event.title}" has no published schedule.`);
    return page({
      title: `Schedule: ${event.title}`,
      visit,
      body: html`<section class="card"><ul class="list">${items.map(
        ({ name, timeSlot, stageName, description }) => html`<li><div><h2>${name}</h2>
${stageName && html`<p class="soft">${stageName}</p>`}${description && html`<p>${description}</p>`}</div>
<p>${clockOf(timeSlot.start, timeSlot.timeZoneId)} – ${clockOf(timeSlot.end, timeSlot.timeZoneId)}</p></li>
`,
      )}</ul></section>
<p><a href="${linkTo(visit, "event", { slug: event.slug })}">Back to the event</a></p>`,
    });
  },
};

function clockOf(time: string | null | undefined, timeZone: string | null | undefined): string {
  const format = { timeZone: timeZone ?? "UTC", hour: "numeric", minute: "2-digit" } as const;
  return new Date(time ?? "").toLocaleTimeString("en-US", format);
}
