import { rsvps } from "../../api/services/guests.ts";
import { answersTo } from "../../cli/answers.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";
import { zoneOf } from "../../resources/events/when.ts";

interface CreateOptions {
  firstName?: string;
  lastName?: string;
  email?: string;
  status: string;
  with?: string[];
  answer?: string[];
  ignoreLimits?: boolean;
}

/** Creates an RSVP. Answers to the event's form come from flags, or from prompts on a terminal. */
export async function run(
  context: Context,
  [event = ""]: string[],
  { firstName, lastName, email, status, with: names = [], answer, ignoreLimits }: CreateOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call(ignoreLimits ? "admin" : undefined);
  const found = await findEvent(call, event, ["FORM"]);
  const guests = names.length > 0 ? { additionalGuests: names.length, guestNames: names.join(",") } : {};
  const fields = { firstName, lastName, email, ...guests };
  const known = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const inputNames = new Set(
    (found.form?.controls ?? []).flatMap((control) => control?.inputs?.map(({ name }) => name)),
  );
  const asksForGuests = inputNames.has("additionalGuests");
  if (!asksForGuests) {
    delete known.additionalGuests;
    delete known.guestNames;
  }
  const inputValues = await answersTo(context, found.form, {
    known,
    zone: zoneOf(found),
    given: answer,
  });
  const given = (name: string) => inputValues.find(({ inputName }) => inputName === name);
  const text = (name: string) => given(name)?.value ?? undefined;
  const guestNames = names.length > 0 ? names : (given("guestNames")?.values ?? []);
  const input = {
    rsvp: {
      eventId: found.id,
      status: status.toUpperCase(),
      firstName: text("firstName"),
      lastName: text("lastName"),
      email: text("email"),
      additionalGuestDetails:
        asksForGuests || names.length > 0
          ? {
              guestCount: given("additionalGuests")?.number ?? guestNames.length,
              guestNames: guestNames.length > 0 ? guestNames : undefined,
            }
          : undefined,
      form: { inputValues },
    },
    options: ignoreLimits ? { ignoreLimits } : undefined,
    fields: ["DETAILS"],
  };
  const body = await call(rsvps.create, input, { signal: context.signal });
  await context.printRecord(body.rsvp, {
    kind: "rsvp",
    fields: { id: {}, firstName: {}, lastName: {}, email: {}, status: {}, totalGuests: { label: "Guests" } },
  });
  return undefined;
}
