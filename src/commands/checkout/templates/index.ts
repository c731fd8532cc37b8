import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  manyVerb,
  updateVerb,
} from "../../../cli/generic/generic-resource.ts";

/** `till templates …` */
export const templates = genericGroup({
  name: "templates",
  summary: "prepared checkouts, started by an address",
  service: "checkoutTemplates",
  singular: "checkout template",
  kind: "checkoutTemplate",
  reference: { name: "<template>", describe: "id or the name of its first own item" },
  matchKeys: ["customLineItems.0.productName.original"],
  columns: [
    { header: "STATUS", path: "status" },
    { header: "OWN ITEMS", path: "customLineItems.productName.original", grow: true },
    { header: "PRODUCTS", path: "lineItems.catalogReference.catalogItemId" },
    { header: "COUPON", path: "couponCode" },
    { header: "ID", path: "id" },
  ],
  filters: { id: "text", status: ["ACTIVE", "INACTIVE"], couponCode: { here: "text" } },
  flags: [
    {
      flags: "--status <status>",
      field: "status",
      describe: "whether it works",
      choices: ["ACTIVE", "INACTIVE"],
    },
    { flags: "--coupon <code>", field: "couponCode", describe: "the coupon that its checkouts begin with" },
  ],
  verbs: (resource) => [
    listVerb(resource, [
      { run: "till templates list", does: "every template" },
      { run: "till templates list --filter 'status = ACTIVE' --json", does: "those that work" },
    ]),
    getVerb(resource, [
      { run: "till templates get 'Tea ceremony for two'", does: "one, by the name of its item" },
      { run: "till templates get 'Tea ceremony for two' --json", does: "all of it" },
    ]),
    createVerb(resource, [
      {
        run: "till templates create -f customLineItems[0].productName.original=Workshop -f customLineItems[0].price=35 -f customLineItems[0].itemType.preset=SERVICE -f customLineItems[0].quantity=1",
        does: "one item that no catalog knows",
      },
      {
        run: 'till templates create --coupon WELCOME --input \'{"customLineItems":[{"productName":{"original":"Tour"},"price":"12","quantity":1,"itemType":{"preset":"SERVICE"}}]}\' --json',
        does: "out of JSON",
      },
    ]),
    updateVerb(resource, [
      { run: "till templates update 'Tea ceremony for two' --status INACTIVE", does: "switch it off" },
      { run: "till templates update 'Tea ceremony for two' --coupon WELCOME", does: "begin with a coupon" },
    ]),
    {
      name: "checkout",
      summary: "start a checkout from a template and print its address",
      call: "createCheckout",
      args: [{ ...resource.reference, field: "checkoutTemplateId", finds: true }],
      site: "siteId",
      link: true,
      prints: "",
      kind: "checkout",
      columns: [
        { header: "Address", path: "checkoutUrl" },
        { header: "Checkout id", path: "checkoutId" },
        { header: "Purchase flow", path: "purchaseFlowId" },
      ],
      examples: [
        {
          run: "till templates checkout 'Tea ceremony for two'",
          does: "the address, and the checkout's id",
        },
        {
          run: "till templates checkout 'Tea ceremony for two' --json",
          does: "as JSON",
        },
      ],
    },
    {
      name: "redirect",
      summary: "start a checkout as a button on another page does, and print where that leads",
      call: "createAndRedirect",
      args: [{ ...resource.reference, field: "checkoutTemplateId", finds: true }],
      site: "siteId",
      link: true,
      prints: "headers",
      kind: "header",
      columns: [
        { header: "HEADER", path: "key" },
        { header: "VALUE", path: "value", grow: true },
      ],
      examples: [
        { run: "till templates redirect 'Tea ceremony for two'", does: "where the browser is sent" },
        { run: "till templates redirect 'Tea ceremony for two' --json", does: "as JSON" },
      ],
    },
    manyVerb(resource, "create", "bulkCreate", [
      {
        run: 'till templates create-many --input \'{"checkoutTemplates":[{"customLineItems":[{"productName":{"original":"Tour"},"price":"12","quantity":1,"itemType":{"preset":"SERVICE"}}]}]}\'',
        does: "out of a list",
      },
      {
        run: "till templates create-many -f checkoutTemplates[0].customLineItems[0].productName.original=Tour -f checkoutTemplates[0].customLineItems[0].price=12 -f checkoutTemplates[0].customLineItems[0].quantity=1 -f checkoutTemplates[0].customLineItems[0].itemType.preset=SERVICE --json",
        does: "field by field",
      },
    ]),
    deleteVerb(resource, [
      { run: "till templates delete 'Tea ceremony for two'", does: "after a question" },
      { run: "till templates delete 'Tea ceremony for two' --yes", does: "in a script" },
    ]),
  ],
});
