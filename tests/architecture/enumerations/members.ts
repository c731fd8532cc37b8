import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import type { RecordedShop } from "./recorder.ts";

const visitor = { as: "visitor" } as const;

/** Registers members with every tag and status, and opens every redirect target. */
export async function exerciseMembers(shop: RecordedShop): Promise<void> {
  const { call, took } = shop;
  let count = 0;
  const register = async (profile: object) => {
    count += 1;
    const loginId = { email: `member-${count}@example.com` };
    return await call(
      "authentication.register",
      { loginId, password: "correct-horse-battery", profile },
      visitor,
    );
  };
  for (const privacyStatus of ["UNDEFINED", "PUBLIC", "PRIVATE"]) await register({ privacyStatus });
  for (const tag of ["UNTAGGED", "MAIN", "HOME", "WORK"])
    await register({ secondaryEmails: [{ email: "x@example.com", tag }] });
  for (const tag of ["UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX"])
    await register({ phonesV2: [{ countryCode: "US", phone: "+12025550123", tag }] });
  for (const tag of ["UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING"])
    await register({ addresses: [{ address: { country: "US", city: "Hudson" }, tag }] });

  const login = async (email = "member-1@example.com", password = "correct-horse-battery") =>
    await call("authentication.login", { loginId: { email }, password }, visitor);
  await login();
  for (const action of ["block", "offline", "delete", "pend", "unverify"]) {
    await call("sandbox.changeMember", {
      action,
      email: `member-${count}@example.com`,
    });
    await login(`member-${count}@example.com`).catch(() => undefined);
    count -= 1;
  }
  await login("jonas@example.com", "till-demo-1").catch(() => undefined);

  const section = async (name: string) => {
    const { redirectSession } = await call(
      "redirects.createRedirectSession",
      { memberAccountPage: { section: name } },
      visitor,
    );
    took("Members account section", name, redirectSession.fullUrl && name);
  };
  for (const name of ["ACCOUNT_INFO", "BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"]) await section(name);
  const guid = "00000000-0000-4000-8000-0000000000aa";
  const authRequest = {
    redirectUri: "http://127.0.0.1:9876/callback",
    clientId: defaults.clientId,
    codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    codeChallengeMethod: "S256",
    responseMode: "fragment",
    responseType: "code",
    scope: "offline_access",
    state: "st4te",
  };
  const locationOf = (locationType: string) => ({
    slotAvailability: { slot: { sessionId: "1", location: { locationType } } },
    timezone: "Europe/Berlin",
  });
  const targets: Record<string, object> = {
    bookingsCheckout: locationOf("OWNER_BUSINESS"),
    ecomCheckout: { checkoutId: guid },
    eventsCheckout: { reservationId: guid, eventSlug: "gala" },
    paidPlansCheckout: { planId: guid, checkoutData: "x" },
    login: {},
    logout: { clientId: defaults.clientId },
    auth: { authRequest, prompt: "login" },
    storesProduct: { productSlug: "mug" },
    bookingsBook: { resourceId: guid },
  };
  const open = async (request: object) =>
    (await call("redirects.createRedirectSession", request, visitor)).redirectSession.fullUrl as string;
  for (const [name, request] of Object.entries(targets)) {
    const url = await open({ [name]: request, callbacks: { postFlowUrl: "https://shop.example/" } });
    took("Redirect target", name, URL.canParse(url) && name);
  }
  for (const type of ["UNDEFINED", "OWNER_BUSINESS", "OWNER_CUSTOM", "CUSTOM"])
    took("Redirect location type", type, (await open({ bookingsCheckout: locationOf(type) })) && type);

  // Carts are emitted with the identity that filled them.
  const { accessToken: token, refreshToken } = await call("sandbox.signIn", {
    email: "mira@example.com",
  });
  const [product] = (await call("products.query", { query: { filter: { slug: "espresso-cup-set" } } }))
    .products;
  const catalogReference = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: product.id };
  const cart = { lineItems: [{ catalogReference, quantity: 1 }] };
  await call("currentCart.addToCart", cart, visitor);
  await call("currentCart.addToCart", cart, { token });
  await call("currentCart.addToCart", cart, { token: `${token},${defaults.apiKey}` });

  const { clientId } = defaults;
  const grant = async (name: string, input: object, how = {}) => {
    const { access_token } = await call("oauth.token", input, how);
    took("Grant type", name, access_token && name);
  };
  await grant("anonymous", { clientId, grantType: "anonymous" });
  await grant("refresh_token", { clientId, grantType: "refresh_token", refreshToken });
  const { identity } = await login("mira@example.com", "till-demo-1");
  const external = { grant_type: "authorized_client", scope: "offline_access", member_id: identity.id };
  await grant("authorized_client", external, { as: "admin" });
}
