import { createServer } from "node:http";

/** Serves a page that lists the products of a shop and sends the buyer to its hosted checkout. Returns its URL and `close`. */
export async function startSite({ api, clientId }) {
  const server = createServer((request, response) => {
    const thanks = request.url.startsWith("/thanks");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(thanks ? "<h1>Thank you!</h1>" : page({ api, clientId }));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const page = ({ api, clientId }) => `<!doctype html><title>Mugs</title><h1>Mugs</h1><ul></ul>
<script type="module">
  const send = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: token }) };
    return await (await fetch("${api}" + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const { access_token } = await send("/oauth2/token", { clientId: "${clientId}", grantType: "anonymous" });
  const { products } = await send("/stores-reader/v1/products/query", { query: {} }, access_token);
  for (const { id, name } of products) {
    const item = document.createElement("li");
    const buy = document.createElement("button");
    buy.textContent = "Buy " + name;
    buy.onclick = async () => {
      const catalogReference = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: id };
      await send("/ecom/v1/carts/current/add-to-cart", { lineItems: [{ catalogReference, quantity: 1 }] }, access_token);
      const { checkoutId } = await send("/ecom/v1/carts/current/create-checkout", { channelType: "WEB" }, access_token);
      const session = { ecomCheckout: { checkoutId }, callbacks: { postFlowUrl: location.origin + "/thanks" } };
      const { redirectSession } = await send("/_api/redirects-api/v1/redirect-session", session, access_token);
      location = redirectSession.fullUrl;
    };
    item.append(buy);
    document.querySelector("ul").append(item);
  }
</script>`;
