import type { Flag } from "./command.ts";

/** The addresses of a cart or checkout. */
export const addressFlags: readonly Flag[] = [
  {
    flags: "--ship-to <address>",
    describe: "shipping address: 'US-CA, 94107, San Francisco, 1 Main St', or JSON",
  },
  { flags: "--bill-to <address>", describe: "billing address, in the same format" },
];

export const shippingOptionFlag: Flag = {
  flags: "--shipping-option <title>",
  describe: "title or code of a shipping option from an estimate",
};

export const emailFlag: Flag = { flags: "--email <address>", describe: "email address of the buyer" };

/** The contact details of the buyer. */
export const contactFlags: readonly Flag[] = [
  { flags: "--first-name <name>", describe: "first name of the buyer" },
  { flags: "--last-name <name>", describe: "last name of the buyer" },
  { flags: "--phone <number>", describe: "phone number of the buyer" },
  { flags: "--company <name>", describe: "company of the buyer" },
  { flags: "--vat-id <id>", describe: "tax id of the buyer, with its type: CPF:11144477735 or CNPJ:…" },
  { flags: "--geocode <lat,long>", describe: "coordinates of the shipping address: 37.7749,-122.4194" },
];

/** The values of the buyer flags. */
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
