import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";

const requests = "/back-in-stock-service/v1/back-in-stock-notification-requests";
const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const guid = "00000000-0000-4000-8000-0000000000aa";

/** A request is processed once; the shop can mark it as notified at any time. */
const table = (end: "NOTIFICATION_SENT" | "FAILED"): Transitions => ({
  RECEIVED: { report: "PROCESSING", mark: "NOTIFICATION_SENT" },
  PROCESSING: { wait: end, mark: "NOTIFICATION_SENT" },
  NOTIFICATION_SENT: { mark: "NOTIFICATION_SENT" },
  ...(end === "FAILED" && { FAILED: { mark: "NOTIFICATION_SENT" } }),
});

test.each([
  ["ivo@example.com", "NOTIFICATION_SENT"],
  ["nobody@shop.invalid", "FAILED"],
] as const)("a request of %s follows the table up to %s", async (address, end) => {
  const { ask, ok, advance } = openTestShop();
  let count = 0;
  await checkTransitions(table(end), {
    start: "RECEIVED",
    // A report of a request that was processed, or whose email was sent, changes nothing.
    waiting: ["report", "wait"],
    async open() {
      count += 1;
      const catalogReference = { appId, catalogItemId: guid };
      const request = { email: `${count}${address}`, catalogReference };
      const { request: made } = await ok("POST", requests, {
        request,
        itemDetails: { name: "Jug", price: "5.00" },
      });
      return {
        state: async () => (await ok("GET", `${requests}/${made.id}`)).request.status,
        async move(name) {
          if (name === "wait") return void (await advance("1m"));
          if (name === "mark") return await ask("PUT", `${requests}/${made.id}/mark-as-notification-sent`);
          const itemDetails = { name: "Jug", price: "5.00" };
          return await ask("POST", `${requests}/report-items-back-in-stock`, {
            requestIds: [made.id],
            itemDetails,
          });
        },
      };
    },
  });
});

test("a request that is marked again does not change, and emits no event", async () => {
  const { ok, newEventTypes } = openTestShop();
  const request = { email: "ivo@example.com", catalogReference: { appId, catalogItemId: guid } };
  const { request: made } = await ok("POST", requests, {
    request,
    itemDetails: { name: "Jug", price: "5.00" },
  });
  const mark = async () => await ok("PUT", `${requests}/${made.id}/mark-as-notification-sent`);
  const first = await mark();
  await newEventTypes();
  expect(await mark()).toEqual(first);
  expect(await newEventTypes()).toEqual([]);
});
