// A storefront in the browser, with the official SDK. `window.config` has the address of the sandbox and the client ID.

import { currentCart, orders } from "@wix/ecom";
import { orders as ticketOrders, wixEventsV2 } from "@wix/events";
import { members } from "@wix/members";
import { redirects } from "@wix/redirects";
import { createClient, OAuthStrategy } from "@wix/sdk";
import { products } from "@wix/stores";

const { baseUrl, clientId } = window.config;
const send = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { method, headers, url } = request;
  const { host, pathname, search } = new URL(url);
  if (!/^(www|edge)\.wixapis\.com$/.test(host)) return await send(input, init);
  const body = method === "GET" || method === "HEAD" ? undefined : await request.text();
  return await send(baseUrl + pathname + search, { method, headers, body });
};

const page = location.origin + location.pathname;
const tokens = JSON.parse(localStorage.getItem("tokens") ?? "null");
const wix = createClient({
  modules: { currentCart, members, orders, products, redirects, ticketOrders, wixEventsV2 },
  auth: OAuthStrategy({ clientId, ...(tokens && { tokens }) }),
});
const keep = () => localStorage.setItem("tokens", JSON.stringify(wix.auth.getTokens()));
const show = (text) => {
  document.querySelector("output").textContent = text;
};
const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

const actions = {
  async login() {
    const data = wix.auth.generateOAuthData(page, page);
    localStorage.setItem("oauth", JSON.stringify(data));
    const { authUrl } = await wix.auth.getAuthUrl(data, { responseMode: "query" });
    location.href = authUrl;
  },
  async buy() {
    const { items } = await wix.products.queryProducts().eq("slug", "serving-bowl").limit(1).find();
    const catalogReference = { appId: storesApp, catalogItemId: items[0]._id };
    await wix.currentCart.addToCurrentCart({ lineItems: [{ catalogReference, quantity: 1 }] });
    const { checkoutId } = await wix.currentCart.createCheckoutFromCurrentCart({ channelType: "WEB" });
    keep();
    const { redirectSession } = await wix.redirects.createRedirectSession({
      ecomCheckout: { checkoutId },
      callbacks: { thankYouPageUrl: `${page}?thanks`, postFlowUrl: page },
    });
    location.href = redirectSession.fullUrl;
  },
  async orders() {
    const { orders: mine } = await wix.orders.searchOrders({ cursorPaging: { limit: 10 } });
    const { member } = await wix.members.getCurrentMember({ fieldsets: ["FULL"] });
    show(`${member.loginEmail}: ${mine.map(({ _id }) => _id).join()}`);
  },
  async tickets() {
    const { items } = await wix.wixEventsV2.queryEvents().eq("slug", "raku-night").limit(1).find();
    const { definitions } = await wix.ticketOrders.queryAvailableTickets({
      filter: { eventId: items[0]._id },
      sort: "orderIndex:asc",
    });
    const ticketQuantities = [{ ticketDefinitionId: definitions[0]._id, quantity: 1 }];
    const { _id: reservationId } = await wix.ticketOrders.createReservation(items[0]._id, {
      ticketQuantities,
    });
    keep();
    const { redirectSession } = await wix.redirects.createRedirectSession({
      eventsCheckout: { reservationId, eventSlug: items[0].slug },
      callbacks: { thankYouPageUrl: `${page}?thanks`, postFlowUrl: page },
    });
    location.href = redirectSession.fullUrl;
  },
};

for (const [name, action] of Object.entries(actions)) {
  const button = document.body.appendChild(document.createElement("button"));
  button.textContent = name;
  button.onclick = () => action().catch((error) => show(`Failed: ${error.message}`));
}

const query = new URLSearchParams(location.search);
if (query.has("code")) {
  const data = JSON.parse(localStorage.getItem("oauth"));
  wix.auth
    .getMemberTokens(query.get("code"), query.get("state"), data)
    .then((received) => {
      wix.auth.setTokens(received);
      keep();
      show("Logged in");
    })
    .catch((error) => show(`Failed: ${error.message}`));
} else show(wix.auth.loggedIn() ? "Logged in" : "Ready");
