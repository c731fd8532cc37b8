import type { Address } from "../../api/models/address.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { parseAddress, parseGeocode } from "../../resources/cart/address.ts";
import type {
  CartChange,
  CartEstimate,
  Contact,
  Generation,
  ShippingChoice,
  ShippingOption,
} from "../../resources/cart/cart.ts";
import type { BuyerOptions } from "./flags.ts";

/** The addresses that `--ship-to` and `--bill-to` give. UsageError that names flag and part. */
export function readAddresses({ shipTo, billTo, geocode }: BuyerOptions): {
  shippingAddress?: Address;
  billingAddress?: Address;
} {
  const place = geocode === undefined ? undefined : parseGeocode("--geocode", geocode);
  return {
    ...(shipTo !== undefined && {
      shippingAddress: { ...parseAddress("--ship-to", shipTo), ...(place && { geocode: place }) },
    }),
    ...(billTo !== undefined && { billingAddress: parseAddress("--bill-to", billTo) }),
  };
}

/** Says that delivery and tax are not in a price yet, where nobody knows where it goes; `how` is what tells it. */
export async function noteNoAddress(
  context: Context,
  { selectedShipping, taxes }: CartEstimate,
  { shippingAddress, billingAddress }: { shippingAddress?: Address; billingAddress?: Address },
  how: string,
): Promise<void> {
  if (selectedShipping ?? taxes[0] ?? shippingAddress ?? billingAddress) return;
  await context.notice(`Delivery and tax are not in it yet. Say where it goes: ${how}`);
}

/** All that the flags say of a buyer; `before` is the address that a geocode alone belongs to. */
export function readBuyer(options: BuyerOptions, before: Address | undefined): CartChange {
  const { shippingAddress, billingAddress } = readAddresses(options);
  const { geocode, shipTo, email } = options;
  if (geocode !== undefined && shipTo === undefined && !before)
    throw new UsageError("--geocode says where an address is, and there is none.", {
      field: "--geocode",
      hint: "Give the address too: --ship-to 'US-CA, 94107, San Francisco, 1 Main St'",
    });
  const moved =
    geocode !== undefined && shipTo === undefined && before
      ? { ...before, geocode: parseGeocode("--geocode", geocode) }
      : shippingAddress;
  const contact = contactOf(options);
  return {
    ...(email !== undefined && { email: checkedEmail(email) }),
    ...(contact && { contact }),
    ...(moved && { shippingAddress: moved }),
    ...(billingAddress && { billingAddress }),
  };
}

/** An e-mail address, or a UsageError that names the flag. */
export function checkedEmail(email: string): string {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  throw new UsageError(`--email: "${email}" is no e-mail address.`, { field: "--email" });
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

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The way of delivery that `--shipping-option` names, by title or code; `offered` says what there is. A site of
 * the second generation may not tell, so a code is taken as it is there. UsageError with what is offered for anything else.
 */
export function chooseShipping(
  text: string,
  offered: readonly ShippingOption[],
  generation: Generation,
): ShippingChoice {
  const wanted = text.toLowerCase();
  const found = offered.find(
    (one) => one.code.toLowerCase() === wanted || one.title.toLowerCase() === wanted,
  );
  if (found) return { code: found.code, ...(found.carrierId && { carrierId: found.carrierId }) };
  if (guid.test(text) || (generation === "v2" && offered.length === 0)) return { code: text };
  const titles = offered.map(({ title }) => title);
  const meant = nearest(text, titles);
  throw new UsageError(
    `There is no delivery "${text}"${offered.length > 0 ? " for this address and these items" : ""}.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`,
    {
      code: "DELIVERY_NOT_FOUND",
      field: "--shipping-option",
      hint:
        offered.length > 0
          ? `There is: ${titles.join(", ")}`
          : "Nothing is offered yet: say where it goes with --ship-to",
    },
  );
}
