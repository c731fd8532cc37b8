import { day } from "../../../kernel/durations.ts";
import type { Tx } from "../../kernel/tx.ts";
import { products, productsV3 } from "../products/index.ts";
import type { StoredLine, StoredOrder } from "./tables.ts";

/** Download links are valid for 30 days. */
const linkDays = 30;

/**
 * Adds the files of digital products to the lines of an order. Once the order is paid, each file gets a download link
 * with an expiration date. Given links are kept.
 */
export function withDigitalFiles(tx: Tx, order: StoredOrder): StoredOrder {
  if (!order.lineItems.some(isDigital)) return order;
  const isPaid = order.paymentStatus === "PAID";
  const lineItems = order.lineItems.map((line) => {
    const fileId = line.digitalFile?.fileId ?? (isDigital(line) ? fileOf(tx, line) : undefined);
    if (!fileId) return line;
    const link = isPaid && !line.digitalFile?.link ? linkOf(tx, order, line) : undefined;
    return { ...line, digitalFile: { ...line.digitalFile, fileId, ...link } };
  });
  return { ...order, lineItems };
}

const isDigital = ({ itemType }: StoredLine) => itemType?.preset === "DIGITAL";

function fileOf(tx: Tx, { catalogReference }: StoredLine): string | undefined {
  const { catalogItemId, options } = catalogReference ?? {};
  const product = tx.get(products, catalogItemId ?? "");
  if (product) return product.digitalFile?.id ?? undefined;
  const variants = tx.get(productsV3, catalogItemId ?? "")?.variantsInfo.variants ?? [];
  const { variantId } = (options ?? {}) as { variantId?: string };
  const variant = variants.find(({ id }) => id === variantId) ?? variants[0];
  return variant?.digitalProperties?.digitalFile?.id ?? undefined;
}

function linkOf(tx: Tx, order: StoredOrder, line: StoredLine) {
  const path = `/_api/orders/${order.id}/items/${line.id}/download`;
  const expires = new Date(tx.now.getTime() + linkDays * day);
  return {
    link: new URL(path, tx.setting("siteUrl") ?? "https://shop.example/").href,
    expirationDate: expires.toISOString(),
  };
}
