import type * as z from "zod/mini";
import type { AddedLineItem } from "../../../api/services/cart/models/line-item.ts";
import { decimal, sum } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { whole } from "../../pricing/allocate.ts";
import type { PaymentOption } from "../../pricing/input.ts";
import type { Goods } from "./choices.ts";
import { goodsIfAny } from "./goods.ts";
import type { StoredLine, WireCustomItem } from "./tables.ts";

export type GivenItem = z.input<typeof AddedLineItem>;

/** A line and what it is now; `gone` where its catalog does not know it any more. */
export interface LineGoods {
  line: StoredLine;
  goods: Goods;
  gone: boolean;
}

/** What a line is now, with what was set on the line itself. A product that is gone keeps its name and price. */
export function goodsOfLine(tx: Tx, line: StoredLine): LineGoods {
  const found = goodsIfAny(tx, line.catalogReference);
  // With a price of its own an item is still one of its catalog's collections, whose rules and coupons hold for it.
  if (line.custom) {
    const goods = customGoods(line, line.custom);
    return { line, goods: { ...goods, collectionIds: found?.collectionIds ?? [] }, gone: false };
  }
  return { line, goods: overridden(line, found ?? vanished(line)), gone: found === undefined };
}

function vanished({ id, seen }: StoredLine): Goods {
  const { name, price } = seen;
  const stock = { key: id, inStock: false };
  return { name, price: decimal(price), descriptionLines: [], kind: "PHYSICAL", stock, collectionIds: [] };
}

function customGoods({ id }: StoredLine, custom: WireCustomItem): Goods {
  const { physicalProperties: physical, itemType, quantityAvailable, modifierGroups } = custom;
  const modifiers = (modifierGroups ?? []).flatMap((group) => group.modifiers ?? []);
  const added = modifiers.map(({ price, quantity }) => decimal(price ?? "0").times(whole(quantity ?? 1)));
  return {
    name: custom.productName?.original ?? "",
    url: custom.url,
    price: decimal(custom.price ?? "0").plus(sum(added)),
    ...(custom.fullPrice && { fullPrice: decimal(custom.fullPrice) }),
    image: custom.media,
    descriptionLines: [...(custom.descriptionLines ?? [])],
    sku: physical?.sku ?? undefined,
    weight: physical?.weight ?? undefined,
    kind: itemType?.preset ?? itemType?.custom ?? "PHYSICAL",
    isCustomKind: !itemType?.preset && Boolean(itemType?.custom),
    stock: {
      key: id,
      inStock: true,
      ...(typeof quantityAvailable === "number" && { quantity: quantityAvailable }),
    },
    collectionIds: [],
    taxGroupId: custom.taxGroupId ?? undefined,
    paymentOption: (custom.paymentOption ?? undefined) as PaymentOption | undefined,
    ...(custom.depositAmount && { deposit: decimal(custom.depositAmount) }),
    subscription: custom.subscriptionOptionInfo,
    ...(custom.membersOnly && { membersOnly: true }),
  };
}

/** The goods with what whoever filled the cart set on this line only. */
function overridden({ catalogOverrideFields: own, subscriptionOptionInfo }: StoredLine, goods: Goods): Goods {
  const { price, fullPrice, depositAmount, physicalProperties: physical } = own ?? {};
  return {
    ...goods,
    ...(own?.productName?.original && { name: own.productName.original }),
    ...(price && { price: decimal(price), fullPrice: undefined }),
    ...(fullPrice && { fullPrice: decimal(fullPrice) }),
    ...(own?.image && { image: own.image }),
    ...(own?.descriptionLines && { descriptionLines: own.descriptionLines }),
    ...(physical?.sku && { sku: physical.sku }),
    ...(typeof physical?.weight === "number" && { weight: physical.weight }),
    ...(own?.paymentOption?.value && { paymentOption: own.paymentOption.value as PaymentOption }),
    ...(depositAmount && { deposit: decimal(depositAmount) }),
    ...(subscriptionOptionInfo && { subscription: subscriptionOptionInfo }),
  };
}
