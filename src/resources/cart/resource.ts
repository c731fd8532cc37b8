import { storesAppId } from "../../api/models/app-ids.ts";
import { parseFilter } from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { BrowseAction } from "../../ui/screens/browse/browse-resource.ts";
import { described } from "../described.ts";
import { type Listing, type ListQuery, sliceRows } from "../listing.ts";
import { filterQuoted, type Resource } from "../resource.ts";
import { type CartEstimate, type CartLine, type CartPort, type CartRecord, lineTitle } from "./cart.ts";
import { openCart } from "./open.ts";
import { cartSections, estimateSections, lineNotes } from "./sections.ts";

/** A line with its cart. */
interface LineRow extends CartLine {
  cart: CartRecord;
}

const view = described<LineRow>(
  {
    name: { label: "Item", filter: { here: "text" } },
    sku: { label: "SKU", min: 8, filter: { here: "text" } },
    quantity: { as: "number", filter: { here: "number" } },
    price: { align: "right", filter: { here: "number" } },
    total: { align: "right", filter: { here: "number" } },
    availability: { filter: { here: "text" } },
    item: { value: lineTitle, grow: true, min: 12 },
    options: { value: optionText },
    priceAndCurrency: {
      label: "Price",
      perUnit: true,
      value: ({ price, cart }) => `${price} ${cart.currency}`,
    },
    totalAndCurrency: { label: "Total", value: ({ total, cart }) => `${total} ${cart.currency}` },
    quantityAvailable: { label: "In stock" },
    note: { value: lineNotes, min: 8 },
    id: {},
  },
  {
    list: "item quantity price total note sku",
    get: "name options sku quantity priceAndCurrency totalAndCurrency quantityAvailable note id",
  },
);

/** The lines of the current cart. */
export const cartResource: Resource<LineRow> = {
  name: "cart",
  kind: "cartLine",
  singular: "item",
  title: "Cart",
  ...view,
  sortPaths: [],
  relations: [
    {
      resource: "products",
      title: "product",
      filter: ({ catalogReference: one }) =>
        one?.appId === storesAppId ? `id = ${filterQuoted(one.catalogItemId)}` : undefined,
    },
  ],
  emptyHint: "To add an item, press x and a, or run: till cart add stoneware-mug",
  id: ({ id }) => id,
  label: lineTitle,
  reference: referenceOf,
  async open(session) {
    let opened: Promise<CartPort> | undefined;
    // Opening may send a request, so it waits for the first read.
    const port = () => (opened ??= openCart(session));
    const read = async () => await (await port()).read();
    return {
      list: (query) => listLines(read, query),
      async get(id) {
        const row = rowsOf(await read()).find((one) => one.id === id);
        if (row) return row;
        throw new TillError(exitCodes.notFound, "The item is no longer in the cart.");
      },
      actions: cartActions,
      totals: async () => await totalsOf(await port()),
      listArgs: () => ["cart", "get"],
      getArgs: () => ["cart", "get"],
    };
  },
};

function optionText({ options }: LineRow): string {
  return Object.entries(options)
    .map(([name, choice]) => `${name}: ${choice}`)
    .join(", ");
}

function rowsOf(cart: CartRecord | undefined): LineRow[] {
  return (cart?.lineItems ?? []).map((line) => ({ ...line, cart: cart as CartRecord }));
}

/** Lists the lines that match a query. The cart is read as a whole and filtered here. */
function listLines(read: () => Promise<CartRecord | undefined>, query: ListQuery): Listing<LineRow> {
  const { filter, search, sort, limit, offset, all } = query;
  if (sort !== undefined) throw new UsageError("A cart cannot be sorted.");
  const test = testOf(filter);
  const word = search?.toLowerCase() ?? "";
  let total: number | undefined;
  async function* rows() {
    const found = rowsOf(await read()).filter(
      (row) => lineTitle(row).toLowerCase().includes(word) && test(row),
    );
    total = found.length;
    yield* found;
  }
  const slice = sliceRows(rows(), { limit: all ? undefined : limit, offset });
  return { ...slice, total: () => total, moved: () => false, inOrder: false };
}

function testOf(filter: string | undefined): (row: LineRow) => boolean {
  if (filter === undefined) return () => true;
  const parsed = parseFilter(filter, view.filterFields);
  if (parsed.kind === "platform")
    throw new UsageError("A cart cannot be filtered with JSON. Use the filter language.");
  return (row) => matchesFilter(parsed, row);
}

/** Returns a unique reference to a line: its SKU or slug if no other line has it, else its id. */
function referenceOf({ id, sku, slug, cart }: LineRow): string {
  const isUnique = (name: string) =>
    cart.lineItems.filter((lineItem, index) =>
      [lineItem.sku, lineItem.slug, lineItem.name, String(index + 1)].includes(name),
    ).length === 1;
  return [sku, slug].find((name) => name !== undefined && isUnique(name)) ?? id;
}

/** Returns the totals of the cart from an estimate, or from the cart itself if the estimate fails. */
async function totalsOf(port: CartPort): Promise<string[]> {
  const cart = await port.read();
  if (cart === undefined || cart.lineItems.length === 0) return [];
  const buyer = rowsIn(cartSections(cart), "buyer").map(([name, text]) => `${name}: ${text}`);
  try {
    const estimate = await port.estimate({ tax: true, shipping: true, fees: true }, cart);
    const sections = estimateSections(estimate);
    return [
      totalsLine(rowsIn(sections, "total").filter(isRelevant(estimate)), cart),
      ...discounts(estimate),
      ...noAddress(estimate, cart),
      ...buyer,
      ...rowsIn(sections, "problem").map(([problem, , help]) =>
        [`! ${problem}`, help].filter(Boolean).join("  "),
      ),
    ];
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const totals = totalsLine(rowsIn(cartSections(cart), "total"), cart);
    return [totals, ...buyer, `! Shipping and tax could not be calculated: ${error.message}`];
  }
}

const rowsIn = (sections: ReturnType<typeof cartSections>, kind: string) =>
  sections.find((section) => section.kind === kind)?.rows ?? [];

const totalsLine = (rows: ReturnType<typeof rowsIn>, { currency }: CartRecord) =>
  `${rows.map(([name, amount]) => `${name} ${amount}`).join("   ")} ${currency}`;

/** Whether a row adds information: "Pay now" does only if it differs from the total. */
const isRelevant =
  ({ payNow, totals }: CartEstimate) =>
  ([name]: ReturnType<typeof rowsIn>[number]) =>
    name !== "Pay now" || payNow !== totals.total;

const discounts = ({ discounts }: CartEstimate) =>
  discounts.map(({ name, kind, amount }) => `Discount (${kind}): ${name} -${amount}`);

function noAddress({ selectedShipping, taxes }: CartEstimate, cart: CartRecord): string[] {
  if (selectedShipping ?? taxes[0] ?? cart.shippingAddress ?? cart.billingAddress) return [];
  return ["Without shipping and tax. Set an address to include them: till cart update --ship-to …"];
}

/** The actions on the current cart and its lines. */
const cartActions: readonly BrowseAction[] = [
  {
    key: "s",
    name: "set quantity",
    help: "set the quantity",
    target: "row",
    questions: [{ title: "Quantity", hint: "2", required: true }],
    args: ([reference = ""], [quantity = ""]) => ["cart", "set", reference, "--quantity", quantity],
  },
  {
    key: "r",
    name: "remove",
    help: "remove from the cart",
    target: "rows",
    args: (references) => ["cart", "remove", ...references],
  },
  {
    key: "a",
    name: "add",
    help: "add a product",
    target: "list",
    questions: [
      { title: "Product", hint: "its handle, SKU or id", required: true },
      { title: "Quantity", hint: "1" },
      { title: "Option", hint: "if the product has options: Size=Large" },
    ],
    args: (_, [product = "", quantity, option]) => [
      "cart",
      "add",
      product,
      ...(quantity ? ["--quantity", quantity] : []),
      ...(option ? ["--option", option] : []),
    ],
  },
  {
    key: "c",
    name: "coupon",
    help: "apply a coupon; replaces the current one",
    target: "list",
    questions: [{ title: "Coupon", hint: "its code", required: true }],
    args: (_, [code = ""]) => ["cart", "coupon", code],
  },
  {
    key: "u",
    name: "uncoupon",
    help: "remove the coupon",
    target: "list",
    args: () => ["cart", "uncoupon"],
  },
  {
    key: "n",
    name: "note",
    help: "set the note to the shop",
    target: "list",
    questions: [{ title: "Note", hint: "leave empty to remove it" }],
    args: (_, [note = ""]) => ["cart", "note", note],
  },
  {
    key: "t",
    name: "ship to",
    help: "set the shipping address",
    target: "list",
    questions: [{ title: "Address", hint: "US-NY, 10001, New York, 5 Main St", required: true }],
    args: (_, [address = ""]) => ["cart", "update", "--ship-to", address],
  },
  {
    key: "e",
    name: "estimate",
    help: "show the price with shipping, tax and fees",
    target: "list",
    showsOutput: true,
    args: () => ["cart", "estimate"],
  },
  {
    key: "o",
    name: "check out",
    help: "create a checkout and print its URL",
    target: "list",
    showsOutput: true,
    args: () => ["cart", "checkout"],
  },
  {
    key: "D",
    name: "clear",
    help: "delete the cart; asks first",
    target: "list",
    args: () => ["cart", "clear"],
  },
];
