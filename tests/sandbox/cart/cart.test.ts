import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { newYork, openVisitorShop, shopApp, type VisitorShop } from "../support/visitor-shop.ts";

const current = "/ecom/v1/carts/current";
const oat = { Colour: "Oat" };
let shop: VisitorShop;
beforeEach(async () => {
  shop = await openVisitorShop();
});
afterEach(() => shop.close());

const linesOf = (cart: { lineItems: { productName: { original: string }; quantity: number }[] }) =>
  cart.lineItems.map(({ productName, quantity }) => [productName.original, quantity]);

describe("the current cart", () => {
  test("exists from the first item on, belongs to the visitor and persists", async () => {
    expect(await shop.rejected("GET", current)).toEqual([
      404,
      "OWNED_CART_NOT_FOUND",
      "There is no current cart. Add an item to create one",
    ]);
    const cart = await shop.add("stoneware-mug", 2, oat);
    expect(linesOf(cart)).toEqual([["Stoneware Mug", 2]]);
    const other = await shop.newVisitor();
    const { cart: theirs } = (await shop.ask("GET", current, undefined, other)).body;
    expect(theirs.id).not.toBe(cart.id);
    expect((await shop.visitor("GET", current)).cart).toEqual(cart);
  });

  test("raises the quantity of a line with the same item and options; other items get new lines", async () => {
    const [first] = (await shop.add("stoneware-mug", 2, oat)).lineItems;
    await shop.add("stoneware-mug", 1, { Colour: "Ink" });
    const cart = await shop.add("stoneware-mug", 3, oat);
    expect(linesOf(cart)).toEqual([
      ["Stoneware Mug", 5],
      ["Stoneware Mug", 1],
    ]);
    expect(cart.lineItems[0].id).toBe(first.id);
    expect(cart.revision).toBe("3");
  });

  test("shows the options, image, weight and stock of a line", async () => {
    const [line] = (await shop.add("stoneware-mug", 2, oat)).lineItems;
    expect(line).toMatchObject({
      url: { relativePath: "/product-page/stoneware-mug" },
      descriptionLines: [{ name: { original: "Colour" }, colorInfo: { original: "Oat", code: "#f4efe6" } }],
      image: { id: expect.stringContaining("stoneware-mug-oat") },
      physicalProperties: { sku: "MUG-OAT", weight: 0.38, shippable: true },
      availability: { status: "AVAILABLE", quantityAvailable: 42 },
      price: { amount: "24.00", formattedAmount: "$24.00", convertedAmount: "24.00" },
      itemType: { preset: "PHYSICAL" },
    });
    const [reduced] = (await shop.add("dinner-plate-watt", 1, { Size: "27 cm" })).lineItems.slice(1);
    expect([reduced.price.amount, reduced.fullPrice.amount]).toEqual(["27.20", "32.00"]);
  });

  test("accepts a variant ID", async () => {
    const { id, variants } = await shop.productOf("stoneware-mug");
    const { variant, id: variantId } = variants[1];
    const reference = {
      appId: "1380b703-ce81-ff05-f115-39571d94dfcd",
      catalogItemId: id,
      options: { variantId },
    };
    const lineItems = [{ catalogReference: reference, quantity: 1 }];
    const { cart } = await shop.visitor("POST", `${current}/add-to-cart`, { lineItems });
    expect(cart.lineItems[0].physicalProperties.sku).toBe(variant.sku);
    const other = { ...reference, options: { variantId: "00000000-0000-4000-8000-000000000009" } };
    const added = await shop.visitor("POST", `${current}/add-to-cart`, {
      lineItems: [{ catalogReference: other, quantity: 1 }],
    });
    expect(added.cart.lineItems.at(-1).availability.status).toBe("NOT_FOUND");
  });

  test("requires the texts of a product and shows them, within their length", async () => {
    const wrapped = async (slug: string, texts: Record<string, string>) => ({
      lineItems: [{ catalogReference: await shop.item(slug, undefined, texts), quantity: 1 }],
    });
    const path = `${current}/add-to-cart`;
    const why = async (text: string) =>
      (await shop.rejected("POST", path, await wrapped("gift-wrapping", { "For whom?": text })))[2];
    expect(await why(" ")).toBe('"Gift Wrapping" needs the text "For whom?"');
    expect(await why("x".repeat(61))).toBe(
      'The text "For whom?" of "Gift Wrapping" is 61 characters long; at most 60 are allowed',
    );
    await shop.visitor("POST", path, await wrapped("gift-wrapping", { "For whom?": "Ada & Bob" }));
    const { cart } = await shop.visitor("POST", path, await wrapped("tasting-box", {}));
    expect(cart.lineItems[0].descriptionLines).toMatchObject([
      { name: { original: "For whom?" }, plainText: { original: "Ada & Bob" } },
    ]);
    expect(cart.lineItems[1].descriptionLines).toEqual([]);
  });

  test("follows the shop's current prices and stock", async () => {
    const cart = await shop.add("stoneware-mug", 5, oat);
    const { id, variants } = await shop.productOf("stoneware-mug");
    const mug = variants.find((one: { choices: object }) => Object.values(one.choices).includes("Oat"));
    const decrement = { decrementData: [{ productId: id, variantId: mug.id, decrementBy: 39 }] };
    await shop.ask("POST", "/stores/v2/inventoryItems/decrement", decrement);
    const after = (await shop.visitor("GET", current)).cart;
    expect(after.lineItems[0].availability).toEqual({ status: "PARTIALLY_AVAILABLE", quantityAvailable: 3 });
    const { violations } = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(violations).toEqual([
      {
        severity: "WARNING",
        target: {
          lineItem: { name: "LINE_ITEM_DEFAULT", id: cart.lineItems[0].id, suggestedFix: "REMOVE_LINE_ITEM" },
        },
        description: '"Stoneware Mug" has 3 in stock, not 5',
      },
    ]);
    await shop.ask("DELETE", `/stores/v1/products/${id}`);
    const gone = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(gone.cart.lineItems[0]).toMatchObject({
      productName: { original: "Stoneware Mug" },
      price: { amount: "24.00" },
      availability: { status: "NOT_FOUND" },
    });
    expect(gone.violations[0]).toMatchObject({ severity: "ERROR" });
  });

  test("cuts quantities down to the stock, and changes lines completely or not at all", async () => {
    const [mug] = (await shop.add("stoneware-mug", 2, oat)).lineItems;
    const [, cups] = (await shop.add("espresso-cup-set", 1)).lineItems;
    const set = `${current}/update-line-items-quantity`;
    const wrong = {
      lineItems: [
        { id: mug.id, quantity: 3 },
        { id: mug.catalogReference.catalogItemId, quantity: 1 },
      ],
    };
    expect((await shop.rejected("POST", set, wrong)).slice(0, 2)).toEqual([
      404,
      "LINE_ITEM_NOT_FOUND_IN_CART",
    ]);
    expect(linesOf((await shop.visitor("GET", current)).cart)).toEqual([
      ["Stoneware Mug", 2],
      ["Espresso Cup, Set of Four", 1],
    ]);
    const many = await shop.visitor("POST", set, { lineItems: [{ id: cups.id, quantity: 24 }] });
    expect(linesOf(many.cart).at(-1)).toEqual(["Espresso Cup, Set of Four", 23]);
    await shop.visitor("POST", set, { lineItems: [{ id: cups.id, quantity: 1 }] });
    const { cart } = await shop.visitor("POST", set, { lineItems: [{ id: mug.id, quantity: 42 }] });
    expect(cart.subtotal.amount).toBe("1056.00");
    const removed = await shop.visitor("POST", `${current}/remove-line-items`, { lineItemIds: [mug.id] });
    expect(linesOf(removed.cart)).toEqual([["Espresso Cup, Set of Four", 1]]);
    const [status, code] = await shop.rejected("POST", `${current}/remove-line-items`, {
      lineItemIds: [mug.id],
    });
    expect([status, code]).toEqual([404, "LINE_ITEM_NOT_FOUND_IN_CART"]);
  });

  test("cuts quantities of lines that share their stock down to the stock together", async () => {
    const { variants } = await shop.productOf("stoneware-mug");
    const { id: variantId } = variants.find((one: { choices: object }) =>
      isDeepStrictEqual(one.choices, oat),
    );
    await shop.add("stoneware-mug", 1, oat);
    const { catalogItemId, appId } = (await shop.item("stoneware-mug")) as Record<string, string>;
    const lineItems = [{ catalogReference: { appId, catalogItemId, options: { variantId } }, quantity: 1 }];
    const { cart } = await shop.visitor("POST", `${current}/add-to-cart`, { lineItems });
    const set = async (...quantities: number[]) => {
      const changes = quantities.map((quantity, index) => ({ id: cart.lineItems[index].id, quantity }));
      const path = `${current}/update-line-items-quantity`;
      const after = (await shop.visitor("POST", path, { lineItems: changes })).cart;
      return after.lineItems.map(({ quantity }: { quantity: number }) => quantity);
    };
    expect(await set(50)).toEqual([41, 1]);
    expect(await set(30, 30)).toEqual([30, 12]);
    expect(await set(2, 40)).toEqual([2, 40]);
  });

  test("adds items that cannot be sold, and reports their availability", async () => {
    const add = async (reference: object, quantity = 1) => {
      const lineItems = [{ catalogReference: reference, quantity }];
      return (await shop.visitor("POST", `${current}/add-to-cart`, { lineItems })).cart.lineItems.at(-1);
    };
    const mug = await shop.item("stoneware-mug", oat);
    const guid = "00000000-0000-4000-8000-000000000000";
    expect(await add({ ...mug, catalogItemId: guid })).toMatchObject({
      availability: { status: "NOT_FOUND" },
    });
    expect(await add({ ...mug, appId: guid })).toMatchObject({ availability: { status: "NOT_FOUND" } });
    expect(await add(await shop.item("stoneware-mug", { Colour: "Moss" }))).toMatchObject({
      quantity: 1,
      availability: { status: "NOT_AVAILABLE", quantityAvailable: 0 },
    });
    const many = await add(mug, 43);
    expect(many).toMatchObject({
      quantity: 43,
      availability: { status: "PARTIALLY_AVAILABLE", quantityAvailable: 42 },
    });
    // The order is what the platform rejects.
    const checkoutId = await shop.checkout();
    const order = await shop.rejected("POST", `/ecom/v1/checkouts/${checkoutId}/create-order`, {});
    expect(order[0]).toBe(409);
  });

  test("fails on an empty product ID, as the live platform does", async () => {
    const reference = { ...(await shop.item("stoneware-mug", oat)), catalogItemId: "" };
    const lineItems = [{ catalogReference: reference, quantity: 1 }];
    const [status, , message] = await shop.rejected("POST", `${current}/add-to-cart`, { lineItems });
    expect([status, message]).toEqual([500, "catalogItemId has size 0, expected 1 or more"]);
  });

  test("reports what is wrong with an item and changes nothing", async () => {
    const add = async (reference: object) =>
      await shop.rejected("POST", `${current}/add-to-cart`, {
        lineItems: [{ catalogReference: reference, quantity: 1 }],
      });
    expect(await add(await shop.item("stoneware-mug"))).toEqual([
      400,
      "INVALID_OPTIONS",
      '"Stoneware Mug" needs the option "Colour": choose Oat, Ink or Moss',
    ]);
    expect((await add(await shop.item("stoneware-mug", { Colour: "Pink" })))[2]).toBe(
      'The option "Colour" of "Stoneware Mug" has no choice "Pink": choose Oat, Ink or Moss',
    );
    expect((await add(await shop.item("stoneware-mug", { ...oat, Size: "L" })))[2]).toContain(
      'no option "Size"',
    );
    expect((await shop.rejected("POST", `${current}/add-to-cart`, {}))[1]).toBe("NO_LINE_ITEMS_TO_ADD");
    expect((await shop.rejected("GET", current))[1]).toBe("OWNED_CART_NOT_FOUND");
  });

  test("rejects a quantity of 0, below 0 and in parts in each call, and keeps the quantity of the line", async () => {
    const { lineItems } = await shop.add("stoneware-mug", 2, oat);
    const [{ id, catalogReference }] = lineItems;
    const box = { productName: { original: "Box" }, price: "18", itemType: { preset: "DIGITAL" } };
    const calls: [path: string, field: string, item: object][] = [
      ["add-to-cart", "lineItems", { catalogReference }],
      ["add-to-cart", "customLineItems", box],
      ["update-line-items-quantity", "lineItems", { id }],
    ];
    for (const [path, field, given] of calls)
      for (const quantity of [0, -1, 1.5]) {
        const body = { [field]: [{ ...given, quantity }] };
        expect((await shop.rejected("POST", `${current}/${path}`, body)).slice(0, 2)).toEqual([
          400,
          `${field}[0].quantity`,
        ]);
      }
    const { cart } = await shop.visitor("GET", current);
    expect([linesOf(cart), cart.subtotal.amount]).toEqual([[["Stoneware Mug", 2]], "48.00"]);
  });

  test("accepts custom items with their own price", async () => {
    const engraving = {
      productName: { original: "Engraving" },
      price: "4.50",
      quantity: 3,
      itemType: { preset: "SERVICE" },
      serviceProperties: { scheduledDate: "2026-12-01T09:00:00.000Z" },
    };
    const { cart } = await shop.visitor("POST", `${current}/add-to-cart`, { customLineItems: [engraving] });
    expect(cart.lineItems[0]).toMatchObject({
      customLineItem: true,
      lineItemPrice: { amount: "13.50" },
      serviceProperties: { scheduledDate: "2026-12-01T09:00:00.000Z" },
    });
    const sides = [{ modifiers: [{ price: "1.50", quantity: 2 }, { price: "0.25" }] }];
    const more = { customLineItems: [{ ...engraving, quantity: 2, modifierGroups: sides }] };
    const { lineItems } = (await shop.visitor("POST", `${current}/add-to-cart`, more)).cart;
    expect(lineItems[1]).toMatchObject({ price: { amount: "7.75" }, lineItemPrice: { amount: "15.50" } });
    for (const [given, code] of [
      [{ productName: { original: "" } }, "customLineItems[0].productName.original"],
      [{ quantityAvailable: 2 }, "INSUFFICIENT_INVENTORY"],
    ] as const) {
      const customLineItems = [{ ...engraving, ...given }];
      expect((await shop.rejected("POST", `${current}/add-to-cart`, { customLineItems }))[1]).toBe(code);
    }
    const wrong = { ...engraving, depositAmount: "5" };
    expect((await shop.rejected("POST", `${current}/add-to-cart`, { customLineItems: [wrong] }))[1]).toBe(
      "DEPOSIT_AMOUNT_GREATER_THAN_UNIT_PRICE",
    );
  });

  test("is updated field by field; lists are replaced, and remaining items keep their IDs", async () => {
    const [mug] = (await shop.add("stoneware-mug", 2, oat)).lineItems;
    const contactInfo = { address: { ...newYork, geocode: { latitude: 40.7, longitude: -74 } } };
    await shop.visitor("PATCH", current, { cartInfo: { buyerNote: "Ring twice", contactInfo } });
    const lineItems = [
      { catalogReference: mug.catalogReference, quantity: 4 },
      { catalogReference: await shop.item("espresso-cup-set"), quantity: 1 },
    ];
    const change = { cartInfo: { buyerNote: "" }, lineItems };
    const discounted = { ...change, merchantDiscounts: [{ percentage: 50 }] };
    expect((await shop.rejected("PATCH", current, discounted)).slice(0, 2)).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
    const { cart } = await shop.visitor("PATCH", current, change);
    expect(linesOf(cart)).toEqual([
      ["Stoneware Mug", 4],
      ["Espresso Cup, Set of Four", 1],
    ]);
    expect(cart.lineItems[0].id).toBe(mug.id);
    expect(cart).toMatchObject({
      contactInfo,
      subtotal: { amount: "144.00" },
    });
    expect(cart).not.toHaveProperty("buyerNote");
    const again = await shop.visitor("PATCH", current, change);
    expect(again.cart).toEqual(cart);
    const masked = await shop.visitor("PATCH", current, { cartInfo: {}, cartFieldmask: "contactInfo" });
    expect(masked.cart).not.toHaveProperty("contactInfo");
    const stale = { cartInfo: { revision: "1", buyerNote: "x" } };
    expect((await shop.rejected("PATCH", current, stale))[1]).toBe("REVISION_MISMATCH");
  });

  test("rejects an address without a country and a tax ID with wrong check digits", async () => {
    await shop.add("stoneware-mug", 1, oat);
    const patch = async (contactInfo: object) =>
      (await shop.rejected("PATCH", current, { cartInfo: { contactInfo } }))[1];
    expect(await patch({ address: { country: "Germany" } })).toBe("cartInfo.contactInfo.address.country");
    expect(await patch({ address: { city: "Berlin" } })).toBe("cartInfo.contactInfo.address.country");
    expect(await patch({ address: { country: "DE", geocode: { latitude: 91, longitude: 0 } } })).toBe(
      "cartInfo.contactInfo.address.geocode.latitude",
    );
    const vatId = (id: string, type: string) => ({ contactDetails: { vatId: { id, type } } });
    expect(await patch(vatId("529.982.247-26", "CPF"))).toBe("cartInfo.contactInfo.contactDetails.vatId.id");
    const { cart } = await shop.visitor("PATCH", current, {
      cartInfo: { contactInfo: vatId("529.982.247-25", "CPF") },
    });
    expect(cart.contactInfo.contactDetails.vatId).toEqual({ id: "529.982.247-25", type: "CPF" });
  });

  test("emits events when created, changed and deleted, but not without a change", async () => {
    await shop.add("stoneware-mug", 2, oat);
    await shop.visitor("PATCH", current, { cartInfo: { buyerNote: "Hello" } });
    await shop.visitor("PATCH", current, { cartInfo: { buyerNote: "Hello" } });
    await shop.visitor("DELETE", current);
    const emitted = (await shop.events()).filter((type) => type.startsWith("wix.ecom.v1.cart_"));
    expect(emitted.map((type) => type.replace(/^.*_/, ""))).toEqual(["created", "updated", "deleted"]);
    expect((await shop.rejected("DELETE", current))[0]).toBe(404);
  });
});

describe("coupons", () => {
  const use = async (couponCode: string) => await shop.rejected("PATCH", current, { couponCode });
  beforeEach(async () => {
    await shop.add("stoneware-mug", 2, oat);
  });

  test("apply in any letter case and can be removed", async () => {
    const { cart } = await shop.visitor("PATCH", current, { couponCode: " welcome10 " });
    expect(cart).toMatchObject({
      discount: { amount: "4.80" },
      subtotalAfterDiscounts: { amount: "43.20" },
      appliedDiscounts: [
        { coupon: { code: "WELCOME10", amount: { amount: "4.80" } }, discountType: "GLOBAL" },
      ],
    });
    expect(cart.lineItems[0].lineItemPrice.amount).toBe("43.20");
    const without = await shop.visitor("POST", `${current}/remove-coupon`, {});
    expect(without.cart).toMatchObject({ discount: { amount: "0.00" }, appliedDiscounts: [] });
  });

  test("that are invalid are rejected with the reason and do not change the cart", async () => {
    expect(await use("NOPE")).toEqual([404, "ERROR_COUPON_DOES_NOT_EXIST", 'There is no coupon "NOPE"']);
    expect((await use("SUMMER25"))[1]).toBe("ERROR_COUPON_HAS_EXPIRED");
    expect((await use("FIRST100"))[1]).toBe("ERROR_COUPON_USAGE_EXCEEDED");
    const later = { code: "later", percent: "5", start: "2099-01-01T00:00:00.000Z" };
    await shop.control("POST", "coupons", { coupon: later });
    expect((await use("LATER"))[1]).toBe("ERROR_COUPON_IS_NOT_ACTIVE_YET");
    expect((await shop.visitor("GET", current)).cart.appliedDiscounts).toEqual([]);
  });

  test("that do not apply to the items stay in the cart with the reason", async () => {
    await shop.visitor("PATCH", current, { couponCode: "FIVEOFF" });
    const { id } = await shop.productOf("espresso-cup-set");
    const cups = { code: "CUPS", amount: "7", productIds: [id] };
    await shop.control("POST", "coupons", { coupon: cups });
    await shop.visitor("PATCH", current, { couponCode: "CUPS" });
    const none = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(none.calculationErrors.couponCalculationError.applicationError).toMatchObject({
      code: "ERROR_COUPON_NOT_APPLICABLE",
      description: "The coupon CUPS does not apply to these items",
    });
    await shop.add("espresso-cup-set", 1);
    const some = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(some.calculationErrors).not.toHaveProperty("couponCalculationError");
    expect(some.appliedDiscounts).toMatchObject([
      { coupon: { amount: { amount: "7.00" } }, discountType: "SPECIFIC_ITEMS" },
    ]);
    await shop.control("DELETE", "coupons/CUPS");
    const gone = await shop.visitor("POST", `${current}/estimate-totals`, {});
    expect(gone.calculationErrors.couponCalculationError.applicationError.code).toBe(
      "ERROR_COUPON_DOES_NOT_EXIST",
    );
  });
});

test("totals that exclude the delivery have no problem with it", async () => {
  await shop.add("espresso-cup-set", 1);
  const contactInfo = { address: { country: "US", subdivision: "US-NY", city: "New York" } };
  await shop.visitor("PATCH", current, { cartInfo: { contactInfo } });
  const { shippingInfo } = await shop.visitor("POST", `${current}/estimate-totals`, {});
  const { code } = shippingInfo.selectedCarrierServiceOption;
  await shop.visitor("PATCH", current, { cartInfo: { selectedShippingOption: { code } } });
  const bare = await shop.visitor("POST", `${current}/estimate-totals`, { calculateShipping: false });
  expect(bare.calculationErrors).not.toHaveProperty("selectedShippingOptionError");
});

test("an unknown coupon ID is a problem of calculated totals", async () => {
  const lineItems = [{ id: "1", quantity: 1, price: "24" }];
  const totals = await shop.ok("POST", "/ecom/v1/calculate-totals", { lineItems, couponId: "gone" });
  expect(totals.calculationErrors.couponCalculationError.applicationError.code).toBe(
    "ERROR_COUPON_DOES_NOT_EXIST",
  );
});

describe("a cart by ID", () => {
  test("is not a current cart, and is found by its ID and by its checkout", async () => {
    const catalogReference = await shop.item("stoneware-mug", oat);
    const created = await shop.visitor("POST", "/ecom/v1/carts", {
      lineItems: [{ catalogReference, quantity: 1 }],
    });
    const { id } = created.cart;
    expect((await shop.rejected("GET", current))[1]).toBe("OWNED_CART_NOT_FOUND");
    const { checkoutId } = await shop.visitor("POST", `/ecom/v1/carts/${id}/create-checkout`, {
      channelType: "POS",
    });
    expect((await shop.visitor("GET", `/ecom/v1/carts/by-checkout-id/${checkoutId}`)).cart.id).toBe(id);
    expect((await shop.rejected("POST", "/ecom/v1/carts", {}))[1]).toBe("CANT_CREATE_CART_WITHOUT_ITEMS");
    const place = "00000000-0000-4000-8000-00000000b12c";
    const more = { lineItems: [{ catalogReference, quantity: 1 }] };
    await shop.visitor("POST", `/ecom/v1/carts/${id}/add-to-cart`, { ...more, businessLocationId: place });
    const other = { ...more, businessLocationId: place.replace("b12c", "b12d") };
    expect((await shop.rejected("POST", `/ecom/v1/carts/${id}/add-to-cart`, other))[1]).toBe(
      "CART_IS_ALREADY_ASSOCIATED_WITH_DIFFERENT_LOCATION",
    );
  });
});

describe("catalog v3", () => {
  test("supports variants and stock", async () => {
    const v3 = await openVisitorShop({ catalog: "v3" });
    const { id } = await v3.productOf("stoneware-mug");
    const { body } = await v3.ask("GET", `/stores/v3/products/${id}`);
    const [oatId, , mossId] = body.product.variantsInfo.variants.map((one: { id: string }) => one.id);
    const variant = (variantId: string) => ({ appId: shopApp, catalogItemId: id, options: { variantId } });
    const addVariant = async (variantId: string, quantity: number) => {
      const lineItems = [{ catalogReference: variant(variantId), quantity }];
      return (await v3.visitor("POST", `${current}/add-to-cart`, { lineItems })).cart;
    };
    const cart = await addVariant(oatId, 2);
    expect(cart.lineItems[0]).toMatchObject({
      productName: { original: "Stoneware Mug" },
      lineItemPrice: { amount: "48.00" },
      physicalProperties: { sku: "MUG-OAT", weight: 0.38 },
      availability: { status: "AVAILABLE", quantityAvailable: 42 },
    });
    // Without a variant the call succeeds and adds nothing, even if it names the choices.
    expect((await v3.add("stoneware-mug", 1)).lineItems).toEqual(cart.lineItems);
    expect((await v3.add("stoneware-mug", 1, oat)).lineItems).toEqual(cart.lineItems);
    const gone = (await addVariant(mossId, 1)).lineItems.at(-1);
    expect(gone.availability).toEqual({ status: "NOT_AVAILABLE", quantityAvailable: 0 });
    const unknown = (await addVariant("00000000-0000-4000-8000-000000000000", 1)).lineItems.at(-1);
    expect(unknown.availability.status).toBe("NOT_FOUND");
    const lineItemIds = [gone.id, unknown.id];
    await v3.visitor("POST", `${current}/remove-line-items`, { lineItemIds });
    const checkoutId = await v3.checkout();
    await v3.visitor("POST", `/ecom/v1/checkouts/${checkoutId}/create-order`, {});
    const [line] = (await addVariant(oatId, 1)).lineItems;
    expect(line.availability.quantityAvailable).toBe(40);
    v3.close();
  });

  test("modifiers add to the price and the description; those that are mandatory are required", async () => {
    const v3 = await openVisitorShop({ catalog: "v3" });
    onTestFinished(() => v3.close());
    const choices = [
      { name: "Gift box", choiceType: "CHOICE_TEXT", addedPrice: "4.50" },
      { name: "Paper", choiceType: "CHOICE_TEXT" },
    ];
    const product = {
      name: "Vase",
      productType: "PHYSICAL",
      physicalProperties: {},
      variantsInfo: { variants: [{ price: { actualPrice: { amount: "20.00" } }, visible: true }] },
      modifiers: [
        {
          name: "Wrapping",
          modifierRenderType: "TEXT_CHOICES",
          mandatory: false,
          choicesSettings: { choices },
        },
        {
          name: "Engraving",
          modifierRenderType: "FREE_TEXT",
          mandatory: true,
          freeTextSettings: { title: "Your text", minCharCount: 2, maxCharCount: 5 },
        },
      ],
    };
    const created = await v3.ask("POST", "/stores/v3/products-with-inventory", {
      product: {
        ...product,
        variantsInfo: {
          variants: [{ ...product.variantsInfo.variants[0], inventoryItem: { quantity: 9 } }],
        },
      },
    });
    expect(created.status).toBe(200);
    const { id, variantsInfo } = created.body.product;
    const variantId = variantsInfo.variants[0].id;
    const vase = (options: Record<string, string>, customTextFields: Record<string, string> = {}) => ({
      lineItems: [
        {
          catalogReference: {
            appId: shopApp,
            catalogItemId: id,
            options: { variantId, options, customTextFields },
          },
          quantity: 2,
        },
      ],
    });
    const path = `${current}/add-to-cart`;
    const why = async (body: object) => (await v3.rejected("POST", path, body))[2];
    expect(await why(vase({}))).toBe('"Vase" needs "Your text"');
    expect(await why(vase({}, { "Your text": "A" }))).toBe(
      'The text "Your text" of "Vase" is 1 characters long; 2 to 5 are allowed',
    );
    expect(await why(vase({ Wrapping: "Foil" }, { "Your text": "A & B" }))).toBe(
      '"Wrapping" of "Vase" has no choice "Foil": choose Gift box or Paper',
    );
    const { cart } = await v3.visitor("POST", path, vase({ Wrapping: "Gift box" }, { "Your text": "A & B" }));
    expect(cart.lineItems[0]).toMatchObject({
      price: { amount: "24.50" },
      lineItemPrice: { amount: "49.00" },
      descriptionLines: [
        { name: { original: "Wrapping" }, plainText: { original: "Gift box" } },
        { name: { original: "Your text" }, plainText: { original: "A & B" } },
      ],
    });
  });
});

test("a product of catalog v3 is sold at the price of the chosen subscription", async () => {
  const v3 = await openVisitorShop({ catalog: "v3" });
  onTestFinished(() => v3.close());
  const monthly = {
    title: "Monthly",
    description: "A bag a month",
    frequency: "MONTH",
    interval: 1,
    autoRenewal: true,
  };
  const price = { actualPrice: { amount: "10.00" } };
  const { product } = await v3.ok("POST", "/stores/v3/products-with-inventory", {
    product: {
      name: "Beans",
      productType: "PHYSICAL",
      physicalProperties: {},
      subscriptionDetails: {
        allowOneTimePurchases: false,
        subscriptions: [{ ...monthly, discount: { type: "PERCENT", percentOff: 15 } }],
      },
      variantsInfo: { variants: [{ price, visible: true, inventoryItem: { quantity: 9 } }] },
    },
  });
  const [subscription] = product.subscriptionDetails.subscriptions;
  const [{ id: variantId }] = product.variantsInfo.variants;
  const path = `${current}/add-to-cart`;
  const beans = (subscriptionOptionId?: string) => {
    const options = { variantId, ...(subscriptionOptionId && { subscriptionOptionId }) };
    const catalogReference = { appId: shopApp, catalogItemId: product.id, options };
    return { lineItems: [{ catalogReference, quantity: 2 }] };
  };
  expect((await v3.rejected("POST", path, beans()))[2]).toBe(
    '"Beans" is sold by subscription only: choose Monthly',
  );
  expect((await v3.rejected("POST", path, beans("other")))[2]).toBe('"Beans" has no subscription other');
  const { cart } = await v3.visitor("POST", path, beans(subscription.id));
  expect(cart.lineItems[0]).toMatchObject({
    price: { amount: "8.50" },
    fullPrice: { amount: "10.00" },
    lineItemPrice: { amount: "17.00" },
    subscriptionOptionInfo: { title: { original: "Monthly" }, subscriptionSettings: { frequency: "MONTH" } },
  });
});

test("the limits of a cart hold for sums, too", async () => {
  const { product } = (
    await shop.ask("POST", "/stores/v1/products", {
      product: { name: "Bead", productType: "physical", priceData: { price: 0.1 } },
    })
  ).body;
  const catalogReference = { appId: shopApp, catalogItemId: product.id };
  const add = (quantity: number) => ({ lineItems: [{ catalogReference, quantity }] });
  await shop.visitor("POST", `${current}/add-to-cart`, add(99_999));
  expect(await shop.rejected("POST", `${current}/add-to-cart`, add(2))).toEqual([
    400,
    "lineItems[0].quantity",
    'INVALID_ARGUMENT: "lineItems[0].quantity" must be 1 or less: the cart already has 99999',
  ]);
  const { cart } = await shop.visitor("POST", `${current}/add-to-cart`, add(1));
  expect(cart.lineItems[0].quantity).toBe(100_000);
});
