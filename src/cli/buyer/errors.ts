import { ApiError } from "../../kernel/errors.ts";

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
