import { events as endpoints } from "../../../src/api/services/events/events.ts";
import { readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { createRouter } from "../../../src/sandbox/server/router.ts";
import { createRequester, type JsonResponse } from "./requester.ts";

/** A sandbox at 2030-01-01, asked over its router; `advance` moves its clock. */
export function openEventsSandbox() {
  let now = Date.parse("2030-01-01T00:00:00.000Z");
  let seen = 0;
  const store = openStore(":memory:", { wallTime: () => new Date(now) });
  const router = createRouter(store);
  const ask = createRequester(router.send);
  /** The body of an answer that must be 200. */
  const call = async (method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown) => {
    const answer = await ask(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
    return answer.body;
  };
  return {
    store,
    ask,
    call,
    /** Moves the clock; what falls due happens with the next call. */
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
    /** What was told since this was last asked: `[type, what it says]`, and when. */
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

/** A party by RSVP on 10 January 2030, from 19 to 23 in Berlin. */
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
