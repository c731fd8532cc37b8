/** Objects that describe a person or an address. All text in them is personal, except ids, codes, times and numbers. */
const person =
  /buyer|customer|contact|member|guest|recipient|sender|attendee|billing|destination|address|identity|profile|staff|checkoutForm|inputValues/i;

/** Fields with personal data outside such objects. */
const personalField =
  /^(?:.*e-?mails?|.*(?:first|last|full|middle|nick)name|.*phones?(?:number)?|mobile|birth(?:date|day)|ip(?:address)?|.*notes?)$/i;

/** Fields of such objects with personal data that can look like a code or a number. */
const addressField = /^(?:city|company|postalCode|zipCode|addressLine\d?|formattedAddress(?:Line)?)$/i;

/** GUIDs, ISO times, decimal numbers, enumeration values, and codes of countries, regions, languages and currencies. */
const safeText =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|-?\d{1,6}(?:\.\d+)?|[A-Z]+(?:_[A-Z]+)*|[A-Z]{2}-[A-Z0-9]{1,3}|[a-z]{2}(?:-[A-Z]{2})?)$/;

const emailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const isEmail = new RegExp(`^${emailAddress.source}$`, "u");

/** Returns the substitute of a personal value. */
export type Mask = (kind: "email" | "text", value: string) => string;

/** Returns substitutes that are equal for equal values, and cannot be traced back without the key, which is not kept. */
export function pseudonyms(): Mask {
  const { createHmac, randomBytes } = process.getBuiltinModule("node:crypto");
  const key = randomBytes(32);
  return (kind, value) => {
    const name = createHmac("sha256", key).update(value).digest("hex").slice(0, 8);
    return kind === "email" ? `${name}@example.com` : name;
  };
}

/** Returns the substitute of a personal text: of an email address, an email address. */
export const maskText = (text: string, mask: Mask): string =>
  isEmail.test(text.trim()) ? maskEmails(text, mask) : mask("text", text);

/** Returns a text with its email addresses replaced. */
export function maskEmails(text: string, mask: Mask): string {
  return text.replace(emailAddress, (email) => mask("email", email.toLowerCase()));
}

/**
 * Returns JSON data with personal data replaced: the text of objects that describe persons and addresses, fields such as
 * `phone`, and email addresses in any text.
 */
export function maskPersonalData(data: unknown, mask: Mask): unknown {
  const visit = (value: unknown, personal: boolean, inPerson: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, personal, inPerson));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => {
          const within = inPerson || (person.test(name) && typeof inner === "object");
          const isPersonal = personalField.test(name) || (inPerson && addressField.test(name));
          return [name, visit(inner, isPersonal, within)];
        }),
      );
    }
    if (typeof value !== "string" || value === "") return value;
    return personal || (inPerson && !safeText.test(value)) ? maskText(value, mask) : maskEmails(value, mask);
  };
  return visit(data, false, false);
}
