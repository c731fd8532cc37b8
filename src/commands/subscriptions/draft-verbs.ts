import type { Finder, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";

/** The path of a draft in the responses of its calls. */
export const calculatedDraft = "calculatedDraftSubscriptionContract.draftSubscriptionContract";

const findsDraft: Finder = async (call, name) => (await import("./find.ts")).findDraft(call, name);

/** Returns the verbs that take one draft. */
export function singleDraftVerbs(resource: GenericResource): GenericVerb[] {
  const draft = { ...resource.reference, field: "draftSubscriptionContractId", finds: findsDraft };
  return [
    {
      name: "get",
      summary: "Show a draft",
      call: "get",
      readOnly: true,
      args: [draft],
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts get last # the newest draft",
        "till subscriptions drafts get hanna@example.com --json # the full record as JSON",
      ],
    },
    {
      name: "add",
      summary: "Add an item to a draft",
      call: "addLineItems",
      args: [draft],
      into: "customLineItems[0]",
      defaults: { customLineItems: [{ quantity: 1, itemType: { preset: "PHYSICAL" } }] },
      flags: [
        { flags: "--name <text>", field: "productName.original", describe: "name of the item" },
        { flags: "--price <amount>", field: "price.amount", describe: "unit price" },
        { flags: "--quantity <n>", field: "quantity", describe: "quantity" },
      ],
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts add last --name Sampler --price 5.00 # add a custom item to the newest draft",
        "till subscriptions drafts add hanna@example.com --name Filters --price 2 --quantity 3 # add a quantity of three",
      ],
    },
    {
      name: "set",
      summary: "Change the quantity or price of an item (quantity 0 removes it)",
      call: "updateLineItems",
      args: [
        draft,
        {
          name: "<item>",
          describe: "position, name or id of the item",
          field: "lineItemChanges[0].lineItemId",
        },
      ],
      into: "lineItemChanges[0]",
      flags: [
        { flags: "--quantity <n>", field: "newQuantity", describe: "quantity" },
        { flags: "--price <amount>", field: "newPrice", describe: "unit price" },
      ],
      prepare: async (input, { call }) => (await import("./find.ts")).withItemId(input, call),
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts set last 1 --quantity 2 # set the quantity of the first item",
        "till subscriptions drafts set hanna@example.com 1 --quantity 0 # remove the first item",
      ],
    },
    {
      name: "shipping",
      summary: "Set the shipping information, or clear it if no fields are given",
      call: "setShippingInfo",
      args: [draft],
      into: "shippingInfo",
      flags: [{ flags: "--title <text>", field: "title", describe: "name of the shipping option" }],
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts shipping last --title Express # set the shipping title",
        "till subscriptions drafts shipping hanna@example.com -f title=Express -f cost.price.amount=14.90 # set the title and the price",
      ],
    },
    {
      name: "recipient",
      summary: "Set the recipient",
      call: "setRecipientInfo",
      args: [draft],
      into: "recipientInfo",
      flags: [
        { flags: "--first-name <name>", field: "contactDetails.firstName", describe: "first name" },
        { flags: "--last-name <name>", field: "contactDetails.lastName", describe: "last name" },
        { flags: "--city <city>", field: "address.city", describe: "city" },
        { flags: "--country <code>", field: "address.country", describe: "country: US" },
        { flags: "--postal-code <code>", field: "address.postalCode", describe: "postal code" },
        { flags: "--street <text>", field: "address.addressLine", describe: "street and number" },
      ],
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts recipient last --first-name Ada --city Hudson --country US # set the recipient's name and address",
        "till subscriptions drafts recipient hanna@example.com -f contactDetails.firstName=Ada # set any field",
      ],
    },
    {
      name: "commit",
      summary: "Apply the changes of a draft to its subscription",
      call: "commit",
      args: [draft],
      into: "",
      flags: [{ flags: "--reason <text>", field: "reason", describe: "reason, recorded in the history" }],
      confirms: "Apply the draft to the subscription",
      prints: calculatedDraft,
      examples: [
        "till subscriptions drafts commit last --reason 'Two from now on' # asks for confirmation",
        "till subscriptions drafts commit hanna@example.com --yes --json # without confirmation",
      ],
    },
    {
      name: "delete",
      summary: "Delete a draft",
      call: "remove",
      args: [draft],
      confirms: "Delete the draft",
      done: "Deleted the draft",
      examples: [
        "till subscriptions drafts delete last # asks for confirmation",
        "till subscriptions drafts delete hanna@example.com --yes # without confirmation",
      ],
    },
  ];
}
