import { events as endpoints } from "../../../src/api/services/events/events.ts";
import { readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { createRouter } from "../../../src/sandbox/server/router.ts";
import { createRequester, type JsonResponse } from "../../support/test-shop.ts";

/** Opens a sandbox with its clock set to 2030-01-01. */
export function openEventsSandbox() {
  let now = Date.parse("2030-01-01T00:00:00.000Z");
  let seen = 0;
  const store = openStore(":memory:", { wallTime: () => new Date(now) });
  const router = createRouter(store);
  const ask = createRequester(router.send);
  /** Returns the body of a response; throws unless its status is 200. */
  const call = async (method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
    return answer.body;
  };
  return {
    store,
    ask,
    call,
    /** Advances the clock; due work runs with the next call. */
    advance(ms: number) {
      now += ms;
    },
    setClock(iso: string) {
      now = Date.parse(iso);
    },
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
      return await ask("PATCH", `/events/v3/events/${id}`, { event, fields, ...more });
    },
    /** Returns the events since the last call. */
    newEvents() {
      const rows = readEvents(store.db, seen, 10_000);
      seen = rows.at(-1)?.seq ?? seen;
      return rows.map(({ type, at, entityId, payload }) => {
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
    close() {
      router.close();
      store.db.close();
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
