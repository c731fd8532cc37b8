import { beforeEach, expect, test } from "vitest";
import { placeOrder } from "../../../src/sandbox/orders/place.ts";
import { openPageShop, type PageShop } from "../support/page-browser.ts";

let shop: PageShop;
beforeEach(async () => {
  shop = await openPageShop();
});

const mira = { email: "mira@example.com", password: "till-demo-1" };
const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", password: "counting" };
const open = (path: string) => shop.browser.open(`${shop.pages}/${path}`);
const set = (name: string, value: string) => shop.control("POST", "settings", { name, value });

test("signs up, verifies the address with a code, and shows the account", async () => {
  await set("emailVerification", "on");
  await open("account");
  await shop.browser.follow("Sign up");
  const code = await shop.browser.press("Sign up", ada);
  expect(code.title).toBe("Verify your email address");
  expect((await shop.browser.press("Continue", { code: "wrong" })).text).toContain("4 more tries");
  const { code: first } = await shop.mailTo(ada.email);
  await shop.browser.press("Send a new code");
  expect(shop.browser.shown.text).toContain("We sent you a new code.");
  const { code: second } = await shop.mailTo(ada.email);
  expect((await shop.browser.press("Continue", { code: first })).status).toBe(403);
  const { title, text, body } = await shop.browser.press("Continue", { code: second });
  expect([title, text]).toEqual(["Account", expect.stringContaining("Email ada@example.com Verified Yes")]);
  expect(body).toContain('value="Lovelace"');
});

test("waits for the owner's approval after a sign-up", async () => {
  await set("ownerApproval", "on");
  await open("login?view=signup");
  expect((await shop.browser.press("Sign up", ada)).title).toBe("Waiting for approval");
});

test("rejects a sign-up with a known address, a bad address and a short password, field by field", async () => {
  await open("login?view=signup");
  const known = await shop.browser.press("Sign up", { ...ada, email: mira.email });
  expect([known.status, known.text]).toEqual([403, expect.stringContaining("already exists.")]);
  const bad = await shop.browser.press("Sign up", { ...ada, email: "ada" });
  expect(bad.body).toContain('<a href="#email">Enter an email address');
  const short = await shop.browser.press("Sign up", { ...ada, password: "abc" });
  expect(short.body).toContain('<a href="#password">Has length 3, expected 4 or more.</a>');
  expect(short.body).toContain('value="Lovelace"');
  expect(short.body).not.toContain("abc");
});

test("asks for a captcha when signing up", async () => {
  await set("captcha", "any");
  await open("login?view=signup");
  expect((await shop.browser.press("Sign up", ada)).text).toContain("A captcha token is missing.");
  await shop.browser.press("Sign up", { ...ada, captcha: "sandbox-captcha-ok" });
  expect(shop.browser.shown.title).toBe("Account");
});

test("sends a link to set a new password, whether or not the address is known", async () => {
  const request = async (email: string) => {
    await open("login");
    await shop.browser.follow("Forgot your password?");
    return (await shop.browser.press("Send link", { email })).title;
  };
  expect(await request("nobody@example.com")).toBe("Check your email");
  expect(await shop.mailTo("nobody@example.com")).toBeUndefined();
  expect(await request(mira.email)).toBe("Check your email");
  const { link } = await shop.mailTo(mira.email);
  await shop.browser.open(link);
  await shop.browser.press("Set password", { password: "fresh-word" });
  await shop.browser.follow("Continue");
  await shop.browser.press("Log in", { ...mira, password: "fresh-word" });
  expect(shop.browser.shown.title).toBe("Account");
});

test("shows orders, tickets, events and addresses of the member only", async () => {
  await open("login");
  await shop.browser.press("Log in", mira);
  expect((await shop.browser.follow("My orders")).text).toContain("You have no orders yet.");
  expect((await shop.browser.follow("My tickets")).text).toContain("You have no tickets yet.");
  expect((await shop.browser.follow("My events")).text).toContain("You have no events yet.");
  expect((await shop.browser.follow("My subscriptions")).text).toContain("You have no subscriptions.");
  await shop.browser.open(`${shop.pages}/event?slug=studio-open-day`);
  await shop.browser.press("RSVP", { email: "mira.l@example.com" });
  await shop.browser.open(`${shop.pages}/event?slug=raku-night`);
  const ticket = /for="(count-[\w-]+)">Number of tickets: Two bowls/.exec(shop.browser.shown.body)?.[1] ?? "";
  await shop.browser.press("Reserve tickets", { [ticket]: "1" });
  await shop.browser.press("Pay $68.00");
  expect((await open("account?section=tickets")).text).toContain("Raku night 1 ticket");
  const events = (await open("account?section=events")).text;
  expect(events).toMatch(/Studio open day .* YES/);
  expect(events).toMatch(/Raku night .* Tickets/);
});

test("shows the subscriptions of the member, with their status", async () => {
  await open("login");
  await shop.browser.press("Log in", mira);
  const { members } = await shop.control("GET", "members");
  const { id: memberId } = members.find(({ email }: { email: string }) => email === mira.email);
  const subscriptionSettings = { frequency: "MONTH", interval: 1, autoRenewal: true };
  shop.store.write({ caller: { role: "admin" } }, (tx) =>
    placeOrder(tx, {
      lineItems: [
        {
          productName: { original: "Magazine" },
          quantity: 1,
          price: { amount: "5.00" },
          itemType: { preset: "DIGITAL" },
          subscriptionInfo: { title: { original: "Monthly letter" }, subscriptionSettings },
        },
      ],
      buyerInfo: { memberId, email: mira.email },
      channelInfo: { type: "WEB" },
      payment: { outcome: "approved" },
    } as never),
  );
  expect((await open("account?section=subscriptions")).text).toMatch(/Monthly letter Since .* ACTIVE/);
});

test("saves a name and addresses, which the checkout suggests", async () => {
  await open("login");
  await shop.browser.press("Log in", mira);
  await shop.browser.press("Save name", { firstName: "Miriam" });
  expect(shop.browser.shown.text).toContain("Your changes were saved.");
  await shop.browser.follow("Addresses");
  const address = { addressLine: "5 Main St", city: "New York", country: "USA" };
  expect((await shop.browser.press("Save address", address)).text).toContain("must have two letters");
  await shop.browser.press("Save address", { ...address, country: "us", subdivision: "US-NY" });
  expect(shop.browser.shown.text).toContain("5 Main St, New York, US-NY, US");
  await shop.browser.open(`${shop.pages}/product?slug=stoneware-mug`);
  await shop.browser.press("Add to cart", { "option-0": "Oat" });
  const { body } = await shop.browser.press("Check out");
  expect(body).toContain('value="5 Main St"');
  expect(body).toContain('value="Miriam"');
  expect(body).toMatch(/name="email"[^>]* value="mira@example\.com"/);
  await open("account?section=addresses");
  await shop.browser.press("Remove 5 Main St, New York, US-NY, US");
  expect(shop.browser.shown.text).not.toContain("5 Main St");
});

test("changes the password and keeps this login", async () => {
  await open("login");
  await shop.browser.press("Log in", mira);
  const wrong = await shop.browser.press("Change password", { password: "no", newPassword: "fresh-word" });
  expect(wrong.text).toContain("The current password is wrong.");
  await shop.browser.press("Change password", { password: mira.password, newPassword: "fresh-word" });
  expect(shop.browser.shown.text).toContain("Your changes were saved.");
  await open("account");
  expect(shop.browser.shown.title).toBe("Account");
});

test("logs out, and asks for a login again", async () => {
  await open("login");
  await shop.browser.press("Log in", mira);
  expect((await shop.browser.press("Log out")).title).toBe("Sandbox");
  expect((await open("account")).title).toBe("Log in");
});

test("logs out of a shop that is served on another computer", async () => {
  shop = await openPageShop({ origin: "http://192.168.1.5:8787" });
  const address = "http://192.168.1.5:8787/__till/pages/login";
  const send = (body?: string, cookie = "") =>
    shop.send({
      method: body === undefined ? "GET" : "POST",
      url: address.replace("login", cookie ? "account" : "login"),
      headers: { cookie },
      body,
      effect: "read",
      name: "test",
    });
  const formOf = ({ body }: { body: string }) => /name="form" value="([^"]+)"/.exec(body)?.[1] ?? "";
  const values = { form: formOf(await send()), step: "login", ...mira };
  const { headers } = await send(String(new URLSearchParams(values)));
  const cookie = headers["set-cookie"]?.split(";")[0] ?? "";
  const logout = new URLSearchParams({ form: formOf(await send(undefined, cookie)), do: "logout" });
  expect(await send(String(logout), cookie)).toMatchObject({
    status: 303,
    headers: { location: "/__till/pages/home" },
  });
});

test("leads from a login session to the post-flow URL, and never to a foreign page", async () => {
  const callbacks = { postFlowUrl: "http://localhost:3000/home" };
  await shop.browser.open(await shop.session({ login: {}, callbacks }));
  expect((await shop.browser.press("Log in", mira)).url).toBe(callbacks.postFlowUrl);
  const other = shop.newBrowser();
  await other.open(`${shop.pages}/login?next=https://elsewhere.example/`);
  expect((await other.press("Log in", mira)).title).toBe("Account");
  const rejected = shop.newBrowser();
  await rejected.open(await shop.session({ login: {}, callbacks: { postFlowUrl: "http://shop.example/" } }));
  expect((await rejected.press("Log in", mira)).status).toBe(403);
});

test("sections of the members area open as named, and bookings say that there are none", async () => {
  const section = async (name: string) => {
    const url = await shop.session({ memberAccountPage: { section: name } });
    return await shop.browser.open(url);
  };
  expect((await section("ORDERS")).title).toBe("Log in");
  expect((await shop.browser.press("Log in", mira)).title).toBe("My orders");
  expect((await section("EVENTS")).title).toBe("My events");
  expect((await section("SUBSCRIPTIONS")).title).toBe("My subscriptions");
  expect((await section("ACCOUNT_INFO")).title).toBe("Account");
  expect([(await section("BOOKINGS")).status, shop.browser.shown.text]).toEqual([
    501,
    expect.stringContaining("The sandbox has no bookings"),
  ]);
});

test("a redirect session keeps the login of its member on all pages, unless it must not", async () => {
  const { accessToken } = await shop.control("POST", "sign-in", { email: mira.email });
  const request = { memberAccountPage: { section: "ORDERS" } };
  const stranger = shop.newBrowser();
  const preferences = { maintainIdentity: false };
  expect((await stranger.open(await shop.session({ ...request, preferences }, accessToken))).title).toBe(
    "Log in",
  );
  expect((await shop.browser.open(await shop.session(request, accessToken))).title).toBe("My orders");
  expect((await open("account")).title).toBe("Account");
});

test("refuses a form that does not belong to the account page", async () => {
  await open("account");
  await shop.browser.press("Log in", mira);
  const request = shop.browser.request("Change password", { password: "x", newPassword: "y" });
  const body = (request.body ?? "").replace("do=password", "do=nothing");
  expect(body).not.toBe(request.body);
  expect((await shop.browser.send({ ...request, body })).text).toContain(
    "This form does not belong to this page.",
  );
});

test("asks for the code of the second factor, and again if none is typed", async () => {
  await open("account");
  const asked = await shop.browser.press("Log in", { email: "jonas@example.com", password: "till-demo-1" });
  expect(asked.title).toBe("Two-step verification");
  expect((await shop.browser.press("Continue")).text).toContain("Enter the code that was sent to you.");
});
