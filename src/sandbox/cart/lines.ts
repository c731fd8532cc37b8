import { isDeepStrictEqual } from "node:util";
import { maximumOf } from "../../api/schema-fields.ts";
import { type AddedLineItem, Cart, LineItem } from "../../api/services/cart.ts";
import { amountText, decimal, sum } from "../../kernel/money.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { whole } from "../pricing/allocate.ts";
import type { PaymentOption } from "../pricing/input.ts";
import {
  type CatalogItem,
  catalogItemIfAny,
  catalogItemOf,
  findCatalogItem,
  lacksVariant,
} from "./catalog-item.ts";
import type { StoredLine, WireCustomItem } from "./tables.ts";

/** The platform's limits of lines in a cart and of the quantity of a line. */
const maxLines = () => maximumOf(Cart, "lineItems");
const maxPieces = () => maximumOf(LineItem, "quantity");

/** Items to add to a cart. */
export interface Added {
  lineItems?: readonly AddedItem[] | null | undefined;
  customLineItems?: readonly WireCustomItem[] | null | undefined;
}

/**
 * What happens to items that cannot be sold. `required`: the call is rejected. `reported`: they become lines, and
 * `availability.status` says so, as on the live platform in carts of API v1; only checkouts and carts of API v2 reject.
 */
export type Availability = "reported" | "required";

/**
 * Returns the lines with items added; an item that a line already has raises its quantity. Throws PlatformError for
 * invalid options and, if availability is required, for unknown products and with 409 `INSUFFICIENT_INVENTORY` if the
 * stock does not suffice.
 */
export function addLines(
  tx: Tx,
  lines: readonly StoredLine[],
  added: Added,
  availability: Availability = "required",
): StoredLine[] {
  const after = lines.map((line) => ({ ...line }));
  const touched: StoredLine[] = [];
  for (const [index, given] of (added.lineItems ?? []).entries()) {
    const quantity = wholeQuantity(given.quantity, `lineItems[${index}].quantity`);
    const catalogItem =
      availability === "required"
        ? catalogItemOf(tx, given.catalogReference)
        : catalogItemIfAny(tx, given.catalogReference);
    const same = after.find((line) => isSame(line, given));
    if (same) same.quantity += quantity;
    if (same && same.quantity > maxPieces()) {
      const description = `must be ${maxPieces() - same.quantity + quantity} or less: the cart already has ${same.quantity - quantity}`;
      throw invalid(`lineItems[${index}].quantity`, "MAX", description, { threshold: maxPieces() });
    }
    const line = same ?? { ...chosenValues(given), id: tx.newId(), quantity, seen: shownFacts(catalogItem) };
    if (!same) after.push(line);
    touched.push(line);
  }
  for (const [index, custom] of (added.customLineItems ?? []).entries()) {
    const quantity = wholeQuantity(custom.quantity ?? 1, `customLineItems[${index}].quantity`);
    after.push(customLine(tx, custom, quantity, index));
  }
  if (after.length > maxLines()) {
    const message = `A cart holds at most ${maxLines()} line items, not ${after.length}`;
    throw new PlatformError(400, "MAX_LINE_ITEMS_EXCEEDED", message, { max: maxLines() });
  }
  if (availability === "required") rejectBeyondStock(tx, after, touched);
  return after;
}

/**
 * Returns the items without those of catalog v3 products that need a variant and name none, and, if the setting says so,
 * without all that cannot be sold.
 */
export function sellable<T extends Added>(tx: Tx, added: T): T {
  const drops = tx.setting("unsellableItems") === "dropped";
  const lineItems = added.lineItems?.filter(
    ({ catalogReference }) =>
      !lacksVariant(tx, catalogReference) && !(drops && isUnsellable(tx, catalogReference)),
  );
  return { ...added, ...(lineItems && { lineItems }) };
}

function isUnsellable(tx: Tx, reference: AddedItem["catalogReference"]): boolean {
  try {
    return !catalogItemOf(tx, reference).stock.inStock;
  } catch (error) {
    if (error instanceof PlatformError) return true;
    throw error;
  }
}

/** Returns the lines of two carts, equal items merged. Both limits hold: what exceeds them is left out. */
export function mergeLines(lines: readonly StoredLine[], added: readonly StoredLine[]): StoredLine[] {
  const after = lines.map((line) => ({ ...line }));
  for (const line of added) {
    const same = line.custom
      ? undefined
      : after.find((one) => isDeepStrictEqual(choiceOf(one), choiceOf(line)));
    if (same) same.quantity = Math.min(maxPieces(), same.quantity + line.quantity);
    else if (after.length < maxLines()) after.push(line);
  }
  return after;
}

const choiceOf = ({ id, quantity, seen, ...choice }: StoredLine) => choice;

/** Returns quantities that are cut down to the stock, as the platform does in carts, where any stock is left. */
export function withinStock(
  tx: Tx,
  lines: readonly StoredLine[],
  updates: readonly { id?: string | null; quantity?: number | null }[],
) {
  const after = new Map(lines.map((line) => [line.id, line.quantity]));
  const cut = ({ id, quantity }: (typeof updates)[number]) => {
    const line = lines.find((one) => one.id === id);
    const stock = line && lineItemDetail(tx, line).catalogItem.stock;
    if (!stock?.inStock || stock.quantity === undefined || !quantity) return quantity;
    const others = lines
      .filter((one) => one !== line && lineItemDetail(tx, one).catalogItem.stock.key === stock.key)
      .reduce((all, one) => all + (after.get(one.id) ?? 0), 0);
    const left = stock.quantity - others;
    return left > 0 ? Math.min(quantity, left) : quantity;
  };
  // The updates before one count, and those after it do not yet.
  for (const { id } of updates) after.set(id ?? "", 0);
  return updates.map((update) => {
    const quantity = cut(update);
    after.set(update.id ?? "", quantity ?? 0);
    return { id: update.id, quantity };
  });
}

/** Returns the lines with new quantities. Throws PlatformError for unknown IDs and, if required, insufficient stock. */
export function setQuantities(
  tx: Tx,
  lines: readonly StoredLine[],
  updates: readonly { id?: string | null; quantity?: number | null }[],
  availability: Availability = "required",
): StoredLine[] {
  const changes = updates.map(({ id, quantity }, index) => {
    const field = `lineItems[${index}].quantity`;
    return [lineOf(lines, id ?? "").id, wholeQuantity(quantity, field)] as const;
  });
  const byId = new Map(changes);
  const after = lines.map((line) => ({ ...line, quantity: byId.get(line.id) ?? line.quantity }));
  const raised = after.filter((line, index) => line.quantity > (lines[index]?.quantity ?? 0));
  for (const line of after) if (byId.has(line.id)) rejectFixed(tx, line);
  if (availability === "required") rejectBeyondStock(tx, after, raised);
  return after;
}

/** Returns the lines without some of them. Throws PlatformError 404 for unknown IDs. */
export function removeLines(lines: readonly StoredLine[], ids: readonly string[]): StoredLine[] {
  const removed = new Set(ids.map((id) => lineOf(lines, id).id));
  return lines.filter(({ id }) => !removed.has(id));
}

function lineOf(lines: readonly StoredLine[], id: string): StoredLine {
  const line = lines.find((one) => one.id === id);
  if (line) return line;
  throw new PlatformError(404, "LINE_ITEM_NOT_FOUND_IN_CART", `There is no line item ${id} in the cart`, {
    lineItemId: id,
  });
}

/** Returns a quantity, whose bounds the contract has. Throws PlatformError if it is absent or not whole. */
function wholeQuantity(quantity: number | null | undefined, field: string): number {
  if (typeof quantity === "number" && Number.isInteger(quantity)) return quantity;
  throw invalid(field, "MIN", "must be a whole number of at least 1", { threshold: 1 });
}

const chosenFields = [
  "catalogReference",
  "catalogOverrideFields",
  "selectedMembership",
  "taxableAddress",
  "extendedFields",
  "serviceProperties",
  "subscriptionOptionInfo",
] as const;

/** Returns the buyer's choices for an item, without catalog data. */
function chosenValues(given: AddedItem): Partial<StoredLine> {
  return Object.fromEntries(chosenFields.flatMap((key) => (given[key] ? [[key, given[key]]] : [])));
}

/** Whether an added item raises the quantity of a line: same product, options and properties. */
function isSame({ id, quantity, seen, ...line }: StoredLine, given: AddedItem): boolean {
  return isDeepStrictEqual(line, chosenValues(given));
}

const shownFacts = (item: CatalogItem | undefined) => ({
  name: item?.name ?? "",
  price: item ? amountText(item.price) : "0",
});

function customLine(
  tx: Tx,
  { id, quantity: __, ...custom }: WireCustomItem,
  quantity: number,
  index: number,
): StoredLine {
  const name = custom.productName?.original ?? "";
  if (name === "")
    throw invalid(`customLineItems[${index}].productName.original`, "REQUIRED_FIELD", "must not be empty");
  const price = custom.price ?? "0";
  const deposit = custom.depositAmount;
  if (deposit && decimal(deposit).gt(decimal(price))) {
    const message = `The deposit of "${name}" (${deposit}) is more than its price (${price})`;
    throw new PlatformError(400, "DEPOSIT_AMOUNT_GREATER_THAN_UNIT_PRICE", message, {
      price,
      depositAmount: deposit,
    });
  }
  const { quantityAvailable } = custom;
  if (typeof quantityAvailable === "number" && quantityAvailable < quantity)
    throw insufficient(name, quantityAvailable, quantity);
  return { id: tx.newId(), quantity, custom, seen: { name, price } };
}

function rejectFixed(tx: Tx, line: StoredLine): void {
  const fixed = line.custom?.fixedQuantity || line.catalogOverrideFields?.fixedQuantity;
  if (!fixed) return;
  const { name } = lineItemDetail(tx, line).catalogItem;
  throw new PlatformError(400, "FIXED_QUANTITY_ITEM", `The quantity of "${name}" is fixed`, {
    lineItemId: line.id,
  });
}

/** Throws PlatformError if changed lines exceed the stock, counted together with other lines of the same item. */
function rejectBeyondStock(tx: Tx, lines: readonly StoredLine[], touched: readonly StoredLine[]): void {
  for (const line of touched) {
    const { stock, name } = lineItemDetail(tx, line).catalogItem;
    const requested = lines
      .filter((one) => lineItemDetail(tx, one).catalogItem.stock.key === stock.key)
      .reduce((all, { quantity }) => all + quantity, 0);
    if (!stock.inStock) throw insufficient(name, 0, requested);
    if (stock.quantity !== undefined && stock.quantity < requested)
      throw insufficient(name, stock.quantity, requested);
  }
}

function insufficient(name: string, available: number, requested: number): PlatformError {
  const what = available === 0 ? `"${name}" is out of stock` : `"${name}" has ${available} in stock`;
  const message = `${what}; ${requested} ${requested === 1 ? "was" : "were"} requested`;
  return new PlatformError(409, "INSUFFICIENT_INVENTORY", message, {
    productName: name,
    available,
    requested,
  });
}

export type AddedItem = AddedLineItem;

/** A line with its current catalog item; `gone` if the catalog no longer has it. */
interface LineItemDetail {
  line: StoredLine;
  catalogItem: CatalogItem;
  gone: boolean;
}

/** Returns the current catalog item of a line with the line's overrides. A deleted product keeps its name and price. */
function lineItemDetail(tx: Tx, line: StoredLine): LineItemDetail {
  const found = findCatalogItem(tx, line.catalogReference);
  // An item with a custom price stays in its collections, so their rules and coupons still apply.
  if (line.custom) {
    const catalogItem = customCatalogItem(line, line.custom);
    return { line, catalogItem: { ...catalogItem, collectionIds: found?.collectionIds ?? [] }, gone: false };
  }
  return { line, catalogItem: overridden(line, found ?? unavailableItem(line)), gone: found === undefined };
}

function unavailableItem({ id, seen }: StoredLine): CatalogItem {
  const { name, price } = seen;
  const stock = { key: id, inStock: false };
  return { name, price: decimal(price), descriptionLines: [], kind: "PHYSICAL", stock, collectionIds: [] };
}

function customCatalogItem({ id }: StoredLine, custom: WireCustomItem): CatalogItem {
  const { physicalProperties: physical, itemType, quantityAvailable, modifierGroups } = custom;
  const modifiers = (modifierGroups ?? []).flatMap((group) => group.modifiers ?? []);
  const added = modifiers.map(({ price, quantity }) => decimal(price ?? "0").times(whole(quantity ?? 1)));
  return {
    name: custom.productName?.original ?? "",
    url: custom.url,
    price: decimal(custom.price ?? "0").plus(sum(added)),
    fullPrice: custom.fullPrice ? decimal(custom.fullPrice) : undefined,
    image: custom.media,
    descriptionLines: [...(custom.descriptionLines ?? [])],
    sku: physical?.sku ?? undefined,
    weight: physical?.weight ?? undefined,
    kind: itemType?.preset ?? itemType?.custom ?? "PHYSICAL",
    isCustomKind: !itemType?.preset && Boolean(itemType?.custom),
    stock: {
      key: id,
      inStock: true,
      quantity: typeof quantityAvailable === "number" ? quantityAvailable : undefined,
    },
    collectionIds: [],
    taxGroupId: custom.taxGroupId ?? undefined,
    paymentOption: (custom.paymentOption ?? undefined) as PaymentOption | undefined,
    deposit: custom.depositAmount ? decimal(custom.depositAmount) : undefined,
    subscription: custom.subscriptionOptionInfo,
    membersOnly: custom.membersOnly ? true : undefined,
  };
}

/** Applies the overrides of a line to its catalog item. */
function overridden(
  { catalogOverrideFields: own, subscriptionOptionInfo }: StoredLine,
  catalogItem: CatalogItem,
): CatalogItem {
  const { price, fullPrice, depositAmount, physicalProperties: physical } = own ?? {};
  return {
    ...catalogItem,
    name: own?.productName?.original || catalogItem.name,
    ...(price && { price: decimal(price), fullPrice: undefined }),
    ...(fullPrice && { fullPrice: decimal(fullPrice) }),
    image: own?.image || catalogItem.image,
    descriptionLines: own?.descriptionLines ?? catalogItem.descriptionLines,
    sku: physical?.sku || catalogItem.sku,
    ...(typeof physical?.weight === "number" && { weight: physical.weight }),
    ...(own?.paymentOption?.value && { paymentOption: own.paymentOption.value as PaymentOption }),
    ...(depositAmount && { deposit: decimal(depositAmount) }),
    subscription: subscriptionOptionInfo || catalogItem.subscription,
  };
}

/** A line with its current catalog item and availability. */
export interface LineDetail extends LineItemDetail {
  availability: {
    status: "AVAILABLE" | "NOT_FOUND" | "NOT_AVAILABLE" | "PARTIALLY_AVAILABLE";
    /** The stock left for this line, if its stock is tracked. */
    quantityAvailable?: number;
  };
}

/** Looks up lines in the catalog. Lines of one item share its stock; earlier lines come first. */
export function lineDetails(tx: Tx, lines: readonly StoredLine[]): LineDetail[] {
  const taken = new Map<string, number>();
  return lines.map((line) => {
    const found = lineItemDetail(tx, line);
    const { stock } = found.catalogItem;
    if (found.gone) return { ...found, availability: { status: "NOT_FOUND", quantityAvailable: 0 } };
    if (!stock.inStock) return { ...found, availability: { status: "NOT_AVAILABLE", quantityAvailable: 0 } };
    if (stock.quantity === undefined) return { ...found, availability: { status: "AVAILABLE" } };
    const before = taken.get(stock.key) ?? 0;
    const left = Math.max(0, stock.quantity - before);
    taken.set(stock.key, before + line.quantity);
    const status = left >= line.quantity ? "AVAILABLE" : left > 0 ? "PARTIALLY_AVAILABLE" : "NOT_AVAILABLE";
    return { ...found, availability: { status, quantityAvailable: left } };
  });
}

/** A problem that prevents the purchase, or that the buyer should know about. */
export interface Violation {
  severity: "WARNING" | "ERROR";
  lineItemId: string;
  description: string;
}

/** Returns the problems of lines: an error for unavailable items, a warning for partial availability. */
export function violationsOf(lines: readonly LineDetail[]): Violation[] {
  return lines.flatMap(({ line, catalogItem, availability }): Violation[] => {
    const { status, quantityAvailable } = availability;
    if (status === "AVAILABLE") return [];
    const descriptions = {
      NOT_FOUND: `"${catalogItem.name}" is no longer sold`,
      NOT_AVAILABLE: `"${catalogItem.name}" is out of stock`,
      PARTIALLY_AVAILABLE: `"${catalogItem.name}" has ${quantityAvailable} in stock, not ${line.quantity}`,
    };
    const severity = status === "PARTIALLY_AVAILABLE" ? "WARNING" : "ERROR";
    return [{ severity, lineItemId: line.id, description: descriptions[status] }];
  });
}

/** Throws PlatformError 400 if there are no line items to add. */
export function rejectNothing({ lineItems, customLineItems }: Added): void {
  if (lineItems?.length || customLineItems?.length) return;
  throw new PlatformError(400, "NO_LINE_ITEMS_TO_ADD", "There are no line items to add", {});
}
