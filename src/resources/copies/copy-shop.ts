import type { Fakes } from "../../api/masking/fakes.ts";
import { maskByModel } from "../../api/masking/mask.ts";
import { openTexts } from "../../api/masking/open-texts.ts";
import type { PullProgress } from "../snapshot/read-shop.ts";
import type { CopyKind } from "./kind.ts";

/** The lists that `limit` applies to; the others are small, and these refer to them. */
const long: ReadonlySet<string> = new Set([
  "product",
  "productV3",
  "order",
  "event",
  "ticketOrder",
  "ticket",
]);

/** How a shop is copied. */
export interface CopyShopOptions {
  /** Substitutes of personal data; without them, it is copied as it is. */
  fakes: Fakes | undefined;
  limit?: number | undefined;
  signal: AbortSignal;
  /** Stores objects, which are masked already. Returns how many could not be stored. */
  add(kind: string, objects: readonly object[]): number;
  report(progress: PullProgress): Promise<void>;
}

/** The outcome of one list. */
export interface CopiedList {
  kind: string;
  name: string;
  count: number;
  /** The number of objects that could not be stored. */
  left: number;
  /** Whether the list changed while it was read. */
  moved: boolean;
}

/** Reads lists page by page and stores what they return with substitutes for personal data, one page at a time. */
export async function copyShop(
  kinds: readonly CopyKind[],
  { fakes, limit, signal, add, report }: CopyShopOptions,
): Promise<CopiedList[]> {
  const lists: CopiedList[] = [];
  for (const { kind, name, model, open, alsoMask, pages } of kinds) {
    const most = limit !== undefined && long.has(kind) ? limit : Number.POSITIVE_INFINITY;
    const texts = openTexts(model, open);
    const masked = (object: object) =>
      fakes ? (maskByModel(model, alsoMask?.(object, fakes) ?? object, texts, fakes) as object) : object;
    let [seen, left, stored] = [0, 0, 0];
    let total: number | undefined;
    for await (const page of pages(signal)) {
      signal.throwIfAborted();
      const objects = page.objects.slice(0, most - stored).map(masked);
      left += add(kind, objects);
      seen += page.rows;
      stored += objects.length;
      total ??= page.total;
      const of = total === undefined ? undefined : Math.min(total, most);
      await report({ name, seen, total: of, fresh: seen });
      if (stored >= most) break;
    }
    const moved = most === Number.POSITIVE_INFINITY && total !== undefined && total !== seen;
    lists.push({ kind, name, count: stored - left, left, moved });
  }
  return lists;
}
