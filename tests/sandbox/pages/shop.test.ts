import { expect, test } from "vitest";
import { openPageShop } from "../support/page-browser.ts";

test("shows what can be bought, and what a storefront needs to connect", async () => {
  const shop = await openPageShop();
  const { text } = await shop.browser.open(`${shop.pages}/home`);
  expect(text).toContain("Client ID c11e9700-5a9d-4b0c-8a0d-000000000001");
  expect(text).toContain("Raku night");
  expect((await shop.browser.follow("Coffee Scale")).title).toBe("Coffee Scale");
});

test("an empty shop has a first page and a cart, too", async () => {
  const shop = await openPageShop({ seed: "empty" });
  const { status, text } = await shop.browser.open(`${shop.pages}/home`);
  expect([status, text]).toEqual([200, expect.not.stringContaining("Products")]);
  expect((await shop.browser.open(`${shop.pages}/cart`)).text).toContain("Your cart is empty.");
});

test.each(["v1", "v3"] as const)(
  "puts a product with options into a cart and checks out (%s)",
  async (catalog) => {
    const shop = await openPageShop({ catalog });
    await shop.browser.open(`${shop.pages}/product?slug=stoneware-mug`);
    expect(shop.browser.shown.text).toContain("$24.00");
    const missing = await shop.browser.press("Add to cart");
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining("needs the option")]);
    const cart = await shop.browser.press("Add to cart", { "option-0": "Oat", quantity: "2" });
    expect([cart.title, cart.text]).toEqual(["Your cart", expect.stringContaining("Subtotal $48.00")]);
    const line = /name="(quantity-[\w-]+)"/.exec(cart.body)?.[1] ?? "";
    expect((await shop.browser.press("Update cart", { [line]: "3" })).text).toContain("Subtotal $72.00");
    expect((await shop.browser.press("Update cart", { [line]: "9999" })).status).toBe(400);
    expect((await shop.browser.press("Check out", { [line]: "1" })).title).toBe("Checkout");
    expect(shop.browser.shown.text).toContain("Stoneware Mug, Oat 1 $24.00");
    await shop.browser.follow("Change your cart");
    expect((await shop.browser.press("Remove Stoneware Mug")).text).toContain("Your cart is empty.");
  },
);

test("a product page of a redirect session fills the cart of the storefront's visitor", async () => {
  const shop = await openPageShop();
  const callbacks = { postFlowUrl: "http://localhost:3000/" };
  await shop.browser.open(await shop.session({ storesProduct: { productSlug: "coffee-scale" }, callbacks }));
  await shop.browser.press("Add to cart");
  const { cart } = await shop.visitor("GET", "/ecom/v1/carts/current");
  expect(cart.lineItems).toMatchObject([{ productName: { original: "Coffee Scale" }, quantity: 1 }]);
  await shop.browser.press("Check out");
  await shop.browser.press("Update delivery", {
    email: "ada@example.com",
    country: "US",
    subdivision: "US-NY",
  });
  const button = /Pay \$[\d.]+/.exec(shop.browser.shown.text)?.[0] ?? "";
  await shop.browser.press(button);
  expect((await shop.browser.follow("Back to the shop")).url).toBe(callbacks.postFlowUrl);
});

test("a member takes over the cart of the browser", async () => {
  const shop = await openPageShop();
  await shop.browser.open(`${shop.pages}/product?slug=coffee-scale`);
  await shop.browser.press("Add to cart");
  await shop.browser.follow("Log in");
  await shop.browser.press("Log in", { email: "mira@example.com", password: "till-demo-1" });
  expect([shop.browser.shown.title, shop.browser.shown.text]).toEqual([
    "Your cart",
    expect.stringContaining("Coffee Scale"),
  ]);
});

test("says that a product is out of stock, or does not exist", async () => {
  const shop = await openPageShop();
  const product = await shop.productOf("coffee-scale");
  await shop.ok("PATCH", `/stores/v2/inventoryItems/product/${product.id}`, {
    inventoryItem: {
      trackQuantity: false,
      variants: [{ variantId: product.variants[0].id, inStock: false }],
    },
  });
  const { text } = await shop.browser.open(`${shop.pages}/product?slug=coffee-scale`);
  expect(text).toContain("This product is out of stock.");
  expect((await shop.browser.open(`${shop.pages}/product?slug=nothing`)).status).toBe(404);
});

test("shows the products of catalog v3, and asks for their modifiers", async () => {
  const shop = await openPageShop({ catalog: "v3" });
  await shop.ok("POST", "/stores/v3/products-with-inventory", {
    product: {
      name: "A vase",
      productType: "PHYSICAL",
      physicalProperties: {},
      variantsInfo: {
        variants: [
          { price: { actualPrice: { amount: "20.00" } }, visible: true, inventoryItem: { quantity: 9 } },
        ],
      },
      modifiers: [
        {
          name: "Wrapping",
          modifierRenderType: "TEXT_CHOICES",
          mandatory: false,
          choicesSettings: { choices: [{ name: "Gift box", choiceType: "CHOICE_TEXT", addedPrice: "4.50" }] },
        },
        {
          name: "Engraving",
          modifierRenderType: "FREE_TEXT",
          mandatory: true,
          freeTextSettings: { title: "Your text", minCharCount: 2, maxCharCount: 5 },
        },
      ],
    },
  });
  await shop.browser.open(`${shop.pages}/home`);
  expect((await shop.browser.follow("A vase")).text).toContain("$20.00");
  expect(shop.browser.shown.body).toMatch(/name="text-0"[^>]*maxlength="5"/);
  const missing = await shop.browser.press("Add to cart", { "text-0": "" });
  expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('needs "Your text"')]);
  const cart = await shop.browser.press("Add to cart", { "option-0": "Gift box", "text-0": "Ada" });
  expect(cart.text).toContain("Subtotal $24.50");
});
