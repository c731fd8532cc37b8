import type { Group, LazyGroup, Unnamed, Verb } from "../cli/command.ts";

/** A command that has a file of its own, which declares everything else about it. */
interface Entry extends Pick<LazyGroup, "alias" | "name" | "summary"> {
  /** Absent for a group that has only the commands below. */
  load?: () => Promise<Unnamed<Group> | Unnamed<Verb>>;
  /** Commands of the group with files of their own. */
  below?: readonly Entry[];
}

/** The headings of root help and the commands under each. */
const sections: readonly { title: string; groups: readonly Entry[] }[] = [
  {
    title: "Shop",
    groups: [
      {
        name: "products",
        alias: "product",
        summary: "List, change, import and export products",
        load: async () => (await import("./products/index.ts")).products,
        below: [
          {
            name: "edit",
            summary: "Edit products as YAML in your editor",
            load: async () => (await import("./edit/index.ts")).editProducts,
          },
          {
            name: "stock",
            summary: "Show and set stock",
            load: async () => (await import("./inventory/index.ts")).inventory,
            below: [
              {
                name: "edit",
                summary: "Edit the stock of products as YAML in your editor",
                load: async () => (await import("./edit/index.ts")).editStock,
              },
            ],
          },
          {
            name: "brands",
            alias: "brand",
            summary: "Manage the brands of catalog v3",
            load: async () => (await import("./products/shared-properties.ts")).brands,
          },
          {
            name: "ribbons",
            alias: "ribbon",
            summary: "Manage the ribbons of catalog v3",
            load: async () => (await import("./products/shared-properties.ts")).ribbons,
          },
          {
            name: "customizations",
            alias: "customization",
            summary: "Manage shared options and modifiers of catalog v3",
            load: async () => (await import("./products/shared-properties.ts")).customizations,
          },
          {
            name: "info-sections",
            alias: "info-section",
            summary: "Manage shared info sections of catalog v3",
            load: async () => (await import("./products/shared-properties.ts")).infoSections,
          },
        ],
      },
      {
        name: "collections",
        alias: "collection",
        summary: "Group products into collections",
        load: async () => (await import("./collections/index.ts")).collections,
        below: [
          {
            name: "edit",
            summary: "Edit collections as YAML in your editor",
            load: async () => (await import("./edit/index.ts")).editCollections,
          },
        ],
      },
      {
        name: "sale",
        summary: "Run sales, and restore the prices when they end",
        load: async () => (await import("./products/sale-verbs.ts")).sale,
      },
      {
        name: "orders",
        alias: "order",
        summary: "List, capture, void, refund and fulfill orders",
        load: async () => (await import("./orders/index.ts")).orders,
        below: [
          {
            name: "subscriptions",
            alias: "subscription",
            summary: "List subscriptions and draft changes to them",
            load: async () => (await import("./subscriptions/index.ts")).subscriptions,
          },
          {
            name: "abandoned",
            summary: "List, follow up and recover abandoned checkouts",
            load: async () => (await import("./abandoned-checkouts/index.ts")).abandoned,
          },
          {
            name: "tips",
            alias: "tip",
            summary: "Manage tips on orders and how staff share them",
            load: async () => (await import("./tips/index.ts")).tips,
          },
        ],
      },
      {
        name: "cart",
        summary: "Fill, price and check out your cart",
        load: async () => (await import("./cart/index.ts")).cart,
      },
      {
        name: "checkout",
        summary: "Check out and pay",
        load: async () => (await import("./checkout/index.ts")).checkout,
      },
      {
        name: "events",
        alias: "event",
        summary: "Create, publish, change and cancel events",
        load: async () => (await import("./events/index.ts")).events,
        below: [
          {
            name: "guests",
            alias: "guest",
            summary: "List and check in guests of RSVP and ticketed events",
            load: async () => (await import("./guests/index.ts")).guests,
          },
          {
            name: "rsvps",
            alias: "rsvp",
            summary: "Manage RSVPs and check guests in",
            load: async () => (await import("./guests/rsvp.ts")).rsvp,
          },
          {
            name: "staff",
            summary: "Manage check-in staff and their permissions",
            load: async () => (await import("./staff/index.ts")).staff,
          },
        ],
      },
      {
        name: "tickets",
        alias: "ticket",
        summary: "Sell tickets, manage ticket orders and check guests in",
        load: async () => (await import("./tickets/index.ts")).tickets,
      },
      {
        name: "discounts",
        alias: "discount",
        summary: "Manage automatic discounts",
        load: async () => (await import("./discounts/index.ts")).discounts,
      },
      {
        name: "coupons",
        alias: "coupon",
        summary: "Create, change, import and end coupons",
        load: async () => (await import("./discounts/coupons.ts")).coupons,
      },
      {
        name: "gift-cards",
        alias: "gift-card",
        summary: "List, create, send and redeem gift cards",
        load: async () => (await import("./gift-cards/index.ts")).giftCards,
      },
      {
        name: "settings",
        summary: "Show and change shop settings",
        load: async () => (await import("./settings/index.ts")).settings,
        below: [
          {
            name: "shipping",
            summary: "Manage shipping options, delivery regions, pickup and labels",
            load: async () => (await import("./shipping/index.ts")).shipping,
          },
          {
            name: "tax",
            summary: "Manage tax groups, regions and rates, and calculate tax",
            load: async () => (await import("./tax/index.ts")).tax,
          },
          {
            name: "currencies",
            alias: "currency",
            summary: "List and convert currencies",
            load: async () => (await import("./currencies/index.ts")).currencies,
          },
          {
            name: "templates",
            alias: "template",
            summary: "Manage checkout templates and their links",
            load: async () => (await import("./checkout/templates.ts")).templates,
          },
          {
            name: "back-in-stock",
            summary: "Manage back-in-stock requests",
            load: async () => (await import("./back-in-stock/index.ts")).backInStock,
          },
        ],
      },
    ],
  },
  {
    title: "Safety",
    groups: [
      {
        name: "jobs",
        alias: "job",
        summary: "Show, resume and undo jobs: who changed what",
        load: async () => (await import("./jobs/index.ts")).jobs,
        below: [
          {
            name: "audit",
            summary: "Show who changed what, when and from where",
            load: async () => (await import("./jobs/index.ts")).audit,
          },
        ],
      },
      {
        name: "apply",
        summary: "Apply a plan file",
        load: async () => (await import("./jobs/index.ts")).applyPlan,
      },
      {
        name: "plan",
        summary: "Approve plan files, and check their approvals",
        load: async () => (await import("./jobs/index.ts")).plans,
      },
      {
        name: "backup",
        summary: "Back up the shop, and restore it",
        load: async () => (await import("./backup/index.ts")).backup,
        below: [
          {
            name: "restore",
            summary: "Restore the shop from a backup",
            load: async () => (await import("./restore/index.ts")).restore,
          },
        ],
      },
      {
        name: "copy",
        summary: "Save a shop as files, compare shops, and copy one to another",
        below: [
          {
            name: "pull",
            summary: "Save the shop as files",
            load: async () => (await import("./pull/index.ts")).pull,
          },
          {
            name: "diff",
            summary: "Compare two shops or snapshots",
            load: async () => (await import("./diff/index.ts")).diff,
          },
          {
            name: "promote",
            summary: "Copy a shop to another one",
            load: async () => (await import("./promote/index.ts")).promote,
          },
        ],
      },
    ],
  },
  {
    title: "Knowing your shop",
    groups: [
      {
        name: "dashboard",
        summary: "Show orders, revenue, stock, tickets and abandoned checkouts at a glance",
        load: async () => (await import("./dashboard/index.ts")).dashboard(() => groups),
      },
      {
        name: "check",
        summary: "Find what keeps buyers from buying, such as missing pictures and texts",
        load: async () => (await import("./check/index.ts")).check,
      },
      {
        name: "data",
        summary: "Query, search and report on a local copy of the shop",
        below: [
          {
            name: "sync",
            summary: "Keep a local copy of the shop for queries",
            load: async () => (await import("./sync/index.ts")).sync,
          },
          {
            name: "sql",
            summary: "Ask the local copy anything, in SQL",
            load: async () => (await import("./sync/index.ts")).sql,
          },
          {
            name: "search",
            summary: "Search all texts of the shop",
            load: async () => (await import("./sync/index.ts")).search,
          },
          {
            name: "report",
            summary: "Print sales, stock, customer and event reports",
            load: async () => (await import("./sync/index.ts")).report,
          },
        ],
      },
      {
        name: "learn",
        summary: "Learn the screen in three minutes, in a practice shop",
        load: async () => (await import("./program/index.ts")).learn(() => groups),
      },
    ],
  },
  {
    title: "Accounts and settings",
    groups: [
      {
        name: "login",
        summary: "Sign in as a member, an admin, a staff member or a visitor",
        load: async () => (await import("./members/index.ts")).login,
      },
      {
        name: "logout",
        summary: "Sign out and remove the stored member and visitor",
        load: async () => (await import("./members/index.ts")).logout,
      },
      {
        name: "whoami",
        summary: "Show the active identity",
        load: async () => (await import("./members/index.ts")).whoami,
      },
      {
        name: "account",
        summary: "Register, verify and recover members, and print tokens",
        load: async () => (await import("./members/index.ts")).auth,
        below: [
          {
            name: "register",
            summary: "Register a new member and sign in",
            load: async () => (await import("./members/index.ts")).register,
          },
          {
            name: "verify-email",
            summary: "Verify an email address",
            load: async () => (await import("./members/index.ts")).verifyEmail,
          },
          {
            name: "password",
            summary: "Reset, change and set member passwords",
            load: async () => (await import("./members/index.ts")).password,
          },
          {
            name: "token",
            summary: "Print an access token",
            load: async () => (await import("./members/index.ts")).token,
          },
          {
            name: "redirect",
            summary: "Create links to the hosted pages of Wix",
            load: async () => (await import("./redirects/index.ts")).redirect,
          },
        ],
      },
      {
        name: "profiles",
        alias: "profile",
        summary: "Manage the profiles of your shops",
        load: async () => (await import("./profiles/index.ts")).profiles,
        below: [
          {
            name: "open",
            summary: "Open the dashboard of the site, or a product or event in the shop",
            load: async () => (await import("./open/index.ts")).open,
          },
        ],
      },
      {
        name: "config",
        summary: "Show and change settings, aliases, saved views and completion",
        load: async () => (await import("./config/index.ts")).config,
        below: [
          {
            name: "alias",
            summary: "Create shortcuts for command lines",
            load: async () => (await import("./config/index.ts")).alias(() => groups),
          },
          {
            name: "views",
            alias: "view",
            summary: "Save filters and columns of lists under a name",
            load: async () => (await import("./config/index.ts")).views(() => groups),
          },
          {
            name: "completion",
            summary: "Set up shell completion",
            load: async () => (await import("./program/index.ts")).completion,
          },
        ],
      },
      {
        name: "doctor",
        summary: "Check the setup and suggest fixes",
        load: async () => (await import("./program/index.ts")).doctor,
      },
      {
        name: "upgrade",
        summary: "Print how to install a newer version",
        load: async () => (await import("./program/index.ts")).upgrade,
      },
    ],
  },
  {
    title: "Development",
    groups: [
      {
        name: "sandbox",
        summary: "Run and control the local sandbox",
        load: async () => (await import("./sandbox/index.ts")).sandbox,
      },
      {
        name: "webhooks",
        alias: "webhook",
        summary: "Listen for, forward, replay and verify webhook events",
        load: async () => (await import("./webhooks/index.ts")).webhooks,
      },
      {
        name: "api",
        summary: "Call any API method, or list them all",
        load: async () => (await import("./api/index.ts")).api,
      },
      {
        name: "story",
        summary: "Test flows with transcripts of commands",
        load: async () => (await import("./story/index.ts")).story,
      },
      {
        name: "agents",
        summary: "Serve tools and instructions for agents",
        below: [
          {
            name: "mcp",
            summary: "Serve tools for agents over stdio (Model Context Protocol)",
            load: async () => (await import("./agents/index.ts")).mcp,
          },
          {
            name: "skill",
            summary: "Print instructions for agents (SKILL.md)",
            load: async () => (await import("./agents/index.ts")).skill,
          },
        ],
      },
    ],
  },
  {
    title: "Automation",
    groups: [
      {
        name: "each",
        summary: "Run one command line on many sites",
        load: async () => (await import("./each/index.ts")).each,
      },
      {
        name: "schedule",
        summary: "Run commands at set times",
        load: async () => (await import("./workers/index.ts")).schedules,
      },
      {
        name: "worker",
        summary: "Run queued jobs and schedules of the shared journal",
        load: async () => (await import("./workers/index.ts")).worker,
      },
    ],
  },
];

/** Every top-level command with its heading, in the order of root help. */
export const groups: readonly LazyGroup[] = sections.flatMap(({ title, groups }) =>
  groups.map((entry) => ({ ...lazyGroup(entry), section: title })),
);

function lazyGroup({ load, below = [], ...entry }: Entry): LazyGroup {
  const lazy = below.map(lazyGroup);
  const own = async () => ({ ...((await load?.()) ?? { verbs: [] }), ...entry });
  return {
    ...entry,
    below: lazy,
    own,
    async load() {
      const [group, ...rest] = await Promise.all([own(), ...lazy.map((one) => one.load())]);
      return "verbs" in group ? { ...group, verbs: [...group.verbs, ...rest] } : group;
    },
  };
}
