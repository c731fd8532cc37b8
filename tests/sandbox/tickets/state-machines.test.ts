import { afterAll, beforeAll, test } from "vitest";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";
import { definitionsPath, openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
let eventId: string;
let seat: string;
beforeAll(async () => {
  world = openTicketsSandbox();
  eventId = (await world.ticketed()).id;
  seat = (await world.sell(eventId)).id;
});
afterAll(() => world.close());

const outcomes = ["approved", "authorized", "pending", "offline", "partially-paid", "declined", "canceled"];
const paid = {
  approved: "PAID",
  authorized: "AUTHORIZED",
  pending: "PENDING",
  offline: "OFFLINE_PENDING",
  "partially-paid": "PARTIALLY_PAID",
  declined: "DECLINED",
  canceled: "CANCELED",
};

/** Statuses of ticket orders: an unpaid order can be paid again, and only an authorized payment is captured or voided. */
const orders: Transitions = {
  INITIATED: { ...paid, confirm: "PAID" },
  DECLINED: paid,
  PENDING: { confirm: "PAID" },
  OFFLINE_PENDING: { confirm: "PAID" },
  PARTIALLY_PAID: { confirm: "PAID" },
  AUTHORIZED: { capture: "PAID", void: "VOIDED" },
  PAID: {},
  CANCELED: {},
  VOIDED: {},
};

test("a ticket order follows the table", async () => {
  await checkTransitions(orders, {
    start: "INITIATED",
    async open() {
      const { orderNumber } = await world.buy(eventId, seat, 1, "initiated");
      const order = `/events/v1/events/orders/${orderNumber}`;
      const state = async () => (await world.order(eventId, orderNumber)).status;
      return {
        state,
        async move(name) {
          if (name === "confirm")
            return await world.ask("POST", `/events/v1/events/${eventId}/orders/confirm`, {
              eventId,
              orderNumber: [orderNumber],
            });
          if (!outcomes.includes(name)) return await world.ask("POST", `${order}/${name}`, { eventId });
          const payment = { "x-sandbox-payment": name };
          // The buyer of an order whose payment is pending can change their details; the payment is not repeated.
          const isPending = /PENDING/.test(await state());
          const answer = await world.ask("PATCH", `/events/v1/checkout/${orderNumber}`, { eventId }, payment);
          return isPending && answer.status === 200
            ? { status: 409, body: { message: "not repeated" } }
            : answer;
        },
      };
    },
  });
});

/** Statuses of reservations. Canceled and expired tickets can be reserved again; sold ones return with a void. */
const reservations: Transitions = {
  PENDING: {
    "check out": "CONFIRMED",
    "give up": "CANCELED",
    cancel: "CANCELED_MANUALLY",
    expire: "EXPIRED",
  },
  CONFIRMED: { void: "CANCELED" },
  CANCELED: {},
  CANCELED_MANUALLY: {},
  EXPIRED: {},
};

test("a ticket reservation follows the table, and its tickets are free again unless they are sold", async () => {
  await checkTransitions(reservations, {
    start: "PENDING",
    waiting: ["expire"],
    async open() {
      const { id: definition } = await world.sell(eventId, { name: "Box", initialLimit: 2 });
      const { body: held } = await world.reserve(eventId, definition, 2);
      const path = `/events/v1/ticket-reservations/${held.id}`;
      let orderNumber = "none";
      const checkOut = async (payment: string) => {
        const answer = await world.checkOut(eventId, held.id, {}, payment);
        orderNumber = answer.body.order?.orderNumber ?? orderNumber;
        return answer;
      };
      return {
        async state() {
          const { status } = (await world.call("GET", path)).ticketReservation;
          const { unsoldCount } = (await world.definition(definition)).salesDetails;
          const isHeld = status === "PENDING" || status === "CONFIRMED";
          return unsoldCount === (isHeld ? 0 : 2) ? status : `${status}, but ${unsoldCount} are free`;
        },
        async move(name) {
          if (name === "expire") return void world.advance(21 * 60_000);
          if (name === "check out") return await checkOut("authorized");
          if (name === "give up") return await checkOut("canceled");
          if (name === "cancel") return await world.ask("POST", `${path}/cancel`, {});
          return await world.ask("POST", `/events/v1/events/orders/${orderNumber}/void`, { eventId });
        },
      };
    },
  });
});

/** The sale of a ticket starts and ends by the clock, and when its period changes. */
const sales: Transitions = {
  SALE_SCHEDULED: { wait: "SALE_STARTED", "end it": "SALE_ENDED", "start it": "SALE_STARTED" },
  SALE_STARTED: { wait: "SALE_ENDED", "end it": "SALE_ENDED", "start it": "SALE_STARTED" },
  SALE_ENDED: { "end it": "SALE_ENDED", "start it": "SALE_STARTED" },
};

test("the sale of a ticket follows the table", async () => {
  const hour = 3_600_000;
  const now = async () => Date.parse((await world.call("GET", "/__till/time")).now);
  const periodOf = async (start: number, end: number) => {
    const at = await now();
    return {
      startDate: new Date(at + start * hour).toISOString(),
      endDate: new Date(at + end * hour).toISOString(),
    };
  };
  await checkTransitions(sales, {
    start: "SALE_SCHEDULED",
    waiting: ["wait"],
    async open() {
      // An event of its own, because the clock moves towards its start.
      const times = {
        startDate: "2035-06-01T17:00:00.000Z",
        endDate: "2035-06-01T20:00:00.000Z",
        timeZoneId: "Europe/Berlin",
      };
      const { id: later } = await world.ticketed({}, { dateAndTimeSettings: times });
      const { id } = await world.sell(later, { salePeriod: await periodOf(1, 2) });
      return {
        state: async () => (await world.definition(id)).saleStatus,
        async move(name) {
          if (name === "wait") return void world.advance(hour);
          const salePeriod = name === "end it" ? await periodOf(-2, -1) : await periodOf(-1, 1);
          const { revision } = await world.definition(id);
          const ticketDefinition = { id, revision, salePeriod };
          return await world.ask("PATCH", `${definitionsPath}/${id}`, { ticketDefinition });
        },
      };
    },
  });
});
