import type { RegistrationForm } from "../../../../api/services/events/event-forms.ts";
import type { StoredEvent } from "../tables.ts";

type Form = NonNullable<StoredEvent["form"]>;
export type Control = NonNullable<NonNullable<RegistrationForm["controls"]>[number]>;
type Input = NonNullable<NonNullable<Control["inputs"]>[number]>;

const closed = { message: "Registration is closed", exploreEventsActionLabel: "See other events" };
const confirmation = {
  title: "Thank you! See you soon",
  message: "We sent you an email with all the details.",
  addToCalendarActionLabel: "Add to calendar",
  shareActionLabel: "Share event",
};

/** Returns the form of a new event: first name, last name and email. */
export function defaultForm(): Form {
  return {
    controls: [
      {
        id: "name",
        name: "name",
        type: "NAME",
        system: true,
        label: "First name",
        orderIndex: 0,
        inputs: [textInput("firstName", "First name", true), textInput("lastName", "Last name", true)],
      },
      {
        id: "email",
        name: "email",
        type: "INPUT",
        system: true,
        label: "Email",
        orderIndex: 1,
        inputs: [textInput("email", "Email", true, 255)],
      },
    ],
    messages: {
      rsvp: {
        rsvpYesOption: "Going",
        rsvpNoOption: "Not going",
        submitActionLabel: "RSVP",
        positiveMessages: { title: "Join us", confirmation },
        waitlistMessages: {
          title: "Join the waitlist",
          confirmation: { ...confirmation, title: "You are on the waitlist" },
        },
        negativeMessages: {
          title: "We are sorry you cannot come",
          confirmation: { title: "Maybe next time", shareActionLabel: "Share event" },
        },
      },
      checkout: {
        title: "Add your details",
        submitActionLabel: "Checkout",
        confirmation: {
          title: "Thank you! See you soon",
          message: "We sent you an email with your tickets.",
          downloadTicketsLabel: "Download tickets",
          addToCalendarLabel: "Add to calendar",
          shareEventLabel: "Share event",
        },
      },
      registrationClosed: closed,
      ticketsUnavailable: { ...closed, message: "Tickets are not on sale" },
    },
  };
}

/** Returns a single-line text input. */
export function textInput(name: string, label: string, mandatory: boolean, maxLength = 50): Input {
  return { name, label, mandatory, maxLength, type: "TEXT", array: false, options: [] };
}

/** Returns the controls of a form that are not deleted, in order. */
export const activeControls = (form: RegistrationForm): Control[] =>
  (form.controls ?? [])
    .filter(({ deleted }) => !deleted)
    .sort((one, other) => (one.orderIndex ?? 0) - (other.orderIndex ?? 0));
