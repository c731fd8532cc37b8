/** The fields of a ticket order after a sale. */
export const orderFields = {
  orderNumber: { label: "Order" },
  status: {},
  channel: {},
  fullName: { label: "Buyer" },
  ticketsQuantity: { label: "Tickets" },
  numbers: { path: "tickets.ticketNumber" },
  total: { path: "totalPrice.value" },
  currency: { path: "totalPrice.currency" },
};
