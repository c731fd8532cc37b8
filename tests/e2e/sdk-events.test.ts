import { describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import {
  eventCategories,
  eventForms,
  eventNotifications,
  eventPolicies,
  eventSchedule,
  eventScheduleBookmarks,
  events,
  eventsSettings,
} from "../../src/api/services/events.ts";
import { eventStaffMembers } from "../../src/api/services/staff.ts";
import { answeredCalls, replayOnShop } from "./sdk-replay.ts";

/**
 * The requests of `@wix/sdk` 1.21.16 and `@wix/events` 1.0.852 to a sandbox with the demo shop, in order, and what the SDK read
 * from the responses (docs/official-sdk-tests.md).
 */
const recorded = "tests/e2e/sdk-event-requests.json";

describe("the official SDK's event requests, in order", () => {
  const shop = replayOnShop(recorded, {
    after(known) {
      const { loginLink } = known;
      if (loginLink) known.loginToken = new URL(loginLink).searchParams.get("token") ?? "";
    },
  });

  test("cover every call except those for which the SDK omits the control id", async () => {
    const answered = await answeredCalls(shop.served);
    const services = {
      events,
      eventCategories,
      eventPolicies,
      eventSchedule,
      eventScheduleBookmarks,
      eventForms,
      eventNotifications,
      eventStaffMembers,
      eventsSettings,
    };
    const offered = [...walk(services)].map(([name]) => name);
    expect(offered.filter((name) => !answered.has(name))).toEqual([
      "eventForms.updateControl",
      "eventForms.removeControl",
    ]);
  });
});
