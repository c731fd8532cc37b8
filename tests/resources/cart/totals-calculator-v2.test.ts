import { expect, test } from "vitest";
import { type Call, createCaller } from "../../../src/api/caller.ts";
import type { Request, Response } from "../../../src/api/transport/transport.ts";
import { TillError } from "../../../src/kernel/errors.ts";
import { cartV2 } from "../../../src/resources/cart/cart-v2.ts";

const amount = (text: string) => ({ amount: text, convertedAmount: text });
const cart = { id: "c", businessInfo: { currencyCode: "USD" }, lineItems: [], coupons: [] };
const summary = {
  priceSummary: { subtotal: amount("5"), total: amount("5") },
  paymentSummary: { payNow: amount("5") },
  taxSummary: { taxes: [] },
};
const plain = { tax: true, shipping: true, fees: true };
const shippingAddress = { country: "US", city: "New York" };

/** A site that estimates carts v2, and responds to the calculator with a status. */
function site(calculator: number): { call: Call; requests: string[] } {
  const requests: string[] = [];
  const send = async ({ method, url }: Request): Promise<Response> => {
    const { pathname } = new URL(url);
    requests.push(`${method} ${pathname.split("/").at(-1)}`);
    const rejected = {
      message: "no",
      details: { applicationError: { code: "FORBIDDEN", description: "no" } },
    };
    const [status, body] = pathname.endsWith("estimate") ? [200, { cart, summary }] : [calculator, rejected];
    return { status, headers: {}, body: JSON.stringify(body) };
  };
  const call = createCaller({ send, baseUrl: "https://shop.example", headersFor: async () => ({}) });
  return { call, requests };
}

test.each([403, 404, 501])(
  "if the calculator responds with %s, estimates use the cart, and other addresses are rejected without a write",
  async (status) => {
    const { call, requests } = site(status);
    const port = cartV2(call);
    const record = {} as Parameters<typeof port.estimate>[1];
    expect((await port.estimate(plain, record)).totals.total).toBe("5");
    const error = await port.estimate({ ...plain, shippingAddress }, record).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TillError);
    expect(error).toMatchObject({ code: "NOT_RECKONED", hint: expect.stringContaining("till cart update") });
    expect(new Set(requests)).toEqual(new Set(["POST estimate", "POST calculate-totals"]));
  },
);

test("passes other errors of the totals calculator on", async () => {
  const port = cartV2(site(400).call);
  await expect(port.estimate(plain, {} as never)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
