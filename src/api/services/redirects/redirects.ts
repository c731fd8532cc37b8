import { endpoint, service } from "../../endpoint.ts";
import { bool, enumOf, guid, list, map, num, obj, text } from "../../models/fields.ts";
import type { WireOf } from "../../schema.ts";

const url = () => text({ maxLength: 2048 });

const SlotResource = obj({ id: guid(), name: text({ maxLength: 1200 }), scheduleId: text() });
const SlotAvailability = obj({
  slot: obj({
    sessionId: text(),
    serviceId: text(),
    scheduleId: text(),
    startDate: text(),
    endDate: text(),
    timezone: text(),
    resource: SlotResource,
    location: obj({
      id: guid(),
      name: text(),
      formattedAddress: text(),
      formattedAddressTranslated: text({ maxLength: 512 }),
      locationType: enumOf("UNDEFINED", "OWNER_BUSINESS", "OWNER_CUSTOM", "CUSTOM"),
    }),
    eventId: text({ minLength: 36, maxLength: 250 }),
  }),
  bookable: bool(),
  totalSpots: num(),
  openSpots: num(),
  waitingList: obj({ totalSpots: num(), openSpots: num() }),
  bookingPolicyViolations: obj({
    tooEarlyToBook: bool(),
    tooLateToBook: bool(),
    bookOnlineDisabled: bool(),
    validSubmissionRequired: bool(),
  }),
  locked: bool(),
  isFromV2: bool(),
  nestedSlots: list(
    obj({
      serviceId: guid(),
      start: text({ maxLength: 30 }),
      end: text({ maxLength: 30 }),
      resource: SlotResource,
      scheduleId: text(),
    }),
  ),
});
const AuthorizeRequest = obj({
  clientId: guid(),
  responseType: text({ minLength: 1 }),
  redirectUri: text({ minLength: 1 }),
  scope: text(),
  state: text({ minLength: 1 }),
  responseMode: text(),
  codeChallenge: text(),
  codeChallengeMethod: text(),
  sessionToken: text(),
  idp: guid(),
  nonce: text({ maxLength: 512 }),
  prompt: text(),
});

/** The targets of a redirect session; exactly one of them is set. */
export const redirectTargets = {
  bookingsCheckout: obj({ slotAvailability: SlotAvailability, timezone: text({ maxLength: 40 }) }),
  ecomCheckout: obj({ checkoutId: guid() }),
  eventsCheckout: obj({ reservationId: guid(), eventSlug: text({ maxLength: 150 }) }),
  paidPlansCheckout: obj({ planId: guid(), checkoutData: url() }),
  login: obj({}),
  logout: obj({ clientId: guid() }),
  auth: obj({
    authRequest: AuthorizeRequest,
    prompt: enumOf("login", "none", "consent", "select_account"),
  }),
  memberAccountPage: obj({
    section: enumOf("ACCOUNT_INFO", "BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"),
  }),
  storesProduct: obj({ productSlug: text({ maxLength: 150 }) }),
  bookingsBook: obj({ resourceId: guid() }),
  ecomOrderPaymentRequest: obj({ paymentRequestId: guid() }),
};

/** The pages of the calling site that hosted pages link back to. */
const RedirectCallbacks = obj({
  thankYouPageUrl: url(),
  postFlowUrl: url(),
  loginUrl: url(),
  bookingsServiceListUrl: url(),
  cartPageUrl: url(),
  planListUrl: url(),
  state: url(),
});
const RedirectPreferences = obj({
  useGenericWixPages: bool(),
  customMemberPaths: obj({ accountPagePath: text(), profilePagePath: text() }),
  maintainIdentity: bool(),
  additionalQueryParameters: map(text()),
  createShortUrl: bool(),
  checkIfPublish: bool(),
});

/** A redirect session; `fullUrl` is the URL to open. */
export const RedirectSession = obj({
  id: guid(),
  fullUrl: url(),
  urlDetails: obj({ endpoint: url(), searchParams: map(text()) }),
  sessionToken: url(),
  shortUrl: url(),
});
export interface RedirectSession extends WireOf<typeof RedirectSession> {}

/** Redirects to hosted pages: login, checkout, bookings, account. */
export const redirects = service("redirects", {
  createRedirectSession: endpoint("POST /_api/redirects-api/v1/redirect-session", {
    alternatives: ["/redirect-session/v1/redirect-session", "/headless/v1/redirect-session"],
    input: obj({
      ...redirectTargets,
      callbacks: RedirectCallbacks,
      preferences: RedirectPreferences,
      origin: text({ maxLength: 2048 }),
    }),
    result: obj({ redirectSession: RedirectSession }),
    requiredOneOf: [Object.keys(redirectTargets)],
    role: "visitor",
    summary: "Get the URL of a hosted page",
  }),
});
