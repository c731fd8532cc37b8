import type { Handlers } from "../../api/endpoint.ts";
import {
  type EventsSettings,
  type eventForms as formEndpoints,
  type eventNotifications as notificationEndpoints,
  eventPolicies as policyEndpoints,
  type eventsSettings as settingsEndpoints,
} from "../../api/services/events.ts";
import {
  checkRevision,
  entityOf,
  insertEntity,
  newEntity,
  removeEntity,
  replaceEntity,
  requiredName,
} from "../kernel/entities.ts";
import { beforeOf } from "../kernel/regular.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import {
  eventsSettingsKind,
  paymentSettings as payment,
  type StoredSettings,
  eventsSettingsOf as settingsOf,
} from "../settings/index.ts";
import { eventOf, events, type StoredEvent } from "./events.ts";
import { activeControls, type Control, controlId, controlKind, controlOf } from "./forms.ts";
import { toLegacyEvent } from "./legacy.ts";
import {
  configKind,
  policiesOf,
  policyKind,
  resolvedConfig,
  type StoredPolicy,
  showPolicy,
} from "./parts.ts";
import { eventsPage, patched, reordered } from "./requests.ts";

/** Registration forms of events. Changes are published at once. */
export const eventForms: Handlers<typeof formEndpoints, Tx> = {
  get: (tx, { eventId }) => ({ form: eventOf(tx, eventId).form }),
  addControl(tx, { eventId, ...sent }) {
    const event = eventOf(tx, eventId);
    const controls = activeControls(event.form);
    const id = controlId(sent, tx.newId().slice(0, 8));
    if (controls.some((one) => one.id === id)) {
      const message = `The form already has a question "${id}" and can have only one`;
      throw new PlatformError(409, "INVALID_EVENT_CONFIGURATION", message, { id });
    }
    const orderIndex = Math.max(-1, ...controls.map((one) => one.orderIndex ?? 0)) + 1;
    return { id, form: saveForm(tx, event, [...controls, controlOf(sent, id, orderIndex)]) };
  },
  updateControl(tx, { eventId, id, orderIndex, ...sent }) {
    const event = eventOf(tx, eventId);
    const before = controlIn(event, id);
    const changed = controlOf(sent, before.id ?? "", orderIndex ?? before.orderIndex ?? 0);
    if (controlFamily(changed) !== controlFamily(before) || !isNamedFor(before, controlKind(sent))) {
      const description = `cannot replace the question "${before.id}" of type ${before.type}`;
      throw invalid(String(controlKind(sent)), "FORMAT", description, {
        type: "CONTROL",
        control: before.type,
      });
    }
    const controls = activeControls(event.form).map((one) => (one.id === before.id ? changed : one));
    return { form: saveForm(tx, event, controls) };
  },
  removeControl(tx, { eventId, id }) {
    const event = eventOf(tx, eventId);
    const control = controlIn(event, id);
    if (control.system) {
      const message = `"${control.id}" is required in every form and cannot be removed`;
      throw new PlatformError(409, "INVALID_EVENT_CONFIGURATION", message, { id });
    }
    const controls = activeControls(event.form).filter((one) => one.id !== control.id);
    return { form: saveForm(tx, event, controls) };
  },
  updateMessages(tx, { eventId, messages, fields }) {
    const event = eventOf(tx, eventId);
    const form = { ...event.form, messages: patched(event.form.messages ?? {}, messages ?? {}, fields) };
    return { form: putForm(tx, event, form) };
  },
  publishDraft: (tx, { eventId }) => ({ form: eventOf(tx, eventId).form }),
  discardDraft(tx, { eventId }) {
    eventOf(tx, eventId);
    return {};
  },
};

/** Short and long texts, and short and full addresses, can replace each other. */
const controlFamily = ({ type }: Control) =>
  type === "TEXTAREA" ? "INPUT" : type?.replace("_SHORT", "_FULL");

/** Name, email, phone … cannot be replaced by other texts. */
function isNamedFor({ id }: Control, kind: string | undefined): boolean {
  const isCustom = id === "comment" || id?.startsWith("custom-");
  return isCustom ? kind !== "email" && kind !== "phone" : id === kind;
}

function controlIn({ form }: StoredEvent, id: string): Control {
  const control = activeControls(form).find((one) => one.id === id);
  if (control) return control;
  const ids = activeControls(form).map((one) => one.id);
  throw new PlatformError(
    404,
    "CONTROL_NOT_FOUND",
    `The form has no question "${id}"; it has ${ids.join(", ")}`,
    {
      id,
    },
  );
}

const saveForm = (tx: Tx, event: StoredEvent, controls: Control[]) =>
  putForm(tx, event, { ...event.form, controls: activeControls({ controls }) });

/** Stores a form and emits an event in the legacy format. */
function putForm(tx: Tx, before: StoredEvent, form: StoredEvent["form"]): StoredEvent["form"] {
  const event = { ...before, form, updatedDate: tx.now.toISOString() };
  tx.put(events, event.id, event);
  const { location, scheduling, title, ...rest } = toLegacyEvent(event);
  tx.emit("wix.events.events.EventUpdated", event.id, {
    timestamp: tx.now.toISOString(),
    eventId: event.id,
    location,
    title,
    scheduleConfig: scheduling.config,
    scheduleConfigUpdated: false,
    event: { ...rest, location, scheduling, title },
  });
  return form;
}

const maxPerEvent = 3;

/** Policies of events, in the order of their event. */
export const eventPolicies: Handlers<typeof policyEndpoints, Tx> = {
  create(tx, { policy }) {
    const { id: eventId } = eventOf(tx, policy.eventId);
    const others = policiesOf(tx, eventId);
    if (others.length >= maxPerEvent) {
      const message = `The event ${eventId} has ${others.length} policies; the maximum is ${maxPerEvent}`;
      throw new PlatformError(409, "POLICIES_LIMIT_REACHED", message, { eventId, limit: maxPerEvent });
    }
    const created: StoredPolicy = {
      ...newEntity(tx),
      name: requiredName("policy.name", policy.name),
      body: requiredName("policy.body", policy.body),
      eventId,
      internal: { place: (others.at(-1)?.internal.place ?? 0) + 1 },
    };
    return { policy: showPolicy(insertEntity(tx, policyKind, created)) };
  },
  update(tx, { policy }) {
    const before = beforeOf(tx, policyKind, policy);
    const after = replaceEntity(tx, policyKind, {
      ...before,
      ...(policy.name !== undefined && { name: requiredName("policy.name", policy.name) }),
      ...(policy.body !== undefined && { body: requiredName("policy.body", policy.body) }),
    });
    return { policy: showPolicy(after) };
  },
  remove(tx, { policyId }) {
    removeEntity(tx, policyKind, entityOf(tx, policyKind, policyId));
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = eventsPage(tx, policyKind.table, query, policyEndpoints.query);
    return { policies: items.map((item) => showPolicy(item)), metadata: pagingMetadata };
  },
  reorder(tx, { eventId, policyId, beforePolicyId, afterPolicyId }) {
    const policies = policiesOf(tx, eventOf(tx, eventId).id);
    const position = { before: beforePolicyId, after: afterPolicyId };
    const order = reordered(
      policies.map(({ id }) => id),
      policyId,
      position,
    );
    const sorted = order.map((id, index) => {
      const policy = { ...entityOf(tx, policyKind, id), internal: { place: index + 1 } };
      tx.put(policyKind.table, id, policy);
      return showPolicy(policy);
    });
    return { policies: sorted };
  },
  get: (tx, { policyId }) => ({ policy: showPolicy(entityOf(tx, policyKind, policyId)) }),
};

/** Notifications to guests of events. The sandbox validates them but sends nothing. */
export const eventNotifications: Handlers<typeof notificationEndpoints, Tx> = {
  resolveConfig: (tx, { notificationConfigId }) => ({
    notificationConfig: resolvedConfig(tx, eventOf(tx, notificationConfigId).id),
  }),
  upsertConfig(tx, { notificationConfig }) {
    const { id: given, revision, createdDate, updatedDate, ...change } = notificationConfig;
    const { id } = eventOf(tx, given);
    const before = tx.get(configKind.table, id);
    if (before && revision) checkRevision(before, revision, configKind.name);
    if (before) replaceEntity(tx, configKind, patched(before, change));
    else insertEntity(tx, configKind, { ...patched({}, change), ...newEntity(tx, id) });
    return { notificationConfig: resolvedConfig(tx, id) };
  },
  trigger(tx, { eventGuests, rsvpGuest, orderGuest, ticketGuest }) {
    const guests = eventGuests ?? rsvpGuest ?? orderGuest ?? ticketGuest;
    eventOf(tx, guests?.eventId);
    return {};
  },
};

/** Settings of all events of the site. */
export const eventsSettings: Handlers<typeof settingsEndpoints, Tx> = {
  get: (tx, { fields }) => ({ eventsSettings: showSettings(tx, settingsOf(tx), fields) }),
  update(tx, { eventsSettings: given, fields }) {
    const before = settingsOf(tx);
    if (given.id !== before.id)
      throw new PlatformError(404, "EVENTS_SETTINGS_NOT_FOUND", `There are no settings ${given.id}`, {
        id: given.id,
      });
    checkRevision(before, given.revision, eventsSettingsKind.name);
    const delayedCapture =
      given.paymentSettings?.delayedPaymentCaptureSettings?.enabled ?? before.delayedCapture;
    return {
      eventsSettings: showSettings(
        tx,
        replaceEntity(tx, eventsSettingsKind, { ...before, delayedCapture }),
        fields,
      ),
    };
  },
};

function showSettings(
  tx: Tx,
  { delayedCapture, ...entity }: StoredSettings,
  fields: readonly (string | null)[] | null | undefined,
): EventsSettings {
  const has = (group: string) => fields?.includes(group) ?? false;
  return {
    ...entity,
    siteInfo: has("SITE_INFO")
      ? { locale: "en", language: "en", premiumFeatures: ["SELL_TICKETS"] }
      : undefined,
    eventsInfo: has("EVENTS_INFO") ? eventsInfo(tx) : undefined,
    serviceFeeSettings: has("SERVICE_FEE_SETTINGS") ? { serviceFeeEnabled: false } : undefined,
    paymentSettings: has("PAYMENT_SETTINGS") ? payment(delayedCapture) : undefined,
  };
}

function eventsInfo(tx: Tx) {
  const count = (filter: object) => tx.query(events, { filter, limit: 1 }).total;
  const ticketed = { "registration.type": { $in: ["TICKETING", "RSVP_AND_TICKETING"] } };
  return {
    firstEventCreated: count({}) > 0,
    sellingTickets: count(ticketed) > 0,
    sellingPaidTickets:
      count({ $and: [ticketed, { "registration.tickets.highestPrice.value": { $nin: [null, "0"] } }] }) > 0,
  };
}
