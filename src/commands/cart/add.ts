import type { Product } from "../../api/services/products.ts";
import type { Context } from "../../context/context.ts";
import { isCalendarDate } from "../../kernel/durations.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { addOnce } from "../../resources/cart/add-once.ts";
import {
  type Addition,
  amountIn,
  type CartRecord,
  parseTypedAmount,
  type Service,
  type TypedAmount,
} from "../../resources/cart/cart.ts";
import { itemReference } from "../../resources/cart/catalog-item.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";
import { openCurrent, printCart, readShopCurrency } from "./current.ts";

interface AddOptions {
  quantity?: number;
  option?: string[];
  text?: string[];
  subscription?: string;
  custom?: string;
  price?: string;
  type?: "DIGITAL" | "GIFT_CARD" | "PHYSICAL" | "SERVICE";
  deposit?: string;
  on?: string;
  until?: string;
  participants?: number;
}

/** Adds items to the current cart, creates it if there is none, and prints it. */
export async function run(
  context: Context,
  references: string[],
  options: AddOptions,
): Promise<ExitCode | undefined> {
  const amounts = readCustom(references, options);
  const service = readService(options);
  const port = await openCurrent(context);
  const before = await port.read();
  const products = await readProducts(context, references, options, service);
  const custom = amounts ? [await customItem(context, before, options, amounts, service)] : [];
  const cart = await addOnce(port, { products, custom }, before, context);
  const added = [...products, ...custom].map(({ name, quantity }) => `${quantity} x ${name}`);
  await context.notice(`Added ${added.join(", ")}.`);
  await printCart(context, cart);
  return undefined;
}

async function readProducts(
  context: Context,
  references: readonly string[],
  { quantity = 1, option = [], text = [], subscription }: AddOptions,
  service: Service | undefined,
): Promise<Addition["products"]> {
  const found = await findProducts(context, references);
  // Of several products, each takes what it has; a single one says what is wrong.
  if (found.length !== 1) {
    rejectUnused("--option", option, found.flatMap(optionsOf));
    rejectUnused("--text", text, found.flatMap(textsOf));
  }
  const own = (given: readonly string[], names: readonly Name[]) =>
    found.length === 1 ? given : given.filter((one) => names.includes(nameIn(one)));
  return found.map((product, index) => {
    const request = {
      options: own(option, optionsOf(product)),
      texts: own(text, textsOf(product)),
      subscription,
    };
    const catalogReference = itemReference(product, references[index] ?? "", request);
    return { catalogReference, name: product.name ?? "", quantity, service };
  });
}

async function findProducts(context: Context, references: readonly string[]): Promise<Product[]> {
  if (references.length === 0) return [];
  const catalog = await openCatalog(context);
  return await Promise.all(references.map((reference) => findProduct(catalog, reference)));
}

type Name = string | null | undefined;
const optionsOf = ({ productOptions }: Product): Name[] => (productOptions ?? []).map(({ name }) => name);
const textsOf = ({ customTextFields }: Product): Name[] => (customTextFields ?? []).map(({ title }) => title);
const nameIn = (given: string): string => given.slice(0, Math.max(0, given.indexOf("=")));

function rejectUnused(flag: string, given: readonly string[], names: readonly Name[]): void {
  const unused = given.find((one) => !names.includes(nameIn(one)));
  if (unused === undefined) return;
  throw new UsageError(`No item has ${flag} ${unused}.`, {
    field: flag,
    hint: names.length === 0 ? undefined : `They have: ${[...new Set(names)].join(", ")}`,
  });
}

/** Returns the amounts of a custom item. Throws UsageError if --custom is missing. */
function readCustom(
  references: readonly string[],
  { custom, price, deposit, type }: AddOptions,
): { price: TypedAmount; deposit?: TypedAmount } | undefined {
  if (custom === undefined) {
    const alone = price !== undefined ? "--price" : deposit !== undefined ? "--deposit" : type && "--type";
    if (alone)
      throw new UsageError(`${alone} needs --custom.`, {
        field: "--custom",
        hint: "For example: --custom 'Gift wrap' --price 5.00",
      });
    if (references.length > 0) return undefined;
    throw new UsageError("No items given.", {
      hint: 'For example: till cart add stoneware-mug, or --custom "Gift wrap" --price 5.00',
    });
  }
  if (custom.trim() === "") throw new UsageError("--custom takes a name.", { field: "--custom" });
  if (price === undefined)
    throw new UsageError("--custom needs --price.", { field: "--price", hint: "Add: --price 5.00" });
  return {
    price: parseTypedAmount("--price", price),
    deposit: deposit === undefined ? undefined : parseTypedAmount("--deposit", deposit),
  };
}

async function customItem(
  context: Context,
  cart: CartRecord | undefined,
  { custom = "", quantity = 1, type = "SERVICE" }: AddOptions,
  typed: { price: TypedAmount; deposit?: TypedAmount },
  service: Service | undefined,
): Promise<Addition["custom"][number]> {
  const currency = cart?.currency ?? (await readShopCurrency(context));
  return {
    name: custom,
    quantity,
    type,
    price: amountIn(currency, "--price", typed.price),
    deposit: typed.deposit ? amountIn(currency, "--deposit", typed.deposit) : undefined,
    service,
  };
}

function readService({ on, until, participants }: AddOptions): Service | undefined {
  if (until !== undefined && on === undefined) throw new UsageError("--until needs --on.", { field: "--on" });
  const service = {
    ...(on !== undefined && { scheduledDate: timeOf("--on", on) }),
    ...(until !== undefined && { endDate: timeOf("--until", until) }),
    ...(participants !== undefined && { numberOfParticipants: participants }),
  };
  return Object.keys(service).length > 0 ? service : undefined;
}

function timeOf(flag: string, text: string): string {
  const isTime = /(Z|[+-]\d\d:?\d\d)$/.test(text) && isCalendarDate(text.slice(0, "2026-12-01".length));
  const time = isTime ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError(`${flag} takes a time with its zone, not "${text}".`, {
    field: flag,
    hint: `For example: ${flag} 2026-12-01T10:00:00Z`,
  });
}
