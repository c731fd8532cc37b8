import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";

/** `till settings templates …` */
export const templates = genericGroup({
  name: "templates",
  service: "checkoutTemplates",
  kind: "checkoutTemplate",
  reference: { name: "<template>", describe: "id or name of the first custom item" },
  matchKeys: ["customLineItems.0.productName.original"],
  fields: {
    id: { filter: "text" },
    status: { filter: ["ACTIVE", "INACTIVE"] },
    couponCode: { label: "Coupon", filter: { here: "text" } },
    customItems: { path: "customLineItems.productName.original", grow: true },
    products: { path: "lineItems.catalogReference.catalogItemId" },
  },
  list: "status customItems products couponCode id",
  flags: [
    {
      flags: "--status <status>",
      field: "status",
      describe: "status",
      choices: ["ACTIVE", "INACTIVE"],
    },
    { flags: "--coupon <code>", field: "couponCode", describe: "coupon code applied to its checkouts" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      "till settings templates list # all templates",
      'till settings templates list --filter "status = ACTIVE" --json # only active templates, as JSON',
    ]),
    getVerb(resource, [
      'till settings templates get "Tea ceremony for two" # by the name of its first custom item',
      'till settings templates get "Tea ceremony for two" --jq ".customLineItems[].price" # only the prices of its items',
    ]),
    createVerb(resource, [
      "till settings templates create -f customLineItems[0].productName.original=Workshop -f customLineItems[0].price=35 -f customLineItems[0].itemType.preset=SERVICE -f customLineItems[0].quantity=1 # with one custom item",
      'till settings templates create --coupon WELCOME --input \'{"customLineItems":[{"productName":{"original":"Tour"},"price":"12","quantity":1,"itemType":{"preset":"SERVICE"}}]}\' --json # from JSON',
    ]),
    updateVerb(resource, [
      'till settings templates update "Tea ceremony for two" --status INACTIVE # deactivate a template',
      'till settings templates update "Tea ceremony for two" --coupon WELCOME # set the coupon of its checkouts',
    ]),
    {
      name: "checkout",
      summary: "Create a checkout from a template and print its URL",
      call: "createCheckout",
      args: [{ ...resource.reference, field: "checkoutTemplateId", finds: true }],
      site: "siteId",
      link: true,
      prints: "",
      kind: "checkout",
      fields: {
        checkoutUrl: { label: "URL" },
        checkoutId: {},
        purchaseFlowId: { label: "Purchase flow" },
      },
      examples: [
        'till settings templates checkout "Tea ceremony for two" # the checkout URL and id',
        'till settings templates checkout "Tea ceremony for two" --jq .checkoutUrl # only the URL, to send to a buyer',
      ],
    },
    {
      name: "redirect",
      summary: "Create a checkout from a template and print the redirect headers",
      call: "createAndRedirect",
      args: [{ ...resource.reference, field: "checkoutTemplateId", finds: true }],
      site: "siteId",
      link: true,
      prints: "headers",
      kind: "header",
      fields: {
        key: { label: "Header" },
        value: { grow: true },
      },
      examples: [
        'till settings templates redirect "Tea ceremony for two" # the redirect URL',
        'till settings templates redirect "Tea ceremony for two" --jq ".items[0].value" # only the URL, for a script',
      ],
    },
    manyVerb(resource, "create", "bulkCreate", [
      'till settings templates create-many --input \'{"checkoutTemplates":[{"customLineItems":[{"productName":{"original":"Tour"},"price":"12","quantity":1,"itemType":{"preset":"SERVICE"}}]}]}\' # from JSON',
      "till settings templates create-many -f checkoutTemplates[0].customLineItems[0].productName.original=Tour -f checkoutTemplates[0].customLineItems[0].price=12 -f checkoutTemplates[0].customLineItems[0].quantity=1 -f checkoutTemplates[0].customLineItems[0].itemType.preset=SERVICE --json # from fields",
    ]),
    deleteVerb(resource, [
      'till settings templates delete "Tea ceremony for two" # asks for confirmation',
      'till settings templates delete "Tea ceremony for two" --yes # without confirmation',
    ]),
  ],
});
