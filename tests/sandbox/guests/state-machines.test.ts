import { afterAll, beforeAll, test } from "vitest";
import { type EventsSandbox, openEventsSandbox } from "../support/events-sandbox.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";

let world: EventsSandbox;
beforeAll(() => {
  world = openEventsSandbox();
});
afterAll(() => world.close());

const answer = (eventId: string, email: string, status = "YES") => ({
  rsvp: { eventId, firstName: "Ada", lastName: "Lind", email, status },
});

/** Answers to an event with places for everyone, and the check-in of the guest. */
const open: Transitions = {
  YES: { NO: "NO", YES: "YES", "check in": "YES, checked in" },
  "YES, checked in": { "undo check-in": "YES", YES: "YES, checked in" },
  NO: { YES: "YES", NO: "NO" },
};

/** Answers to a full event with a waitlist. A place that becomes free goes to the waitlist. */
const full: Transitions = {
  WAITLIST: { NO: "NO", WAITLIST: "WAITLIST", "a guest leaves": "YES" },
  NO: { NO: "NO", WAITLIST: "WAITLIST", "a guest leaves": "NO, a place is free" },
  YES: { NO: "NO, a place is free", YES: "YES" },
  "NO, a place is free": { NO: "NO, a place is free", YES: "YES" },
};

const machine = (rsvp: { id: string }) => {
  const read = async () => (await world.call("GET", `/events/v2/rsvps/${rsvp.id}?fields=DETAILS`)).rsvp;
  const act = (name: string) => world.ask("POST", `/events/v2/rsvps/${rsvp.id}/${name}`, {});
  return {
    async state() {
      const { status, checkedInGuestCount } = await read();
      return checkedInGuestCount > 0 ? `${status}, checked in` : status;
    },
    async move(name: string) {
      if (name === "check in") return await act("check-in");
      if (name === "undo check-in") return await act("cancel-check-in");
      const { revision } = await read();
      const change = { rsvp: { id: rsvp.id, revision, status: name } };
      return await world.ask("PATCH", `/events/v2/rsvps/${rsvp.id}`, change);
    },
  };
};

test("an RSVP and its check-in follow the table", async () => {
  const registration = { initialType: "RSVP", rsvp: { responseType: "YES_AND_NO" } };
  const { id } = await world.create({ registration });
  let count = 0;
  await checkTransitions(open, {
    start: "YES",
    async open() {
      count += 1;
      return machine((await world.call("POST", "/events/v2/rsvps", answer(id, `${count}@example.com`))).rsvp);
    },
  });
});

test("an RSVP on the waitlist follows the table", async () => {
  const registration = {
    initialType: "RSVP",
    rsvp: { responseType: "YES_AND_NO", limit: 1, waitlistEnabled: true },
  };
  await checkTransitions(full, {
    start: "WAITLIST",
    waiting: ["a guest leaves"],
    async open() {
      const { id } = await world.create({ registration });
      const { rsvp: first } = await world.call("POST", "/events/v2/rsvps", answer(id, "first@example.com"));
      const { rsvp } = await world.call("POST", "/events/v2/rsvps", answer(id, "ada@example.com"));
      let isThere = true;
      const { state, move } = machine(rsvp);
      return {
        async state() {
          const status = await state();
          return status === "NO" && !isThere ? "NO, a place is free" : status;
        },
        async move(name: string) {
          if (name !== "a guest leaves") return await move(name);
          if (isThere) await world.call("DELETE", `/events/v2/rsvps/${first.id}`);
          isThere = false;
          return undefined;
        },
      };
    },
  });
});
