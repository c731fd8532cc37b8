import { ApiError } from "../../kernel/errors.ts";

/** Which flag fills in a field of a cart or a checkout, in the words of both generations; the first that fits. */
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

/**
 * The error in the words of what was typed: a field of the platform becomes the flag that fills it in, `--vat-id is not a
 * CPF`. An error that is about anything else stays as it is.
 */
function inFlags(error: unknown): unknown {
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

/** Waits for work with a cart or a checkout; its errors name flags. */
export async function sayingFlags<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw inFlags(error);
  }
}
