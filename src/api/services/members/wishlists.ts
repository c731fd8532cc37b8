import { endpoint, service } from "../../endpoint.ts";
import { bool, date, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { CatalogReference } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

/** The products that a member keeps. */
export const Wishlist = obj(
  {
    id: readonly(guid()),
    memberId: readonly(guid()),
    items: readonly(list(obj({ catalogReference: CatalogReference, addedDate: date() }), { maxSize: 100 })),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
  },
  { always: ["id"] },
);
export interface Wishlist extends WireOf<typeof Wishlist> {}

const change = {
  input: obj({ catalogReference: CatalogReference, returnEntity: bool() }),
  result: obj({ wishlist: Wishlist }),
  required: ["catalogReference"],
  role: "member",
  effect: "set",
} as const;

/** The wishlist of the member who makes the call. */
export const wishlists = service("wishlists", {
  getDefault: endpoint("GET /ecom/v1/wishlists/get-default", {
    input: obj({ appId: guid() }),
    result: obj({ wishlist: Wishlist }, { always: ["wishlist"] }),
    role: "member",
    summary: "Get the member's wishlist",
  }),
  addItem: endpoint("POST /ecom/v1/wishlists/add-item", {
    ...change,
    summary: "Add a product to the member's wishlist",
  }),
  removeItem: endpoint("POST /ecom/v1/wishlists/remove-item", {
    ...change,
    summary: "Remove a product from the member's wishlist",
  }),
  getById: endpoint("POST /stores/v1/wishlists/get", {
    input: obj({
      id: guid(),
      limit: num({ min: 1, max: 100 }),
      offset: num({ max: 100 }),
      kind: list(obj({ type: text(), origin: text() })),
    }),
    result: obj({
      wishlist: obj({
        id: guid(),
        ownerId: text(),
        items: list(obj({ id: text(), dateAdded: date(), type: text(), origin: text() })),
        totalCount: num(),
      }),
    }),
    required: ["id"],
    role: "admin",
    effect: "read",
    summary: "Get the products of a wishlist",
  }),
});
