import type { Request } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/open.ts";
import { createRequester, type JsonResponse } from "../../support/test-shop.ts";

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
export interface VisitorShop {
  ask: ReturnType<typeof createRequester>;
  /** Makes a call as the visitor and returns the body. Throws unless the status is 200. */
  visitor(method: Method, path: string, body?: object, headers?: Record<string, string>): Promise<Json>;
  /** Makes a call that is rejected, as the visitor, and returns status, code and message. */
  rejected(
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<[number, string, string]>;
  /** Creates another visitor. */
  newVisitor(): Promise<{ authorization: string; id: string }>;
  productOf(slug: string): Promise<Json>;
  /** Returns the catalog reference of a product and its choices. */
  item(slug: string, options?: Record<string, string>, texts?: Record<string, string>): Promise<object>;
  control(method: Method, path: string, body?: object): Promise<Json>;
  /** Adds a product to the visitor's cart. */
  add(slug: string, quantity: number, options?: Record<string, string>): Promise<Json>;
  /** Creates a checkout of the visitor's cart, delivered to New York by default, and returns its id. */
  checkout(options?: object): Promise<string>;
  /** Returns the stock of the mug in a colour. */
  stockOf(colour: string): Promise<number>;
  /** Returns the types of the events since the last call, in order. */
  events(): Promise<string[]>;
  close(): void;
}

/** The sandbox and catalog of a shop. */
interface Options {
  seeded?: boolean;
  catalog?: string;
  sandbox?: Pick<OpenSandbox, "send" | "close">;
}

/** Opens the demo shop (or an empty one) in memory, or in the given sandbox. */
export async function openVisitorShop({
  seeded = true,
  catalog = "v1",
  sandbox = openSandbox({ file: ":memory:", origin: "http://127.0.0.1:8787" }),
}: Options = {}): Promise<VisitorShop> {
  const ask = createRequester(sandbox.send);
  const succeed = ({ status, body }: JsonResponse) => {
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const control: VisitorShop["control"] = async (method, path, body) =>
    succeed(await ask(method, `/__till/${path}`, body));
  if (seeded) await control("POST", "seed", { shop: "demo", catalog });
  const newVisitor = async () => {
    const grant = { clientId: defaults.clientId, grantType: "anonymous" };
    const { access_token: authorization } = succeed(await ask("POST", "/oauth2/token", grant));
    return { authorization };
  };
  const headers = await newVisitor();
  let seen = 0;

  const counter: VisitorShop = {
    ask,
    visitor: async (method, path, body, more = {}) =>
      succeed(await ask(method, path, body, { ...headers, ...more })),
    async rejected(method, path, body, more = {}) {
      const { status, body: answer } = await ask(method, path, body, { ...headers, ...more });
      const { applicationError, validationError } = answer.details ?? {};
      return [status, applicationError?.code ?? validationError?.fieldViolations[0]?.field, answer.message];
    },
    async newVisitor() {
      const { authorization } = await newVisitor();
      const { cart } = succeed(
        await ask("POST", "/ecom/v1/carts/current/add-to-cart", await anyItem(counter), { authorization }),
      );
      return { authorization, id: cart.buyerInfo.visitorId };
    },
    async productOf(slug) {
      const path =
        catalog === "v3" ? "/stores/v3/products/query" : "/stores-reader/v1/products/query-platformized";
      const query = { query: { filter: { slug } }, fields: ["URL"] };
      return succeed(await ask("POST", path, query)).products[0];
    },
    async item(slug, options, customTextFields) {
      const { id } = await counter.productOf(slug);
      const chosen = { ...(options && { options }), ...(customTextFields && { customTextFields }) };
      return { appId: shopApp, catalogItemId: id, options: chosen };
    },
    control,
    async add(slug, quantity, options) {
      const catalogReference = await counter.item(slug, options);
      const lineItems = [{ catalogReference, quantity }];
      return (await counter.visitor("POST", "/ecom/v1/carts/current/add-to-cart", { lineItems })).cart;
    },
    async checkout(options = { shippingAddress: newYork, email: "ada@example.com" }) {
      const request = { channelType: "WEB", ...options };
      return (await counter.visitor("POST", "/ecom/v1/carts/current/create-checkout", request)).checkoutId;
    },
    async stockOf(colour) {
      const { variants } = await counter.productOf("stoneware-mug");
      return variants.find((one: Json) => one.choices.Colour === colour).stock.quantity;
    },
    async events() {
      const { events } = await control("GET", `events?after=${seen}&limit=500`);
      seen = events.at(-1)?.seq ?? seen;
      return events.map(({ type }: Json) => type);
    },
    close: sandbox.close,
  };
  if (seeded) await counter.events();
  return counter;
}

async function anyItem(counter: VisitorShop): Promise<object> {
  const catalogReference = await counter.item("espresso-cup-set");
  return { lineItems: [{ catalogReference, quantity: 1 }] };
}
