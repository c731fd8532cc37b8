import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EventsSandbox, openEventsSandbox } from "../support/events-sandbox.ts";

let world: EventsSandbox;
let id: string;
beforeEach(async () => {
  world = openEventsSandbox();
  id = (await world.create()).id;
  world.newEvents();
});
afterEach(() => world.close());

describe("notifications", () => {
  it("have defaults, can be changed per event, and are cloned with it", async () => {
    const resolve = async (event: string) =>
      (await world.call("GET", `/events-notifications/v2/notification-configs/resolve/${event}`))
        .notificationConfig;
    expect((await resolve(id)).upcomingEventReminder).toMatchObject({
      reminderTime: "BEFORE_1_DAY",
      sendingEnabled: true,
    });
    const config = {
      id,
      upcomingEventReminder: { reminderTime: "BEFORE_30_MINUTES", sendingEnabled: false },
    };
    const upsert = (notificationConfig: object) =>
      world.call("POST", `/events-notifications/v2/notification-configs/${id}`, { notificationConfig });
    expect((await upsert(config)).notificationConfig).toMatchObject({ ...config, revision: "1" });
    expect((await upsert({ id, invoice: { sendingEnabled: false } })).notificationConfig).toMatchObject({
      ...config,
      revision: "2",
    });
    expect((await resolve(id)).invoice).toMatchObject({
      sendingEnabled: false,
      notificationType: "EMAIL_INVOICE",
      template: { subject: "Your invoice" },
    });
    expect(world.newEvents().map(({ type }) => type)).toEqual(["created", "updated"]);
    const { event } = await world.call("POST", `/events/v3/events/${id}/clone`, {});
    expect(await resolve(event.id)).toMatchObject({ upcomingEventReminder: config.upcomingEventReminder });
  });
});
