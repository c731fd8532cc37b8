import { events as endpoints } from "../../../src/api/services/events.ts";
import { type JsonResponse, openTestShop } from "../../support/test-shop.ts";

/** Opens an empty shop on 2030-01-01. */
export function openEventsSandbox() {
  const { advance: _, ...shop } = openTestShop({
    seed: "empty",
    now: "2030-01-01T00:00:00.000Z",
    origin: "http://127.0.0.1",
  });
  const call = shop.ok;
  return {
    ...shop,
    call,
    /** Advances the clock; due work runs with the next call. */
    advance: shop.tick,
    setClock: (iso: string) => shop.tick(Date.parse(iso) - shop.store.wallTime().getTime()),
    async create(given: object = {}, more: object = {}) {
      return (
        await call("POST", endpoints.create.public, { event: { ...party(), ...given }, fields, ...more })
      ).event;
    },
    async get(id: string, query = "") {
      const all = fields.map((field) => `fields=${field}`).join("&");
      return (await call("GET", `/events/v3/events/${id}?${all}${query}`)).event;
    },
    async update(id: string, event: object, more: object = {}): Promise<JsonResponse> {
      return await shop.ask("PATCH", `/events/v3/events/${id}`, { event, fields, ...more });
    },
    /** Returns the events since the last call. */
    newEvents() {
      return shop.newEvents().map(({ type, at, entityId, payload }) => {
        const { actionEvent, createdEvent, updatedEvent } = payload as Record<string, { body?: object }>;
        return {
          type: type.split(/[._]/).slice(-1)[0],
          at,
          entityId,
          body: actionEvent?.body,
          createdEvent,
          updatedEvent,
        };
      });
    },
  };
}
export type EventsSandbox = ReturnType<typeof openEventsSandbox>;

export const fields = ["DETAILS", "TEXTS", "REGISTRATION", "URLS", "DASHBOARD", "SEO_SETTINGS"];

/** An RSVP event on 10 January 2030, 19:00 to 23:00 in Berlin. */
export const party = () => ({
  title: "Garden party",
  location: { type: "VENUE", name: "Garden" },
  dateAndTimeSettings: {
    startDate: "2030-01-10T18:00:00.000Z",
    endDate: "2030-01-10T22:00:00.000Z",
    timeZoneId: "Europe/Berlin",
  },
  registration: { initialType: "RSVP" },
});
export const hour = 3_600_000;
export const day = 24 * hour;
