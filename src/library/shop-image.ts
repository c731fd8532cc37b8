import { addDemo, addShopData } from "../sandbox/control/control.ts";
import { openStore } from "../sandbox/kernel/store.ts";
import { parseShopData } from "../sandbox/seed/shop-data.ts";
import type { ShopOptions } from "./test-shop.ts";

/** Images of shops by seed, catalog version, time and origin, the oldest first. */
const images = new Map<string, Uint8Array>();
const keptImages = 16;

/**
 * Returns the contents of a shop at `origin`, for openStore. Copying an image takes a hundredth of the time of seeding it,
 * so that only the first shop of a kind is seeded. Throws UsageError for invalid data.
 */
export function shopImage({ seed = "demo", catalog = "v1", now }: ShopOptions, origin: string): Uint8Array {
  if (seed instanceof Uint8Array) return seed;
  const time = now === undefined ? undefined : new Date(now);
  const name = JSON.stringify([catalog, seed, time, origin]);
  const image = images.get(name) ?? createImage(seed, catalog, time, origin);
  images.delete(name);
  images.set(name, image);
  const [oldest] = images.keys();
  if (images.size > keptImages && oldest !== undefined) images.delete(oldest);
  return image;
}

function createImage(
  seed: Exclude<ShopOptions["seed"], Uint8Array>,
  catalog: ShopOptions["catalog"],
  time: Date | undefined,
  origin: string,
): Uint8Array {
  const store = openStore(":memory:", { origin, wallTime: time ? () => time : undefined });
  try {
    const version = catalog === "v3" ? "V3_CATALOG" : "V1_CATALOG";
    if (seed === "demo") addDemo(store, version);
    else addShopData(store, parseShopData(seed === "empty" ? {} : seed), version);
    return store.image();
  } finally {
    store.close();
  }
}
