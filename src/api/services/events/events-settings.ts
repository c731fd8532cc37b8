import { endpoint, service } from "../../endpoint.ts";
import { list, obj } from "../../models/fields.ts";
import { EventsSettings, EventsSettingsField } from "./models/events-settings.ts";

const settings = obj({ eventsSettings: EventsSettings });

/** The event settings of a site. */
export const eventsSettings = service("eventsSettings", {
  get: endpoint("GET /events/v1/settings", {
    path: "/v1/events-settings",
    input: obj({ fields: list(EventsSettingsField, { maxSize: 11 }) }),
    result: settings,
    summary: "Get the event settings of the site",
  }),
  update: endpoint("PATCH /events/v1/settings/{eventsSettings.id}", {
    path: "/v1/events-settings/{eventsSettings.id}",
    input: obj({ eventsSettings: EventsSettings, fields: list(EventsSettingsField, { maxSize: 6 }) }),
    result: settings,
    required: ["eventsSettings.id", "eventsSettings.revision"],
    readBack: "/events/v1/settings",
    summary: "Update the event settings of the site",
  }),
});
