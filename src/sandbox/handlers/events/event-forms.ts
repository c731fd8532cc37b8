import type { Handlers } from "../../../api/endpoint.ts";
import type { eventForms as endpoints } from "../../../api/services/events/event-forms.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { controlId, controlOf, kindOf } from "../../services/events/forms/controls.ts";
import { activeControls, type Control } from "../../services/events/forms/forms.ts";
import { toLegacyEvent } from "../../services/events/legacy.ts";
import { patched } from "../../services/events/patch.ts";
import { eventOf, events, type StoredEvent } from "../../services/events/tables.ts";

/** Registration forms of events. Changes are published at once. */
export const eventForms: Handlers<typeof endpoints, Tx> = {
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
    if (familyOf(changed) !== familyOf(before) || !isNamedFor(before, kindOf(sent))) {
      const description = `cannot replace the question "${before.id}" of type ${before.type}`;
      throw invalid(String(kindOf(sent)), "FORMAT", description, { type: "CONTROL", control: before.type });
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
const familyOf = ({ type }: Control) => (type === "TEXTAREA" ? "INPUT" : type?.replace("_SHORT", "_FULL"));

/** Name, email, phone … cannot be replaced by other texts. */
function isNamedFor({ id }: Control, kind: string | undefined): boolean {
  const isCustom = id === "comment" || id?.startsWith("custom-");
  return isCustom ? kind !== "email" && kind !== "phone" : id === kind;
}

function controlIn({ form }: StoredEvent, id: string | null | undefined): Control {
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
