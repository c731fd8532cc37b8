import type { Product } from "../../../api/services/products/products.ts";
import type { KeyedNumbers } from "../../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { type Catalog, type SkuOwner, skuOwners } from "../catalog.ts";
import { managedVariants, variantKey } from "../snapshot.ts";
import type { Match, MatchOptions, Rejection } from "./matches.ts";

/** An SKU that a file gives to a product or one of its variants. */
interface Claim {
  sku: string;
  line: number;
  /** The product or variant has it already. */
  kept: boolean;
}

/**
 * Rejects the drafts that would give an SKU to a second product or variant: one that another product has, and one that
 * occurs on another line of the file. `skus` collects the line of each SKU, negative if it stays where it is: a shop that
 * has an SKU twice can be exported and imported. `hint`: what to do about an SKU of another product.
 */
export async function refuseForeignSkus(
  catalog: Catalog,
  matches: Map<ProductDraft, Match>,
  { skus: lines, keepsSku = () => true }: Pick<MatchOptions, "skus" | "keepsSku">,
  hint = "",
): Promise<void> {
  const claims = new Map<ProductDraft, Claim[]>();
  for (const [draft, match] of matches)
    if (match.is !== "rejected" && !draft.remove)
      claims.set(draft, claimsOf(draft, match.is === "existing" ? match.product : undefined));
  const fresh = [...claims.values()].flat().filter(({ kept }) => !kept);
  const owners = await skuOwners(
    catalog,
    fresh.map(({ sku }) => sku),
  );
  for (const [draft, own] of claims) {
    const match = matches.get(draft);
    const id = match?.is === "existing" ? match.product.id : undefined;
    const rejections = own.flatMap((claim) => {
      const other = (owners.get(claim.sku) ?? []).find(
        ({ productId }) => productId !== id && keepsSku(productId, claim.sku),
      );
      return twice(claim, own, lines) ?? (claim.kept ? undefined : foreign(claim, other, hint)) ?? [];
    });
    if (rejections[0]) matches.set(draft, rejections[0]);
  }
}

/** Returns the SKUs of a draft. A variant with the SKU of its product has none of its own. */
function claimsOf(draft: ProductDraft, product: Product | undefined): Claim[] {
  const inherited = draft.sku ?? product?.sku ?? "";
  const present = product && managedVariants(product);
  const variants = draft.variants.flatMap(({ sku, line, choices }) =>
    sku && sku !== inherited
      ? [{ sku, line, kept: present?.get(variantKey(choices))?.variant?.sku === sku }]
      : [],
  );
  const { sku, line } = draft;
  return sku ? [{ sku, line, kept: product?.sku === sku }, ...variants] : variants;
}

/** Rejects the second of two claims, and the one that is new if the other product or variant has the SKU already. */
function twice(
  { sku, line, kept }: Claim,
  own: readonly Claim[],
  lines: KeyedNumbers,
): Rejection | undefined {
  const other = lines.get(sku);
  if (other === undefined) {
    lines.set(sku, kept ? -line : line);
    return undefined;
  }
  const message = (second: number) => `the SKU "${sku}" is also on line ${second}`;
  if (!kept) return reject({ sku, line }, "duplicate", message(Math.abs(other)));
  // The one on another product is rejected because this one has the SKU.
  if (!own.some((claim) => claim.sku === sku && claim.line === other)) return undefined;
  return reject({ sku, line: other }, "duplicate", message(line));
}

function foreign({ sku, line }: Claim, owner: SkuOwner | undefined, hint: string): Rejection | undefined {
  if (owner === undefined) return undefined;
  const message = `the SKU "${sku}" belongs to "${owner.product}"${hint}`;
  return reject({ sku, line }, "taken", message);
}

function reject({ sku, line }: Pick<Claim, "sku" | "line">, rule: string, message: string): Rejection {
  return { is: "rejected", line, column: "sku", value: sku, rule, message };
}
