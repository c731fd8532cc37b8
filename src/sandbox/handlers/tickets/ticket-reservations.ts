import type { Handlers } from "../../../api/endpoint.ts";
import type { ticketReservations as endpoints } from "../../../api/services/tickets/ticket-reservations.ts";
import { bulkResponse, forEachItem, startJob } from "../../kernel/documents/bulk.ts";
import { replaceEntity } from "../../kernel/documents/entities.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { expireReservation, releaseReservation, removeReservation } from "../../services/tickets/expiry.ts";
import {
  rejectSettled,
  requireOwner,
  reservationKind,
  reservationOf,
  showReservation,
} from "../../services/tickets/reservations.ts";
import { reserveTickets } from "../../services/tickets/reserve.ts";
import { type HeldLine, reservations, type StoredReservation } from "../../services/tickets/tables.ts";

/** Ticket reservations. The sandbox clock expires them. */
export const ticketReservations: Handlers<typeof endpoints, StoreTx> = {
  create(tx, { ticketReservation }) {
    const {
      tickets,
      additionalReservationSettings: settings,
      extendedFields,
      tags,
    } = ticketReservation ?? {};
    const lines = (tickets ?? []).map(
      (line): HeldLine => ({
        ...line,
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
    const outcomes = forEachItem(tx, ids ?? [], (id) =>
      tag(tx, reservationOf(tx, id), assignTags ?? {}, unassignTags ?? {}),
    );
    return bulkResponse(outcomes, "ticketReservation", undefined);
  },
  updateTagsByFilter: (tx, { filter, assignTags, unassignTags }) =>
    startJob(tx, tx.each(reservations, filter), (reservation) =>
      tag(tx, reservation, assignTags ?? {}, unassignTags ?? {}),
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
