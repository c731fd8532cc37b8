import { storesAppId } from "../../api/models/app-ids.ts";
import type { Response } from "../../api/transport/transport.ts";
import { amountFromJson, decimal } from "../../kernel/money.ts";
import { blankCart, currentCartIfAny, insertCart, ownerOf } from "../cart/carts.ts";
import {
  addLines,
  catalogItemOf,
  removeLines,
  replaceCart,
  type StoredCart,
  setQuantities,
  type WireReference,
} from "../cart/index.ts";
import { showCart } from "../cart/view.ts";
import { hostedUrl } from "../checkout/checkouts.ts";
import { checkoutOfCart } from "../checkout/index.ts";
import { events } from "../events/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { redirectOf } from "../members/authorize.ts";
import { newVisitor } from "../members/tokens.ts";
import {
  formatPrice,
  products,
  productsV3,
  type StoredProduct,
  type StoredProductV3,
} from "../products/index.ts";
import { visitorCookie } from "./browser-login.ts";
import {
  button,
  facts,
  field,
  form,
  formProblem,
  type Html,
  html,
  lineName,
  linkTo,
  originPath,
  type Page,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
  select,
} from "./page.ts";
import { redirectSessionOf, returnTargets } from "./redirect.ts";
import { whenAndWhere } from "./tickets.ts";

/** The first page of a sandbox: what can be bought, and what a storefront needs to use the sandbox. */
export const home: Page = {
  show(visit) {
    const { tx } = visit;
    const shown = listedProducts(tx);
    const upcoming = tx.query(events, {
      filter: { status: { $in: ["UPCOMING", "STARTED"] } },
      sort: [{ fieldName: "dateAndTimeSettings.startDate", order: "ASC" }],
      limit: 8,
    }).items;
    return page({
      title: "Sandbox",
      visit,
      wide: true,
      body: html`<p>This is a shop for tests. Its API has the paths of the platform, at the address of this page.</p>
${
  shown.length > 0 &&
  html`<h2>Products</h2>
<ul class="tiles">${shown.map(
    ({ slug, name, price, image }) => html`<li>${image && picture(visit, image, "")}
<a href="${linkTo(visit, "product", { slug })}">${name}</a>
<span class="soft">${price}</span></li>
`,
  )}</ul>
`
}${
  upcoming.length > 0 &&
  html`<section class="card"><h2>Events</h2>
<ul class="list">${upcoming.map(
    (event) => html`<li><a href="${linkTo(visit, "event", { slug: event.slug })}">${event.title}</a>
<span class="soft">${whenAndWhere(event)}</span></li>
`,
  )}</ul></section>
`
}<section class="card"><h2>Connect a storefront</h2>
${facts([
  ["Client ID", tx.setting("clientId")],
  ["Site ID", tx.setting("siteId")],
  ["Clock", tx.now.toISOString()],
])}
<p>Requests: <code>till sandbox log --follow</code></p></section>`,
    });
  },
};

/** What the pages show of a product of either catalog version. */
interface ProductView {
  id: string;
  slug: string;
  name: string;
  price: string;
  inStock: boolean;
  description: string;
  /** The media ID. */
  image: string | undefined;
  options: readonly { name: string; choices: readonly string[]; required: boolean }[];
  texts: readonly { title: string; required: boolean; maxLength: number | null | undefined }[];
}

function listedProducts(tx: StoreTx): ProductView[] {
  const query = { filter: { visible: true }, sort: [{ fieldName: "name", order: "ASC" }], limit: 12 };
  if (catalogVersion(tx) === "V3_CATALOG")
    return tx.query(productsV3, query).items.map((one) => viewOfV3(tx, one));
  return tx.query(products, query).items.map((one) => viewOfV1(tx, one));
}

/** Returns the visible product with a slug. Throws PlatformError 404 if there is none. */
function productWith(tx: StoreTx, slug: string): ProductView {
  const isV3 = catalogVersion(tx) === "V3_CATALOG";
  const [v1, v3] = isV3
    ? [undefined, tx.findBy(productsV3, "slug", slug)]
    : [tx.findBy(products, "slug", slug), undefined];
  if (v1?.visible) return viewOfV1(tx, v1);
  if (v3?.visible) return viewOfV3(tx, v3);
  throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product with the slug "${slug}".`, { slug });
}

function viewOfV1(tx: StoreTx, product: StoredProduct): ProductView {
  const { price, discountedPrice } = product.priceData;
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    price: formatPrice(amountFromJson(discountedPrice ?? price), tx.setting("currency")),
    inStock: product.stock.inStock,
    description: plainText(product.description ?? ""),
    image: product.media.mainMedia?.id ?? undefined,
    options: product.productOptions.map(({ name, choices }) => ({
      name,
      choices: choices.filter(({ visible }) => visible !== false).map(({ description }) => description),
      required: true,
    })),
    texts: (product.customTextFields ?? []).map(({ title, mandatory, maxLength }) => {
      return { title: title ?? "", required: mandatory ?? false, maxLength };
    }),
  };
}

function viewOfV3(tx: StoreTx, product: StoredProductV3): ProductView {
  const { options, modifiers, variantsInfo, media } = product;
  const choiceModifiers = modifiers.filter(({ choicesSettings }) => choicesSettings);
  const lowest =
    product.actualPriceRange?.minValue?.amount ?? variantsInfo.variants[0]?.price.actualPrice.amount;
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    price: formatPrice(decimal(lowest ?? "0"), tx.setting("currency")),
    inStock: variantsInfo.variants.some(({ inventoryStatus }) => inventoryStatus.inStock),
    description: plainText(product.plainDescription ?? ""),
    image: media.main?.image?.id ?? undefined,
    options: [
      ...options.map((option) => ({ ...option, required: true })),
      ...choiceModifiers.map((modifier) => ({ ...modifier, required: modifier.mandatory ?? false })),
    ].map(({ name, choicesSettings, required }) => {
      return { name, choices: (choicesSettings?.choices ?? []).map((one) => one.name), required };
    }),
    texts: modifiers
      .filter(({ choicesSettings }) => !choicesSettings)
      .map(({ name, mandatory, freeTextSettings }) => {
        const { title, maxCharCount } = freeTextSettings ?? {};
        return { title: title ?? name, required: mandatory ?? false, maxLength: maxCharCount };
      }),
  };
}

/** Returns a description without its HTML tags. */
const plainText = (text: string) =>
  text
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();

const picture = ({ tx }: PageVisit, id: string, alt: string): Html =>
  html`<img src="${originPath(tx.origin)}/media/${encodeURIComponent(id)}/v1/fit/w_480,h_480/image.png" alt="${alt}" width="480" height="480">`;

/** The page of a product: its options, and a button that adds it to the cart. */
export const productPage: Page = {
  showsOutcome: true,
  show: (visit) => shownProduct(visit, productFor(visit)),
  submit(visit) {
    const { tx, form: sent } = visit;
    const product = productFor(visit);
    const given = (start: string, names: readonly string[]) =>
      Object.fromEntries(
        names.flatMap((name, index) => {
          const value = sent.get(`${start}-${index}`)?.trim();
          return value ? [[name, value]] : [];
        }),
      );
    const options = {
      options: given(
        "option",
        product.options.map(({ name }) => name),
      ),
      customTextFields: given(
        "text",
        product.texts.map(({ title }) => title),
      ),
    };
    const reference = { appId: storesAppId, catalogItemId: product.id, options };
    const quantity = Number(sent.get("quantity") ?? 1);
    try {
      const cookie = tx.attempt(() => addToCart(visit, reference, quantity));
      return redirectTo(linkTo(visit, "cart"), cookie);
    } catch (error) {
      return shownProduct(visit, product, formProblem(error));
    }
  },
};

function productFor({ tx, query }: PageVisit): ProductView {
  const slug = query.get("slug");
  if (slug !== null) return productWith(tx, slug);
  const { request } = redirectOf(tx, query.get("session"), "storesProduct");
  return productWith(tx, request.storesProduct?.productSlug ?? "");
}

function shownProduct(visit: PageVisit, product: ProductView, problem?: Problem): Response {
  const { form: sent } = visit;
  const { name, price, description, image, inStock, options, texts } = product;
  return page({
    title: name,
    visit,
    wide: true,
    problem,
    body: html`<div class="columns product">
<div>${image && picture(visit, image, name)}</div>
<div><p><strong>${price}</strong></p>
${
  description !== "" &&
  html`<p>${description}</p>
`
}${
  inStock
    ? form(
        visit,
        html`${options.map(({ name: label, choices, required }, index) =>
          select(label, { name: `option-${index}`, required, value: sent.get(`option-${index}`) ?? "" }, [
            ["", "Choose"],
            ...choices.map((one) => [one, one] as const),
          ]),
        )}${texts.map(({ title, required, maxLength }, index) =>
          field(title, {
            name: `text-${index}`,
            required,
            maxLength,
            value: sent.get(`text-${index}`) ?? "",
          }),
        )}${field("Quantity", { name: "quantity", type: "number", min: "1", value: sent.get("quantity") ?? "1", className: "short" })}
${button("Add to cart")}`,
      )
    : html`<p class="notice" role="status">This product is out of stock.</p>`
}</div></div>`,
  });
}

/** Adds an item to the cart of the visit. Returns the cookie of a new visitor, if the browser had none. */
function addToCart(visit: PageVisit, given: WireReference, quantity: number): string | undefined {
  const { tx } = visit;
  const { memberId, visitorId } = tx.caller;
  const known = visitorId ?? (memberId === undefined ? undefined : "");
  const visitor = known ?? newVisitor(tx).id;
  const own: StoreTx = known === undefined ? { ...tx, caller: { ...tx.caller, visitorId: visitor } } : tx;
  const { variantId } = catalogItemOf(own, given);
  const options = { ...(given.options as object), ...(variantId && { variantId }) };
  const before = currentCartIfAny(own);
  const cart = before ?? blankCart(own, ownerOf(own.caller));
  const lines = addLines(own, cart.lines, {
    lineItems: [{ catalogReference: { ...given, options }, quantity }],
  });
  if (before) replaceCart(own, before, { ...cart, lines });
  else insertCart(own, { ...cart, lines });
  return known === undefined ? visitorCookie(tx, visitor) : undefined;
}

/** The cart of the visit: quantities, and the way to the checkout. */
export const cartPage: Page = {
  showsOutcome: true,
  show: (visit) => shownCart(visit),
  submit(visit) {
    const { tx, form: sent } = visit;
    const cart = currentCartIfAny(tx);
    if (!cart) return shownCart(visit);
    const removed = sent.get("remove");
    try {
      return tx.attempt(() => {
        if (removed) {
          replaceCart(tx, cart, { ...cart, lines: removeLines(cart.lines, [removed]) });
          return redirectTo(linkTo(visit, "cart"));
        }
        const after = withQuantities(tx, cart, sent);
        if (sent.get("do") !== "checkout") return redirectTo(linkTo(visit, "cart"));
        const { id } = checkoutOfCart(tx, after, { channelType: "WEB" });
        const { pathname, searchParams } = new URL(hostedUrl(tx, { id }));
        const session = redirectSessionOf(visit)?.id;
        return redirectTo(
          `${pathname}?${new URLSearchParams({ ...(session && { session }), ...Object.fromEntries(searchParams) })}`,
        );
      });
    } catch (error) {
      return shownCart(visit, formProblem(error));
    }
  },
};

function withQuantities(tx: StoreTx, cart: StoredCart, sent: URLSearchParams): StoredCart {
  const updates = cart.lines.flatMap(({ id, quantity }) => {
    const given = Number(sent.get(`quantity-${id}`) ?? quantity);
    return given === quantity ? [] : [{ id, quantity: given }];
  });
  return replaceCart(tx, cart, { ...cart, lines: setQuantities(tx, cart.lines, updates) }).cart;
}

function shownCart(visit: PageVisit, problem?: Problem): Response {
  const { tx } = visit;
  const cart = currentCartIfAny(tx);
  const hasOwner = tx.caller.memberId !== undefined || tx.caller.visitorId !== undefined;
  if (!cart || !hasOwner || cart.lines.length === 0)
    return page({
      title: "Your cart",
      visit,
      body: html`<p>Your cart is empty.</p>
<p><a class="button" href="${linkTo(visit, "home")}">See what there is</a></p>`,
    });
  const { lineItems, subtotal } = showCart(tx, cart);
  return page({
    title: "Your cart",
    visit,
    wide: true,
    problem,
    formTargets: returnTargets(visit),
    body: form(
      visit,
      // Enter in a field submits with the first button, which must not remove anything.
      html`<button hidden name="do" value="update">Update cart</button>
<table>
<caption class="small soft">Items in your cart</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>${(lineItems ?? []).map((line) => {
        const { id, productName, quantity, lineItemPrice } = line;
        const name = productName?.original ?? "";
        return html`<tr><td>${lineName(line)}<br><button class="link small" name="remove" value="${id}" aria-label="Remove ${name}">Remove</button></td>
<td><input class="short" type="number" min="1" name="quantity-${id}" value="${quantity}" aria-label="Quantity of ${name}"></td><td>${lineItemPrice?.formattedAmount}</td></tr>
`;
      })}</tbody>
<tfoot><tr class="total"><th scope="row" colspan="2">Subtotal</th><td>${subtotal?.formattedAmount}</td></tr></tfoot>
</table>
<p class="soft small">Delivery and tax are added at checkout.</p>
${button("Update cart", "do", "update", "plain")}${button("Check out", "do", "checkout")}`,
      "card",
    ),
  });
}
