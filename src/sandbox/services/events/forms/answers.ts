import type { FormResponse } from "../../../../api/services/events/event-forms.ts";

/** Returns the answer to an input of a form, or empty text. */
export function answerTo(form: FormResponse | null | undefined, name: string): string {
  return form?.inputValues?.find(({ inputName }) => inputName === name)?.value ?? "";
}

/** Returns the first and last name in the answers to a form. */
export const nameIn = (form: FormResponse | null | undefined): string =>
  [answerTo(form, "firstName"), answerTo(form, "lastName")].filter(Boolean).join(" ");

/** Adds known values to answers without overwriting them. */
export function withAnswers(
  form: FormResponse | null | undefined,
  known: Readonly<Record<string, string | null | undefined>>,
): FormResponse {
  const inputValues = form?.inputValues ?? [];
  const added = Object.entries(known).flatMap(([inputName, value]) =>
    value && !inputValues.some((one) => one.inputName === inputName) ? [{ inputName, value }] : [],
  );
  return { inputValues: [...inputValues, ...added] };
}
