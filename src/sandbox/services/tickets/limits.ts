/** What of tickets and guests the sandbox does not emulate. */
export const ticketLimits: readonly string[] = [
  "Tickets: no seating plans (seats are kept as they come), no gift cards at the ticket checkout; files of tickets, invoices and wallet passes have addresses that lead nowhere.",
  "Tickets: the platform's fee is 2.5 percent of a ticket's price after discounts; other fees and taxes are as the event says.",
  "Ticket checkout: payment is settled at once, as the header x-sandbox-payment wishes (approved where absent); a coupon stays used when its order is voided.",
  "Guests: there are no contacts; the id of a contact follows from the e-mail address.",
];
