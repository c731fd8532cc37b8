import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { eventCategories } from "../../src/api/endpoints/event-categories.ts";
import { eventForms } from "../../src/api/endpoints/event-forms.ts";
import { eventNotifications } from "../../src/api/endpoints/event-notifications.ts";
import { eventPolicies } from "../../src/api/endpoints/event-policies.ts";
import { eventSchedule } from "../../src/api/endpoints/event-schedule.ts";
import { eventScheduleBookmarks } from "../../src/api/endpoints/event-schedule-bookmarks.ts";
import { eventStaffMembers } from "../../src/api/endpoints/event-staff-members.ts";
import { events } from "../../src/api/endpoints/events.ts";
import { eventsSettings } from "../../src/api/endpoints/events-settings.ts";
import { createHome, type Home, type Served, serve } from "./program.ts";
import { answeredCalls, createReplay, readRecorded } from "./sdk-replay.ts";

/**
 * What `@wix/sdk` 1.21.16 and `@wix/events` 1.0.852 sent to a sandbox with the demo shop, in this order, and what they
 * read in the answers (docs/guides/official-sdk.md).
 */
const recorded = readRecorded("tests/e2e/sdk-event-requests.json");
const known: Record<string, string> = {};
let home: Home;
let served: Served;
const { expectAnswer } = createReplay(() => served, known);

beforeAll(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
  Object.assign(known, { clientId: served.clientId, siteId: served.siteId, apiKey: served.apiKey });
});
afterAll(() => home.close());

describe("the official SDK's requests about events, one after the other", () => {
  for (const request of recorded) {
    const { call, status = 200 } = request;
    test(status === 200 ? call : `${call}: ${status}`, async () => {
      await expectAnswer(request);
      const { loginLink } = known;
      if (loginLink) known.loginToken = new URL(loginLink).searchParams.get("token") ?? "";
    });
  }

  test("reach every call that the sandbox offers, but those in which the SDK leaves out a question's id", async () => {
    const answered = await answeredCalls(served);
    const shelves = {
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
    const offered = [...walk(shelves)].map(([name]) => name);
    expect(offered.filter((name) => !answered.has(name))).toEqual([
      "eventForms.updateControl",
      "eventForms.removeControl",
    ]);
  });
});
