import type { Request } from "../../../src/api/transport/transport.ts";
import { openTestShop, type TestShop, type TestShopOptions } from "../../support/test-shop.ts";

export const shopApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
export const newYork = {
  country: "US",
  subdivision: "US-NY",
  city: "New York",
  postalCode: "10001",
  addressLine: "5 Main St",
};

type Json = ReturnType<JSON["parse"]>;
type Method = Request["method"];

/** A demo shop in memory, called as a visitor. */
export interface VisitorShop extends TestShop {
  /** Makes a call as the visitor and returns the body. Throws unless the status is 200. */
  visitor(method: Method, path: string, body?: object, headers?: Record<string, string>): Promise<Json>;
  /** Makes a call that is rejected, as the visitor, and returns status, code and message. */
  rejected(
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<[number, string, string]>;
  /** Creates another visitor, who has a cart. */
  newVisitor(): Promise<{ authorization: string; id: string }>;
  productOf(slug: string): Promise<Json>;
  /** Returns the catalog reference of a product and its choices. */
  item(slug: string, options?: Record<string, string>, texts?: Record<string, string>): Promise<object>;
  /** Adds a product to the visitor's cart. */
  add(slug: string, quantity: number, options?: Record<string, string>): Promise<Json>;
  /** Creates a checkout of the visitor's cart, delivered to New York by default, and returns its id. */
  checkout(options?: object): Promise<string>;
  /** Returns the stock of the mug in a color. */
  stockOf(color: string): Promise<number>;
  /** Returns the full types of the events since the last call, in order. */
  events(): string[];
}

/** Opens the demo shop in memory, for its visitors. */
export async function openVisitorShop(options: TestShopOptions = {}): Promise<VisitorShop> {
  const shop = openTestShop({ origin: "http://127.0.0.1:8787", ...options });
  const headers = await shop.newVisitor();
  const visitorShop: VisitorShop = {
    ...shop,
    visitor: (method, path, body, more = {}) => shop.ok(method, path, body, { ...headers, ...more }),
    async rejected(method, path, body, more = {}) {
      const { status, body: answer } = await shop.ask(method, path, body, { ...headers, ...more });
      const { applicationError, validationError } = answer.details ?? {};
      return [status, applicationError?.code ?? validationError?.fieldViolations[0]?.field, answer.message];
    },
    async newVisitor() {
      const { authorization } = await shop.newVisitor();
      const lineItems = [{ catalogReference: await visitorShop.item("espresso-cup-set"), quantity: 1 }];
      const path = "/ecom/v1/carts/current/add-to-cart";
      const { cart } = await shop.ok("POST", path, { lineItems }, { authorization });
      return { authorization, id: cart.buyerInfo.visitorId };
    },
    async productOf(slug) {
      const v3 = options.catalog === "v3";
      const path = v3 ? "/stores/v3/products/query" : "/stores-reader/v1/products/query-platformized";
      const query = { query: { filter: { slug } }, fields: ["URL"] };
      return (await shop.ok("POST", path, query)).products[0];
    },
    async item(slug, options, customTextFields) {
      const { id } = await visitorShop.productOf(slug);
      const chosen = { ...(options && { options }), ...(customTextFields && { customTextFields }) };
      return { appId: shopApp, catalogItemId: id, options: chosen };
    },
    async add(slug, quantity, options) {
      const catalogReference = await visitorShop.item(slug, options);
      const lineItems = [{ catalogReference, quantity }];
      return (await visitorShop.visitor("POST", "/ecom/v1/carts/current/add-to-cart", { lineItems })).cart;
    },
    async checkout(options = { shippingAddress: newYork, email: "ada@example.com" }) {
      const request = { channelType: "WEB", ...options };
      const path = "/ecom/v1/carts/current/create-checkout";
      return (await visitorShop.visitor("POST", path, request)).checkoutId;
    },
    async stockOf(color) {
      const { variants } = await visitorShop.productOf("stoneware-mug");
      return variants.find((one: Json) => one.choices.Colour === color).stock.quantity;
    },
    events: () => shop.newEvents().map(({ type }) => type),
  };
  return visitorShop;
}
