import type { RecordedShop } from "./recorder.ts";

/** Reads what the demo shop has. */
export async function exerciseLists({ call, took }: RecordedShop): Promise<void> {
  const { orders } = await call("orders.search", { search: {} });
  await call("orderTransactions.list", { orderIds: orders.map(({ id }: { id: string }) => id) });
  await call("orderFulfillments.list", { orderIds: orders.map(({ id }: { id: string }) => id) });
  for (const name of [
    "abandonedCheckouts",
    "backInStock",
    "discountRules",
    "shippingOptions",
    "localDeliveryOptions",
    "manualTaxMappings",
    "subscriptionContracts",
    "tipSettings",
    "shippoConfigurations",
    "products",
    "inventory",
    "rsvps",
    "eventStaffMembers",
    "ticketDefinitions",
  ])
    await call(`${name}.query`, { query: {} });
  await call("eventGuests.query", { query: {}, fields: ["GUEST_DETAILS"] });
  const fields = ["DETAILS", "REGISTRATION", "FORM"];
  await call("events.query", { query: {}, fields, includeDrafts: true });
  const names = async (order: string) => {
    const sort = [{ fieldName: "name", order }];
    const { products } = await call("products.query", { query: { sort } });
    return products.map(({ name }: { name: string }) => name) as string[];
  };
  const [up, down] = [await names("ASC"), await names("DESC")];
  for (const order of ["ASC", "DESC"])
    took(
      "Sort order",
      order,
      JSON.stringify(up) === JSON.stringify(down.toReversed()) && up[0] !== down[0] && order,
    );
  await call("eventOrders.list", { fieldset: ["TICKETS", "DETAILS", "FORM", "INVOICE"] });
}
