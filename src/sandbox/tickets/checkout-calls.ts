import type { Handlers } from "../../api/endpoint.ts";
import type {
  eventCheckout as checkoutEndpoints,
  ticketReservations as reservationEndpoints,
} from "../../api/services/tickets.ts";
import { eventOf, events } from "../events/index.ts";
import { bulkResponse, forEachItem, startJob } from "../kernel/bulk.ts";
import { replaceEntity } from "../kernel/entities.ts";
import { sortOf } from "../kernel/plain-lists.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { changeCheckout, checkOut, quote } from "./checkout.ts";
import { ofSeenEvents } from "./definitions.ts";
import {
  expireReservation,
  releaseReservation,
  removeReservation,
  showTicketOrder,
  ticketOrderOf,
} from "./orders.ts";
import {
  type RequestedLine,
  rejectSettled,
  requireOwner,
  reservationKind,
  reservationOf,
  reserveTickets,
  showReservation,
} from "./reservations.ts";
import { definitions, reservations, type StoredOrder, type StoredReservation } from "./tables.ts";
import {
  legacyFilter,
  legacySortable,
  printUrl,
  toLegacyDefinition,
  toLegacyReservations,
} from "./tickets.ts";

const pageSize = 50;

/** Ticket checkout: available tickets, reservations, prices and orders. */
export const eventCheckout: Handlers<typeof checkoutEndpoints, StoreTx> = {
  options: () => ({
    paymentMethodConfigured: true,
    acceptCoupons: true,
    acceptGiftCards: false,
    premiumServices: true,
    paidTickets: true,
  }),
  availableTickets(tx, { eventId, state, ...request }) {
    const all = state?.includes("INCLUDE_HIDDEN_NOT_ON_SALE") ?? false;
    const scope = [eventId ? { eventId: eventOf(tx, eventId).id } : ofSeenEvents(tx), ...onSale(all)];
    return available(tx, { $and: scope }, request, { dashboard: false });
  },
  queryAvailableTickets(tx, { filter, fieldset, ...request }) {
    const scope = [legacyFilter(filter), ofSeenEvents(tx), ...onSale(false)];
    const dashboard = (fieldset?.includes("DASHBOARD") ?? false) && tx.caller.role === "admin";
    return available(tx, { $and: scope }, request, {
      policy: fieldset?.includes("POLICY") ?? false,
      dashboard,
    });
  },
  reserve(tx, { eventId, ticketQuantities, ignoreLimits, allowHiddenTickets: allowHidden }) {
    const lines = ticketQuantities.flatMap(
      ({ ticketDefinitionId, quantity, priceOverride, ticketDetails }, index) => {
        const path = `ticketQuantities[${index}]`;
        const details = ticketDetails ?? [];
        const count = quantity ?? 1;
        // Details for each ticket, such as seats, make lines of their own.
        const isApart = details.length > 1 && details.length === count;
        return (isApart ? details : [details[0]]).map((detail, place) => {
          const { seatId, pricingOptionId, priceOverride: own } = detail ?? {};
          const price = priceOverride ?? own;
          const ticketInfo = {
            seatId: seatId || undefined,
            pricingOptionId: pricingOptionId || undefined,
            priceOverride: price || undefined,
          };
          const line = {
            ticketDefinitionId: ticketDefinitionId ?? "",
            quantity: isApart ? 1 : count,
            priceField: priceOverride
              ? `${path}.priceOverride`
              : `${path}.ticketDetails[${place}].priceOverride`,
          };
          return Object.keys(ticketInfo).length > 0 ? { ...line, ticketInfo } : line;
        });
      },
    );
    const created = reserveTickets(tx, { eventId, lines, ignoreLimits, allowHidden });
    const { invoice } = quote(tx, eventOf(tx, eventId), {}, created.tickets);
    return { id: created.id, invoice, ...shown(tx, created), cancelable: true };
  },
  cancelReservation(tx, { id, eventId }) {
    const reservation = reservationOf(tx, id, eventId);
    requireOwner(tx, reservation);
    rejectSettled(reservation, "be canceled");
    releaseReservation(tx, reservation, "CANCELED_MANUALLY");
    return {};
  },
  invoice(tx, { eventId, reservationId, withDiscount, paidPlanBenefit, giftCardCode }) {
    const reservation = reservationOf(tx, reservationId, eventId);
    requireOwner(tx, reservation);
    const purchase = { discount: withDiscount, paidPlanBenefit };
    const { invoice, error } = quote(tx, eventOf(tx, eventId), purchase, reservation.tickets);
    return {
      invoice,
      ...shown(tx, reservation),
      reservationOccupied: reservation.internal.orderNumber !== undefined,
      discountErrors: error ? { error: [{ code: error.code }] } : undefined,
      giftCardErrors: giftCardCode ? { error: [{ code: "GIFT_CARDS_NOT_ACCEPTED" }] } : undefined,
    };
  },
  checkout(tx, { giftCardCode, ...purchase }) {
    if (giftCardCode) throw noGiftCards();
    return placed(tx, checkOut(tx, purchase, "ONLINE"));
  },
  updateCheckout(tx, { eventId, orderNumber, giftCardCode, ...purchase }) {
    if (giftCardCode) throw noGiftCards();
    const order = changeCheckout(tx, ticketOrderOf(tx, orderNumber, eventId), purchase);
    return { order: showTicketOrder(tx, order), orderPageUrl: pageOf(tx, order) };
  },
  posCheckout(tx, { eventId, reservationId }) {
    const { orderPageUrl, ...answer } = placed(tx, checkOut(tx, { eventId, reservationId }, "OFFLINE_POS"));
    return answer;
  },
};

const noGiftCards = () =>
  new PlatformError(
    400,
    "GIFT_CARDS_NOT_ACCEPTED",
    "The ticket checkout of this site does not accept gift cards",
  );

/** Returns the conditions for visible tickets that are on sale or shown outside their sale period; none with `all`. */
const onSale = (all: boolean): object[] =>
  all
    ? []
    : [{ hidden: false }, { $or: [{ saleStatus: "SALE_STARTED" }, { "salePeriod.displayNotOnSale": true }] }];

type ListRequest = { offset?: number | null; limit?: number | null; sort?: string | null };

function available(
  tx: Tx,
  filter: object,
  { offset, limit, sort }: ListRequest,
  groups: Parameters<typeof toLegacyDefinition>[1],
) {
  const [most, from] = [limit ?? pageSize, offset ?? 0];
  const listQuery = {
    filter,
    sort: sortOf(sort, legacySortable, "orderIndex:asc"),
    limit: most,
    offset: from,
  };
  const { items, total } = tx.query(definitions, listQuery);
  return {
    metaData: { count: items.length, offset: from, total },
    definitions: items.map((item) => toLegacyDefinition(item, groups)),
  };
}

function shown(tx: Tx, reservation: StoredReservation) {
  return {
    expires: reservation.expirationDate,
    reservationStatus: `RESERVATION_${reservation.status}`,
    reservations: toLegacyReservations(reservation.tickets, (id) => tx.get(definitions, id)),
  };
}

function placed(tx: Tx, order: StoredOrder) {
  const reservation = tx.get(reservations, order.reservationId);
  return {
    order: showTicketOrder(tx, order),
    expires: reservation?.expirationDate,
    reservations: toLegacyReservations(order.internal.lines, (id) => tx.get(definitions, id)),
    orderPageUrl: pageOf(tx, order),
  };
}

/** Returns the page of an order: that of the shop's own site if it has one, else the sandbox's. */
function pageOf(tx: Tx, { eventId, orderNumber }: StoredOrder): string {
  const site = tx.setting("siteUrl");
  if (site === undefined) return printUrl(tx, "ticketOrder", { orderNumber });
  const slug = tx.get(events, eventId)?.slug ?? eventId;
  return new URL(`/event-details/${slug}/order/${orderNumber}`, site).href;
}

/** Ticket reservations. The sandbox clock expires them. */
export const ticketReservations: Handlers<typeof reservationEndpoints, StoreTx> = {
  create(tx, { ticketReservation }) {
    const { tickets, additionalReservationSettings: settings, extendedFields, tags } = ticketReservation;
    const lines = (tickets ?? []).map(
      (line, index): RequestedLine => ({
        ...line,
        priceField: `ticketReservation.tickets[${index}].ticketInfo.${line.ticketInfo?.guestPrice ? "guestPrice" : "priceOverride"}`,
        ticketDefinitionId: line.ticketDefinitionId ?? "",
        quantity: line.quantity ?? 1,
      }),
    );
    const created = reserveTickets(tx, {
      lines,
      extendedFields,
      tags,
      ignoreLimits: settings?.disableTicketLimitValidation,
      allowHidden: settings?.enableHiddenTicketReservation,
    });
    return { ticketReservation: showReservation(created), promotionErrors: { error: [] } };
  },
  get(tx, { ticketReservationId }) {
    const reservation = reservationOf(tx, ticketReservationId);
    requireOwner(tx, reservation);
    return { ticketReservation: showReservation(reservation), promotionErrors: { error: [] } };
  },
  remove: (tx, { ticketReservationId }) => ({
    ticketReservation: showReservation(removeReservation(tx, reservationOf(tx, ticketReservationId))),
  }),
  cancel(tx, { ticketReservationId }) {
    const reservation = reservationOf(tx, ticketReservationId);
    requireOwner(tx, reservation);
    rejectSettled(reservation, "be canceled");
    return { ticketReservation: showReservation(releaseReservation(tx, reservation, "CANCELED_MANUALLY")) };
  },
  updateTags(tx, { ids, assignTags, unassignTags }) {
    const outcomes = forEachItem(tx, ids, (id) =>
      tag(tx, reservationOf(tx, id), assignTags, unassignTags ?? {}),
    );
    return bulkResponse(outcomes, "ticketReservation", undefined);
  },
  updateTagsByFilter: (tx, { filter, assignTags, unassignTags }) =>
    startJob(tx, tx.each(reservations, filter), (reservation) =>
      tag(tx, reservation, assignTags, unassignTags ?? {}),
    ),
};

/** Due work: expires reservations and releases their tickets. */
export const due = { expire: expireReservation };

type Tags = NonNullable<StoredReservation["tags"]>;

function tag(tx: StoreTx, reservation: StoredReservation, added: Tags, removed: Tags): StoredReservation {
  const after = (key: "tags" | "privateTags") => {
    const gone = removed[key]?.tagIds ?? [];
    const ids = [...(reservation.tags?.[key]?.tagIds ?? []), ...(added[key]?.tagIds ?? [])];
    return { tagIds: [...new Set(ids)].filter((id) => !gone.includes(id)) };
  };
  const tags = { tags: after("tags"), privateTags: after("privateTags") };
  return replaceEntity(tx, reservationKind, { ...reservation, tags });
}
