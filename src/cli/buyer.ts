import type { Address } from "../api/services/models.ts";
import type { Context } from "../context/context.ts";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { isGuid } from "../kernel/ids.ts";
import { nearest } from "../kernel/text.ts";
import { parseAddress, parseGeocode } from "../resources/cart/address.ts";
import type {
  ApiVersion,
  CartChange,
  CartEstimate,
  Contact,
  ShippingChoice,
  ShippingOption,
} from "../resources/cart/cart.ts";
import type { BuyerOptions } from "./buyer-flags.ts";

/** Returns the addresses of `--ship-to` and `--bill-to`. Throws UsageError that names the flag and the part. */
export function readAddresses({ shipTo, billTo, geocode }: BuyerOptions): {
  shippingAddress?: Address;
  billingAddress?: Address;
} {
  const position = geocode === undefined ? undefined : parseGeocode("--geocode", geocode);
  return {
    ...(shipTo !== undefined && {
      shippingAddress: { ...parseAddress("--ship-to", shipTo), ...(position && { geocode: position }) },
    }),
    ...(billTo !== undefined && { billingAddress: parseAddress("--bill-to", billTo) }),
  };
}

/** Prints a notice if a price lacks shipping and tax because there is no address; `remedy` is what to type. */
export async function noteMissingAddress(
  context: Context,
  { selectedShipping, taxes }: CartEstimate,
  { shippingAddress, billingAddress }: { shippingAddress?: Address; billingAddress?: Address },
  remedy: string,
): Promise<void> {
  if (selectedShipping ?? taxes[0] ?? shippingAddress ?? billingAddress) return;
  await context.notice(`Shipping and tax are not included yet. Add an address: ${remedy}`);
}

/** Returns the changes that the buyer flags ask for; `before` is the current shipping address. */
export function readBuyer(options: BuyerOptions, before: Address | undefined): CartChange {
  const { shippingAddress, billingAddress } = readAddresses(options);
  const { geocode, shipTo, email } = options;
  if (geocode !== undefined && shipTo === undefined && !before)
    throw new UsageError("--geocode needs a shipping address.", {
      field: "--geocode",
      hint: "Add: --ship-to 'US-CA, 94107, San Francisco, 1 Main St'",
    });
  const newAddress =
    geocode !== undefined && shipTo === undefined && before
      ? { ...before, geocode: parseGeocode("--geocode", geocode) }
      : shippingAddress;
  const contact = contactOf(options);
  return {
    ...(email !== undefined && { email: checkedEmail(email) }),
    ...(contact && { contact }),
    ...(newAddress && { shippingAddress: newAddress }),
    ...(billingAddress && { billingAddress }),
  };
}

/** Returns the email address. Throws UsageError if it is not valid. */
export function checkedEmail(email: string): string {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  throw new UsageError(`--email: "${email}" is not an email address.`, { field: "--email" });
}

function contactOf({ firstName, lastName, phone, company, vatId }: BuyerOptions): Contact | undefined {
  const contact: Contact = {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
    ...(company !== undefined && { company }),
    ...(vatId !== undefined && { vatId: taxIdOf(vatId) }),
  };
  return Object.keys(contact).length > 0 ? contact : undefined;
}

function taxIdOf(text: string): { type: "CNPJ" | "CPF"; id: string } {
  const [, kind, id] = /^(CPF|CNPJ):(.+)$/i.exec(text) ?? [];
  if (kind && id) return { type: kind.toUpperCase() as "CNPJ" | "CPF", id };
  throw new UsageError(`--vat-id takes CPF:… or CNPJ:…, not "${text}".`, { field: "--vat-id" });
}

/**
 * Returns the shipping option that `--shipping-option` names by title or code. Carts v2 may not list their options, so
 * any code is accepted there. Throws UsageError with the offered options for anything else.
 */
export function chooseShipping(
  text: string,
  offered: readonly ShippingOption[],
  generation: ApiVersion,
): ShippingChoice {
  const lowerCase = text.toLowerCase();
  const found = offered.find(
    (one) => one.code.toLowerCase() === lowerCase || one.title.toLowerCase() === lowerCase,
  );
  if (found) return { code: found.code, carrierId: found.carrierId || undefined };
  if (isGuid(text) || (generation === "v2" && offered.length === 0)) return { code: text };
  const titles = offered.map(({ title }) => title);
  const suggestion = nearest(text, titles);
  throw new UsageError(
    `No shipping option "${text}"${offered.length > 0 ? " for this address and these items" : ""}.${suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`}`,
    {
      code: "DELIVERY_NOT_FOUND",
      field: "--shipping-option",
      hint:
        offered.length > 0
          ? `Options: ${titles.join(", ")}`
          : "No options yet. Add an address with --ship-to",
    },
  );
}

/** The flag that sets a field of a cart or checkout, in v1 and v2 field names; the first match counts. */
const flags: readonly (readonly [field: RegExp, flag: string])[] = [
  [/vatId/, "--vat-id"],
  [/geocode/, "--geocode"],
  [/giftCard.*amount$/i, "--gift-card-amount"],
  [/giftCard/, "--gift-card"],
  [/billing(Info\.|A)ddress|paymentInfo|billingInfo/, "--bill-to"],
  [/firstName$/, "--first-name"],
  [/lastName$/, "--last-name"],
  [/phone$/, "--phone"],
  [/company$/, "--company"],
  [/email$/, "--email"],
  [/address|shippingDestination/i, "--ship-to"],
  [/selectedShippingOption|deliveryMethod/, "--shipping-option"],
  [/note$/i, "--note"],
  [/merchantDiscounts/, "--discount"],
  [/language/i, "--language"],
];

/** Returns the error with platform fields replaced by flags (`--vat-id is not a CPF`), or unchanged if one has no flag. */
function withFlagNames(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "INVALID_ARGUMENT") return error;
  const { validationError } = (error.details ?? {}) as {
    validationError?: { fieldViolations?: { field?: string; description?: string }[] };
  };
  const violations = validationError?.fieldViolations ?? [];
  const named = violations.flatMap(({ field = "", description }) => {
    const [, flag] = flags.find(([pattern]) => pattern.test(field)) ?? [];
    return flag === undefined ? [] : [{ flag, text: `${flag} ${description}` }];
  });
  const [first] = named;
  if (!first || named.length < violations.length) return error;
  const { status, code, details, requestId, hint } = error;
  const message = [...new Set(named.map(({ text }) => text))].join("\n");
  return new ApiError(message, { status, code, field: first.flag, details, requestId, hint });
}

/** Awaits a call for a cart or checkout; its errors name flags instead of platform fields. */
export async function nameFlags<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw withFlagNames(error);
  }
}
