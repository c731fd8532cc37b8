import { expect, test } from "vitest";
import { readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { redirectSessions } from "../../../src/sandbox/members/authorize.ts";
import { redirects } from "../../../src/sandbox/redirects/calls.ts";

const caller = { role: "visitor" } as const;

test("stores a session for its page, without its token in the event", () => {
  const store = openStore(":memory:", { origin: "http://127.0.0.1:4010" });
  const request = {
    storesProduct: { productSlug: "mug" },
    preferences: { additionalQueryParameters: { utm: "a b", session: "stolen" } },
  };
  const { redirectSession } = store.write({ caller }, (tx) => redirects.createRedirectSession(tx, request));
  const { id = "", sessionToken } = redirectSession ?? {};
  expect(redirectSession).toMatchObject({
    fullUrl: `http://127.0.0.1:4010/__till/pages/storesProduct?utm=a+b&session=${id}`,
    urlDetails: {
      endpoint: "http://127.0.0.1:4010/__till/pages/storesProduct",
      searchParams: { utm: "a b", session: id },
    },
    sessionToken: expect.stringMatching(/^JWS\.[\w-]{43}$/),
  });
  const kept = store.read({ caller }, (tx) => tx.get(redirectSessions, id ?? ""));
  expect(kept).toMatchObject({ target: "storesProduct", request });
  const events = readEvents(store.db, 0, 10);
  expect(events).toMatchObject([{ type: "wix.headless.v1.redirect_session_created", entityId: id }]);
  expect(JSON.stringify(events)).not.toContain(sessionToken);
  store.close();
});

test("is for visitors and members: an admin's token belongs to no headless client", () => {
  const store = openStore(":memory:");
  const create = () =>
    store.write({ caller: { role: "admin" } }, (tx) => redirects.createRedirectSession(tx, { login: {} }));
  expect(create).toThrow("client Id does not correspond to a headless oauth app");
  store.close();
});
