import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FormResponse } from "../../../src/api/services/events.ts";
import { checkFormResponse, formViolations } from "../../../src/sandbox/events/forms.ts";
import { type EventsSandbox, openEventsSandbox } from "../support/events-sandbox.ts";

let world: EventsSandbox;
let id: string;
beforeEach(async () => {
  world = openEventsSandbox();
  id = (await world.create()).id;
  world.newEvents();
});
afterEach(() => world.close());

const rejection = async (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body: object) => {
  const { status, body: answer } = await world.ask(method, path, body);
  return [
    status,
    answer.details.applicationError?.code ?? answer.details.validationError?.fieldViolations[0].field,
  ];
};

describe("a form", () => {
  const path = () => `/events/v1/events/${id}/form`;
  const add = async (control: object) => await world.call("POST", `${path()}/control`, control);
  const kinds = [
    [{ phone: { label: "Phone" } }, "INPUT", "phone", ["TEXT"]],
    [{ address: { full: true } }, "ADDRESS_FULL", "address", ["ADDRESS"]],
    [{ address: {} }, "ADDRESS_SHORT", "address", ["ADDRESS"]],
    [{ date: { label: "Born" } }, "DATE", "date", ["DATE_TIME"]],
    [{ additionalGuests: { maxGuests: 2 } }, "GUEST_CONTROL", "additionalGuests", ["NUMBER", "TEXT_ARRAY"]],
    [{ dropdown: { label: "Seat", options: ["Left", "Right"] } }, "DROPDOWN", "custom-", ["TEXT"]],
    [{ radioButton: { label: "Seat", options: ["Left", "Right"] } }, "RADIO", "custom-", ["TEXT"]],
    [{ checkbox: { label: "Food", options: ["Meat", "Fish"] } }, "CHECKBOX", "custom-", ["TEXT_ARRAY"]],
    [{ text: { label: "Words", multiLine: true } }, "TEXTAREA", "custom-", ["TEXT"]],
    [{ text: { label: "Note", comment: true } }, "INPUT", "comment", ["TEXT"]],
  ] as const;

  it.each(kinds)("converts %o to %s", async (control, type, name, values) => {
    const { id: created, form } = await add(control);
    expect(created).toContain(name);
    const added = form.controls.at(-1);
    expect([added.type, added.inputs.map((input: { type: string }) => input.type)]).toEqual([
      type,
      [...values],
    ]);
    expect(world.newEvents()).toMatchObject([{ type: "EventUpdated", entityId: id }]);
  });

  it("has one question of each named kind, keeps required ones, and rejects unknown ones", async () => {
    await add({ phone: { label: "Phone" } });
    expect(await rejection("POST", `${path()}/control`, { phone: {} })).toEqual([
      409,
      "INVALID_EVENT_CONFIGURATION",
    ]);
    expect(await rejection("POST", `${path()}/control`, { phone: {}, date: {} })).toEqual([400, "date"]);
    const put = (control: string, body: object) => rejection("PUT", `${path()}/controls/${control}`, body);
    expect(await put("nothing", { text: {} })).toEqual([404, "CONTROL_NOT_FOUND"]);
    expect(await put("phone", { date: {} })).toEqual([400, "date"]);
    expect(await rejection("DELETE", `${path()}/controls/email`, {})).toEqual([
      409,
      "INVALID_EVENT_CONFIGURATION",
    ]);
    const changed = { phone: { label: "Mobile", mandatory: true }, orderIndex: 0.5 };
    const { form } = await world.call("PUT", `${path()}/controls/phone`, changed);
    expect(form.controls.map((control: { label: string }) => control.label)).toEqual([
      "First name",
      "Mobile",
      "Email",
    ]);
    await world.call("DELETE", `${path()}/controls/phone`);
    expect((await world.call("GET", path())).form.controls).toHaveLength(2);
    const messages = { rsvp: { rsvpYesOption: "I come" } };
    const { form: emitted } = await world.call("PATCH", `${path()}/messages`, { messages });
    expect(emitted.messages.rsvp).toMatchObject({ rsvpYesOption: "I come", rsvpNoOption: "Not going" });
  });

  it("asks for the names of companions only if there are some", async () => {
    await add({ additionalGuests: { maxGuests: 2, namesMandatory: true } });
    const { form } = await world.call("GET", path());
    const names = form.controls.flatMap(({ inputs }: { inputs: object[] }) => inputs);
    expect(names).toContainEqual(expect.objectContaining({ name: "guestNames", mandatory: true }));
    const violations = (...more: NonNullable<FormResponse["inputValues"]>) => {
      const known = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" };
      const given = Object.entries(known).map(([inputName, value]) => ({ inputName, value }));
      return [...formViolations(form, { inputValues: [...given, ...more] }, "form")].map(
        ({ description }) => description,
      );
    };
    expect(violations()).toEqual([]);
    expect(violations({ inputName: "additionalGuests", number: 0 })).toEqual([]);
    expect(violations({ inputName: "additionalGuests", number: 1 })).toEqual([
      expect.stringContaining('requires an answer for "guestNames"'),
    ]);
  });

  it("has other labels of the name when they are set", async () => {
    const labels = { firstName: "Given name", lastName: "Family name" };
    const { form } = await world.call("PUT", `${path()}/controls/name`, { name: { labels } });
    expect(form.controls[0].inputs).toMatchObject([
      { name: "firstName", label: "Given name", mandatory: true },
      { name: "lastName", label: "Family name", mandatory: true },
    ]);
  });

  it("emits events in the legacy format", async () => {
    await add({ phone: {} });
    const [row] = world.store.db
      .prepare("SELECT payload FROM event WHERE type = 'wix.events.events.EventUpdated'")
      .all<{ payload: string }>();
    expect(JSON.parse(row?.payload ?? "")).toMatchObject({
      eventId: id,
      title: "Garden party",
      scheduleConfig: { timeZoneId: "Europe/Berlin", scheduleTbd: false },
      event: { status: "SCHEDULED", registration: { type: "RSVP", status: "OPEN_RSVP" } },
    });
  });

  it("reports field, rule and value of invalid answers", async () => {
    for (const [control] of kinds.filter(([, type]) => !["ADDRESS_SHORT", "RADIO"].includes(type)))
      await add(control);
    const { form } = await world.call("GET", path());
    const [dropdown, checkbox] = form.controls
      .filter(({ type }: { type: string }) => ["DROPDOWN", "CHECKBOX"].includes(type))
      .map((control: { id: string }) => control.id);
    const good: FormResponse = {
      inputValues: [
        { inputName: "firstName", value: "Ada" },
        { inputName: "lastName", value: "Lovelace" },
        { inputName: "email", value: "ada@example.org" },
        { inputName: "additionalGuests", number: 2 },
        { inputName: "guestNames", values: ["Bo", "Cy"] },
        { inputName: dropdown, value: "Left" },
        { inputName: checkbox, values: ["Meat"] },
        { inputName: "date", dateTime: "2000-01-01T00:00:00Z" },
      ],
    };
    expect(() => checkFormResponse(form, good, "rsvp.form")).not.toThrow();
    const found = (inputName: string, answer: object | undefined) => {
      const others = good.inputValues?.filter((value) => value.inputName !== inputName) ?? [];
      const inputValues = answer ? [...others, { inputName, ...answer }] : others;
      return [...formViolations(form, { inputValues }, "form")].map(
        ({ field, violatedRule, description }) => [
          ...[field.replace("form.inputValues", ""), violatedRule, description],
        ],
      );
    };
    expect(found("email", undefined)).toEqual([
      ["", "REQUIRED_FIELD", 'requires an answer for "email" (Email)'],
    ]);
    expect(found("email", { value: "ada" })).toEqual([
      ["[7].value", "FORMAT", 'is not a valid EMAIL, not "ada"'],
    ]);
    const twice = [...(good.inputValues ?? []), { inputName: "email", value: "bo@example.org" }];
    expect([...formViolations(form, { inputValues: twice }, "form")]).toMatchObject([
      { field: "form.inputValues[8].inputName", description: '"email" is answered twice' },
    ]);
    expect(found("shoe", { value: "9" })[0]?.slice(0, 2)).toEqual(["[8].inputName", "INVALID_ENUM_VALUE"]);
    expect(found(dropdown, { value: "Up" })).toEqual([
      ["[7].value", "INVALID_ENUM_VALUE", 'must be one of: Left, Right, not "Up"'],
    ]);
    expect(found(checkbox, { values: ["Meat", "Soap"] })[0]?.slice(0, 2)).toEqual([
      "[7].values[1]",
      "INVALID_ENUM_VALUE",
    ]);
    expect(found("additionalGuests", { number: 3 })).toEqual([
      ["[7].number", "MAX", "must be 2 or less, not 3"],
    ]);
    expect(found("additionalGuests", { value: "many" })[0]?.slice(0, 2)).toEqual(["[7].value", "FORMAT"]);
    expect(found("guestNames", { values: ["A", "B", "C"] })[0]?.slice(0, 2)).toEqual([
      "[7].values",
      "MAX_SIZE",
    ]);
    expect(found("firstName", { value: "A".repeat(51) })[0]?.slice(0, 2)).toEqual([
      "[7].value",
      "MAX_LENGTH",
    ]);
  });
});
