import type { Handlers } from "../../api/endpoint.ts";
import type { wishlists as endpoints, Wishlist } from "../../api/services/members.ts";
import { seededId } from "../kernel/ids.ts";
import { PlatformError, type StoreTx, type Table } from "../kernel/tx.ts";
import { allMembers, self } from "./members.ts";

type StoredWishlist = Wishlist & {
  id: string;
  memberId: string;
  items: NonNullable<NonNullable<Wishlist["items"]>[number]>[];
};
type Reference = { appId?: string | null; catalogItemId?: string | null; options?: unknown };

const table: Table<StoredWishlist> = { name: "wishlists" };
const maxItems = 100;

/** The wishlists of members, each with its items in the order in which they were added. */
export const wishlists: Handlers<typeof endpoints, StoreTx> = {
  getDefault: (tx) => ({ wishlist: own(tx) }),
  addItem(tx, { catalogReference, returnEntity }) {
    const before = own(tx);
    if (before.items.some((item) => isSame(item.catalogReference, catalogReference)))
      return shown(before, returnEntity);
    if (before.items.length >= maxItems) {
      const message = `The wishlist has ${maxItems} items, the maximum`;
      throw new PlatformError(400, "WISHLIST_ITEMS_LIMIT_EXCEEDED", message, { limit: maxItems });
    }
    const items = [...before.items, { catalogReference: catalogReference, addedDate: tx.now.toISOString() }];
    return shown(save(tx, { ...before, items }), returnEntity);
  },
  removeItem(tx, { catalogReference, returnEntity }) {
    const before = own(tx);
    const items = before.items.filter((item) => !isSame(item.catalogReference, catalogReference));
    return shown(save(tx, { ...before, items }), returnEntity);
  },
  getById(tx, { id, limit, offset }) {
    const owner = allMembers(tx).find((member) => idOf(tx, member.id) === id);
    const found = owner && wishlistOf(tx, owner.id);
    if (!found)
      throw new PlatformError(404, "WISHLIST_NOT_FOUND", `There is no wishlist ${id}`, { wishlistId: id });
    const from = offset ?? 0;
    const items = found.items.slice(from, from + (limit ?? maxItems)).map((item) => ({
      id: item.catalogReference?.catalogItemId ?? "",
      dateAdded: item.addedDate,
      type: "product",
      origin: item.catalogReference?.appId ?? "",
    }));
    return { wishlist: { id: found.id, ownerId: found.memberId, items, totalCount: found.items.length } };
  },
};

const own = (tx: StoreTx): StoredWishlist => wishlistOf(tx, self(tx).id);

const idOf = (tx: StoreTx, memberId: string) => seededId(tx, `wishlist ${memberId}`);

/** Returns the wishlist of a member; every member has one. */
function wishlistOf(tx: StoreTx, memberId: string): StoredWishlist {
  const id = idOf(tx, memberId);
  const now = tx.now.toISOString();
  return tx.get(table, id) ?? { id, memberId, items: [], createdDate: now, updatedDate: now };
}

function save(tx: StoreTx, wishlist: StoredWishlist): StoredWishlist {
  const saved = { ...wishlist, updatedDate: tx.now.toISOString() };
  tx.put(table, saved.id, saved);
  return saved;
}

const isSame = (one: Reference | null | undefined, other: Reference): boolean =>
  one?.appId === other.appId &&
  one?.catalogItemId === other.catalogItemId &&
  JSON.stringify(one?.options ?? {}) === JSON.stringify(other.options ?? {});

const shown = (wishlist: StoredWishlist, returnEntity: boolean | null | undefined) =>
  returnEntity ? { wishlist } : {};
