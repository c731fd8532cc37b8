import { sampleSet } from "./sample-set.ts";

interface Ids {
  id: string;
}
/** The objects of the event samples, independent of the demo events. */
interface Programme {
  memberToken: string;
  guest: string;
  /** An RSVP event next year, with a category, a schedule, a policy, and a phone number in its form. */
  concert: Ids & { slug: string };
  draft: Ids;
  category: Ids;
  spare: Ids;
  policies: readonly (Ids & { revision: string })[];
  item: Ids;
  config: Ids;
  staff: Ids & { revision: string };
  loginToken: string;
  accessToken: string;
  settings: Ids & { revision: string };
}

const times = {
  startDate: "2035-06-01T17:00:00.000Z",
  endDate: "2035-06-01T20:00:00.000Z",
  timeZoneId: "Europe/Berlin",
  showTimeZone: true,
};
const given = (title: string, initialType = "RSVP") => ({
  title,
  location: {
    type: "VENUE",
    name: "The barn",
    address: { addressLine: "Hof 1", city: "Lund", country: "SE" },
  },
  dateAndTimeSettings: times,
  registration: { initialType },
});
const everything = [
  "DETAILS",
  "TEXTS",
  "REGISTRATION",
  "URLS",
  "FORM",
  "DASHBOARD",
  "FEED",
  "ONLINE_CONFERENCING_SESSION",
  "SEO_SETTINGS",
  "AGENDA",
  "CATEGORIES",
  "CUSTOMIZABLE_TICKETS",
  "BADGES",
];
const slot = { start: "2035-06-01T17:00:00.000Z", end: "2035-06-01T18:00:00.000Z" };
const settingsFields = ["SITE_INFO", "EVENTS_INFO", "SERVICE_FEE_SETTINGS", "PAYMENT_SETTINGS"];

/** Events, their categories, policies, schedules, forms, notifications and staff. */
export const events = sampleSet<Programme>({
  async prepare(ask) {
    const { event: concert } = await ask("events.create", { event: given("Barn concert") });
    const { event: draft } = await ask("events.create", { event: given("Draft", "TICKETING"), draft: true });
    const eventId = concert.id;
    const { category } = await ask("eventCategories.create", { category: { name: "Music" } });
    const { category: spare } = await ask("eventCategories.create", { category: { name: "Outside" } });
    await ask("eventCategories.assignEvents", { categoryId: category.id, eventId: [eventId] });
    const policy = async (name: string) =>
      (await ask("eventPolicies.create", { policy: { name, body: "All of it.", eventId } })).policy;
    const policies = [await policy("Refunds"), await policy("Photos")];
    const { item } = await ask("eventSchedule.add", { eventId, item: { name: "Doors", timeSlot: slot } });
    await ask("eventSchedule.publishDraft", { eventId });
    await ask("eventForms.addControl", { eventId, phone: { label: "Phone" } });
    const { staffMember: staff } = await ask("eventStaffMembers.create", { staffMember: { name: "Ada" } });
    const loginToken = new URL(staff.loginLink).searchParams.get("token") ?? "";
    const { accessToken, staffMember } = await ask("eventStaffMembers.login", { loginToken });
    const { eventsSettings: settings } = await ask("eventsSettings.get", {});
    const account = { loginId: { email: "guest@shop.example" }, password: "correct-horse-battery" };
    const { identity } = await ask("authentication.register", account, "visitor");
    const grant = { grant_type: "authorized_client", member_id: identity.id };
    const { access_token: memberToken } = await ask("oauth.token", grant, "admin");
    return {
      memberToken,
      guest: identity.id,
      concert,
      draft,
      category,
      spare,
      policies,
      item,
      config: concert,
      staff: staffMember,
      loginToken,
      accessToken,
      settings,
    };
  },
  samples: {
    // Here, because the member of the samples of members has an about page.
    "memberAbouts.create": ({ guest }) => ({ memberAbout: { memberId: guest, content: { nodes: [] } } }),
    "events.create": () => ({ event: given("Second concert"), draft: false, fields: everything }),
    "events.clone": ({ concert }) => ({ eventId: concert.id, event: { title: "Again" }, fields: everything }),
    "events.update": ({ concert }) => ({
      event: { id: concert.id, dateAndTimeSettings: { showTimeZone: false } },
      fields: everything,
    }),
    "events.publish": ({ draft }) => ({ eventId: draft.id, fields: ["REGISTRATION"] }),
    "events.cancel": ({ concert }) => ({ eventId: concert.id, fields: ["DASHBOARD"] }),
    "events.cancelByFilter": ({ concert }) => ({ filter: { filter: { id: concert.id } } }),
    "events.remove": ({ draft }) => ({ eventId: draft.id }),
    "events.removeByFilter": ({ draft }) => ({ filter: { filter: { id: draft.id } } }),
    "events.countByStatus": () => ({ facet: ["status", "registration.type"], includeDrafts: true }),
    "events.get": ({ concert }) => ({ eventId: concert.id, fields: everything }),
    "events.getBySlug": ({ concert }) => ({ slug: concert.slug }),
    "events.listByCategory": ({ category }) => ({ categoryId: category.id, fields: ["CATEGORIES"] }),
    "eventsV1.query": () => ({ filter: { status: "SCHEDULED" }, fieldset: ["FULL"], order: "start:asc" }),
    "eventsV1.queryV2": ({ concert }) => ({ query: { filter: { eventId: concert.id } }, fieldset: ["FULL"] }),
    "events.query": ({ concert }) => ({
      query: { filter: { id: concert.id }, paging: { limit: 5, offset: 0 } },
      fields: everything,
    }),
    "eventCategories.create": () => ({ category: { name: "Theatre" } }),
    "eventCategories.bulkCreate": () => ({ categories: [{ name: "Dance" }] }),
    "eventCategories.update": ({ category }) => ({ category: { id: category.id, name: "Concerts" } }),
    "eventCategories.remove": ({ spare }) => ({ categoryId: spare.id }),
    "eventCategories.query": () => ({ query: { filter: { name: "Music" } }, fieldset: ["COUNTS"] }),
    "eventCategories.assignEvents": ({ spare, concert }) => ({ categoryId: spare.id, eventId: [concert.id] }),
    "eventCategories.bulkAssignEvents": ({ spare, concert }) => ({
      categoryId: [spare.id],
      eventId: [concert.id],
    }),
    "eventCategories.assignEventsByFilter": ({ spare }) => ({
      categoryId: [spare.id],
      filter: { status: "UPCOMING" },
    }),
    "eventCategories.unassignEvents": ({ category, concert }) => ({
      categoryId: category.id,
      eventId: [concert.id],
    }),
    "eventCategories.bulkUnassignEvents": ({ category, concert }) => ({
      categoryId: [category.id],
      eventId: [concert.id],
    }),
    "eventCategories.unassignEventsByFilter": ({ category, concert }) => ({
      categoryId: [category.id],
      filter: { id: concert.id },
    }),
    "eventCategories.listOfEvent": ({ concert }) => ({ eventId: concert.id }),
    "eventCategories.reorderEvents": ({ category, concert }) => ({
      categoryId: category.id,
      eventId: concert.id,
    }),
    "eventPolicies.create": ({ concert }) => ({
      policy: { name: "Dogs", body: "None.", eventId: concert.id },
    }),
    "eventPolicies.update": ({ policies: [first], concert }) => ({
      policy: {
        id: first?.id,
        revision: first?.revision,
        name: "Refund",
        body: "Half.",
        eventId: concert.id,
      },
    }),
    "eventPolicies.remove": ({ policies: [first] }) => ({ policyId: first?.id }),
    "eventPolicies.query": ({ concert }) => ({ query: { filter: { eventId: concert.id } } }),
    "eventPolicies.reorder": ({ policies: [first, second], concert }) => ({
      eventId: concert.id,
      policyId: second?.id,
      beforePolicyId: first?.id,
    }),
    "eventPolicies.get": ({ policies: [first] }) => ({ policyId: first?.id }),
    "eventSchedule.list": ({ concert }) => ({ eventId: [concert.id], facet: ["status"] }),
    "eventSchedule.query": ({ concert }) => ({ query: { filter: { eventId: concert.id } } }),
    "eventSchedule.get": ({ item }) => ({ itemId: item.id }),
    "eventSchedule.add": ({ concert }) => ({ eventId: concert.id, item: { name: "Encore", timeSlot: slot } }),
    "eventSchedule.update": ({ concert, item }) => ({
      eventId: concert.id,
      itemId: item.id,
      item: { stageName: "Barn" },
    }),
    "eventSchedule.remove": ({ concert, item }) => ({ eventId: concert.id, itemIds: [item.id] }),
    "eventSchedule.discardDraft": ({ concert }) => ({ eventId: concert.id }),
    "eventSchedule.publishDraft": ({ concert }) => ({ eventId: concert.id }),
    "eventSchedule.reschedule": ({ concert }) => ({
      eventId: concert.id,
      timeZoneId: "Europe/Paris",
      timeSlotOffset: "1800s",
    }),
    "eventScheduleBookmarks.list": ({ concert }) => ({ eventId: concert.id }),
    "eventScheduleBookmarks.create": ({ concert, item }) => ({ eventId: concert.id, itemId: item.id }),
    "eventScheduleBookmarks.remove": ({ concert, item }) => ({ eventId: concert.id, itemId: item.id }),
    "eventForms.get": ({ concert }) => ({ eventId: concert.id }),
    "eventForms.addControl": ({ concert }) => ({
      eventId: concert.id,
      dropdown: { label: "Seat", options: ["Left", "Right"] },
    }),
    "eventForms.updateControl": ({ concert }) => ({
      eventId: concert.id,
      id: "phone",
      phone: { label: "Mobile", mandatory: true },
    }),
    "eventForms.removeControl": ({ concert }) => ({ eventId: concert.id, id: "phone" }),
    "eventForms.updateMessages": ({ concert }) => ({
      eventId: concert.id,
      messages: { rsvp: { rsvpYesOption: "I come" } },
    }),
    "eventForms.publishDraft": ({ concert }) => ({ eventId: concert.id }),
    "eventForms.discardDraft": ({ concert }) => ({ eventId: concert.id }),
    "eventNotifications.resolveConfig": ({ concert }) => ({ notificationConfigId: concert.id }),
    "eventNotifications.upsertConfig": ({ concert }) => ({
      notificationConfig: { id: concert.id, upcomingEventReminder: { reminderTime: "BEFORE_1_WEEK" } },
    }),
    "eventNotifications.trigger": ({ concert }) => ({
      emailNotificationType: "EMAIL_UPCOMING_EVENT_REMINDER",
      eventGuests: { eventId: concert.id },
    }),
    "eventStaffMembers.create": ({ concert }) => ({
      staffMember: {
        name: "Bo",
        permissions: ["CHECK_IN_GUESTS"],
        specificEvents: { events: [concert.id] },
      },
    }),
    "eventStaffMembers.get": ({ staff }) => ({ staffMemberId: staff.id, fieldsets: ["LOGIN_LINK"] }),
    "eventStaffMembers.update": ({ staff }) => ({
      staffMember: { id: staff.id, revision: staff.revision, status: "ACCESS_PAUSED" },
    }),
    "eventStaffMembers.remove": ({ staff }) => ({ staffMemberId: staff.id }),
    "eventStaffMembers.query": () => ({ query: {}, fieldsets: ["LOGIN_LINK"] }),
    "eventStaffMembers.join": ({ loginToken }) => ({ joinToken: loginToken }),
    "eventStaffMembers.login": ({ loginToken }) => ({ loginToken }),
    "eventStaffMembers.access": ({ accessToken }) => ({ accessToken }),
    "eventsSettings.get": () => ({ fields: settingsFields }),
    "eventsSettings.update": ({ settings }) => ({
      eventsSettings: {
        id: settings.id,
        revision: settings.revision,
        paymentSettings: { delayedPaymentCaptureSettings: { enabled: true } },
      },
      fields: settingsFields,
    }),
  },
});
