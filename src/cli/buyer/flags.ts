import type { Flag } from "../command.ts";

const addressForm = "as 'US-CA, 94107, San Francisco, 1 Main St', or as JSON";

/** Where a cart or checkout goes to, and who pays for it. */
export const addressFlags: readonly Flag[] = [
  { flags: "--ship-to <address>", describe: `where it goes: ${addressForm}` },
  { flags: "--bill-to <address>", describe: "where the bill goes, written the same way" },
];

export const shippingOptionFlag: Flag = {
  flags: "--shipping-option <title>",
  describe: "how it travels: a title or code that an estimate shows",
};

export const emailFlag: Flag = { flags: "--email <address>", describe: "where to write to the buyer" };

/** Who buys. */
export const contactFlags: readonly Flag[] = [
  { flags: "--first-name <name>", describe: "the buyer's first name" },
  { flags: "--last-name <name>", describe: "the buyer's last name" },
  { flags: "--phone <number>", describe: "the buyer's phone number" },
  { flags: "--company <name>", describe: "the buyer's company" },
  { flags: "--vat-id <id>", describe: "the buyer's tax id, with its kind: CPF:11144477735, CNPJ:…" },
  { flags: "--geocode <lat,long>", describe: "where the address to ship to is on earth: 37.7749,-122.4194" },
];

/** What the flags of a buyer come to. */
export interface BuyerOptions {
  shipTo?: string;
  billTo?: string;
  shippingOption?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  company?: string;
  vatId?: string;
  geocode?: string;
}
