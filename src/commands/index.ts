import type { LazyGroup } from "../cli/command.ts";

/** The headings of root help and the command groups under each. */
const sections: readonly { title: string; groups: readonly LazyGroup[] }[] = [
  {
    title: "Catalog",
    groups: [
      {
        name: "products",
        alias: "product",
        summary: "list, change, import and export products",
        load: async () => (await import("./products/index.ts")).products,
      },
      {
        name: "collections",
        alias: "collection",
        summary: "group products into collections",
        load: async () => (await import("./collections/index.ts")).collections,
      },
      {
        name: "inventory",
        summary: "see and set stock",
        load: async () => (await import("./inventory/index.ts")).inventory,
      },
    ],
  },
  {
    title: "Carts and orders",
    groups: [
      {
        name: "cart",
        summary: "your cart: fill it, price it, check it out",
        load: async () => (await import("./cart/index.ts")).cart,
      },
      {
        name: "checkout",
        summary: "a cart on its way to an order, and paying it",
        load: async () => (await import("./checkout/index.ts")).checkout,
      },
      {
        name: "orders",
        alias: "order",
        summary: "see orders, capture and void their payments, refund, fulfill",
        load: async () => (await import("./orders/index.ts")).orders,
      },
      {
        name: "subscriptions",
        alias: "subscription",
        summary: "what buyers have agreed to buy again and again",
        load: async () => (await import("./subscriptions/index.ts")).subscriptions,
      },
      {
        name: "abandoned",
        summary: "checkouts that buyers left, or came back to",
        load: async () => (await import("./abandoned-checkouts/index.ts")).abandoned,
      },
      {
        name: "back-in-stock",
        summary: "shoppers who wait for something to return",
        load: async () => (await import("./back-in-stock/index.ts")).backInStock,
      },
      {
        name: "dashboard",
        summary: "orders, revenue, stock, tickets and lost checkouts at a glance",
        load: async () => (await import("./dashboard/index.ts")).dashboard,
      },
    ],
  },
  {
    title: "Events",
    groups: [
      {
        name: "events",
        alias: "event",
        summary: "events from draft to end: change, cancel, import, export",
        load: async () => (await import("./events/index.ts")).events,
      },
      {
        name: "rsvp",
        summary: "who answered an invitation, and who came",
        load: async () => (await import("./guests/rsvp/index.ts")).rsvp,
      },
      {
        name: "tickets",
        alias: "ticket",
        summary: "sell tickets, look after orders, let people in",
        load: async () => (await import("./tickets/index.ts")).tickets,
      },
      {
        name: "guests",
        alias: "guest",
        summary: "everybody who comes to an event, however they signed up",
        load: async () => (await import("./guests/index.ts")).guests,
      },
      {
        name: "staff",
        summary: "who helps at the door, and what they may do",
        load: async () => (await import("./staff/index.ts")).staff,
      },
    ],
  },
  {
    title: "Selling",
    groups: [
      {
        name: "discounts",
        alias: "discount",
        summary: "discounts that apply by themselves",
        load: async () => (await import("./discounts/index.ts")).discounts,
      },
      {
        name: "gift-cards",
        alias: "gift-card",
        summary: "what is on a gift card, and paying with it",
        load: async () => (await import("./gift-cards/index.ts")).giftCards,
      },
      {
        name: "shipping",
        summary: "delivery options, regions, pickup, labels",
        load: async () => (await import("./shipping/index.ts")).shipping,
      },
      {
        name: "tax",
        summary: "tax groups, regions and rates",
        load: async () => (await import("./tax/index.ts")).tax,
      },
      {
        name: "currencies",
        alias: "currency",
        summary: "currencies, and amounts converted from one to another",
        load: async () => (await import("./currencies/index.ts")).currencies,
      },
      {
        name: "tips",
        alias: "tip",
        summary: "tips on orders, and how staff share them",
        load: async () => (await import("./tips/index.ts")).tips,
      },
      {
        name: "templates",
        alias: "template",
        summary: "prepared checkouts, started by an address",
        load: async () => (await import("./checkout/templates/index.ts")).templates,
      },
      {
        name: "settings",
        summary: "settings of the shop: checkout, orders, tips, tax, back-in-stock",
        load: async () => (await import("./settings/index.ts")).settings,
      },
    ],
  },
  {
    title: "Bulk jobs",
    groups: [
      {
        name: "jobs",
        alias: "job",
        summary: "bulk jobs: look at them, resume, undo",
        load: async () => (await import("./jobs/index.ts")).jobs,
      },
      {
        name: "apply",
        summary: "send exactly what a plan file says",
        load: async () => (await import("./jobs/index.ts")).applyPlan,
      },
    ],
  },
  {
    title: "Who you are",
    groups: [
      {
        name: "login",
        summary: "sign in: as a member, as admin, or as a visitor",
        load: async () => (await import("./members/login/index.ts")).login,
      },
      {
        name: "logout",
        summary: "sign out",
        load: async () => (await import("./members/logout/index.ts")).logout,
      },
      {
        name: "whoami",
        summary: "who till acts as here",
        load: async () => (await import("./members/whoami/index.ts")).whoami,
      },
      {
        name: "register",
        summary: "register a new member, and sign in as it",
        load: async () => (await import("./members/register/index.ts")).register,
      },
      {
        name: "verify-email",
        summary: "prove that an e-mail address is yours",
        load: async () => (await import("./members/verify-email/index.ts")).verifyEmail,
      },
      {
        name: "password",
        summary: "forgotten, changed and first passwords of members",
        load: async () => (await import("./members/password/index.ts")).password,
      },
      {
        name: "token",
        summary: "print an access token, for scripts",
        load: async () => (await import("./members/token/index.ts")).token,
      },
    ],
  },
  {
    title: "For developers",
    groups: [
      {
        name: "api",
        summary: "make any call of the platform, or list them all",
        load: async () => (await import("./api/index.ts")).api,
      },
      {
        name: "graphql",
        summary: "send a GraphQL query",
        load: async () => (await import("./graphql/index.ts")).graphql,
      },
      {
        name: "redirect",
        summary: "addresses of the platform's hosted pages",
        load: async () => (await import("./redirects/index.ts")).redirect,
      },
      {
        name: "webhooks",
        alias: "webhook",
        summary: "events: listen, forward, replay, verify",
        load: async () => (await import("./webhooks/index.ts")).webhooks,
      },
      {
        name: "sandbox",
        summary: "the local shop to test against",
        load: async () => (await import("./sandbox/index.ts")).sandbox,
      },
    ],
  },
  {
    title: "This program",
    groups: [
      {
        name: "profiles",
        alias: "profile",
        summary: "the shops you work on, and who you are there",
        load: async () => (await import("./profiles/index.ts")).profiles,
      },
      {
        name: "config",
        summary: "see and change settings, and where they stand",
        load: async () => (await import("./config/index.ts")).config,
      },
      {
        name: "doctor",
        summary: "check what till needs, and say what to do",
        load: async () => (await import("./doctor/index.ts")).doctor,
      },
      {
        name: "completion",
        summary: "completion of commands in your shell",
        load: async () => (await import("./completion/index.ts")).completion,
      },
    ],
  },
];

/** Every command group with its heading, in the order of root help. */
export const groups: readonly LazyGroup[] = sections.flatMap(({ title, groups }) =>
  groups.map((group) => ({ ...group, section: title })),
);
