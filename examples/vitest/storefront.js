/** The shop's app of the products. */
const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

/** A small storefront: lists products, fills a cart and starts a checkout, with the platform's HTTP API. */
export function createStorefront({ clientId, api = "https://www.wixapis.com" }) {
  let token;

  async function call(path, body, method = "POST") {
    const response = await fetch(api + path, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok)
      throw Object.assign(new Error(answer.message), { status: response.status, ...answer.details });
    return answer;
  }

  async function signIn() {
    const { access_token } = await call("/oauth2/token", { clientId, grantType: "anonymous" });
    token = access_token;
  }

  return {
    async products() {
      if (!token) await signIn();
      const { products } = await call("/stores-reader/v1/products/query", {
        query: { paging: { limit: 20 } },
      });
      return products;
    },

    /** Puts a product into the cart. Throws an error with a message for the buyer if there are too few. */
    async add(product, quantity = 1) {
      const catalogReference = { appId: storesApp, catalogItemId: product.id };
      const { cart } = await call("/ecom/v1/carts/current/add-to-cart", {
        lineItems: [{ catalogReference, quantity }],
      });
      const { status, quantityAvailable } = cart.lineItems.at(-1).availability;
      if (status !== "AVAILABLE") throw new Error(`Only ${quantityAvailable ?? 0} left of ${product.name}.`);
      return cart;
    },

    /** Returns the URL of the hosted checkout; the buyer comes back to `returnUrl`. */
    async checkout({ email, couponCode, returnUrl }) {
      if (couponCode) await call("/ecom/v1/carts/current", { couponCode }, "PATCH");
      const { checkoutId } = await call("/ecom/v1/carts/current/create-checkout", {
        channelType: "WEB",
        email,
      });
      const { redirectSession } = await call("/_api/redirects-api/v1/redirect-session", {
        ecomCheckout: { checkoutId },
        callbacks: { postFlowUrl: returnUrl },
      });
      return { checkoutId, url: redirectSession.fullUrl };
    },
  };
}
