import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { fieldFlags, portNumber } from "../../cli/flags.ts";

const topicFlag: Flag = {
  flags: "--topic <topic>",
  describe: "only events of this topic (repeatable): order_created, wix.ecom.v1.cart_*",
  repeat: true,
};
const forwardFlag: Flag = {
  flags: "--forward-to <url>",
  describe: "send each signed event to this URL (https, or http on this computer)",
};
const keyFlag: Flag = {
  flags: "--key <file>",
  describe: "PEM file with the app's public key (default: the sandbox's key)",
};

/** `till webhooks …` */
export const webhooks: Unnamed<Group> = {
  verbs: [
    {
      name: "topics",
      summary: "List the webhook topics of Wix",
      args: [{ name: "[topic]", describe: "only topics whose name contains this text" }],
      examples: [
        "till webhooks topics order # list topics about orders",
        "till webhooks topics --json # list all topics as JSON",
      ],
      load: () => import("./topics.ts"),
    },
    {
      name: "listen",
      summary: "Show and forward the sandbox's events as they happen",
      flags: [
        topicFlag,
        forwardFlag,
        {
          flags: "--after <position>",
          describe: "start, now, or the event number to continue after (default: where it stopped)",
        },
        { flags: "--once", describe: "exit after the last event instead of waiting for more" },
      ],
      examples: [
        "till webhooks listen --after start --once # print all events so far",
        'till webhooks listen --topic "product_*" --after start --once --output ndjson # print product events of the older catalog as NDJSON',
      ],
      notes:
        "With --forward-to, listen continues where it stopped: every event arrives at least once, and events of one entity arrive in order. " +
        "Receivers verify the signature with the key printed by till sandbox keys.",
      load: () => import("./listen.ts"),
    },
    {
      name: "trigger",
      writes: true,
      summary: "Trigger a webhook event in the sandbox",
      args: [{ name: "<topic>", describe: "webhook topic: order_created, ProductChanged" }],
      flags: [
        ...fieldFlags,
        { flags: "--sample", describe: "send a sample event without changing the sandbox" },
      ],
      examples: [
        "till webhooks trigger order_created # place an order",
        'till webhooks trigger ProductCreated -f entity.name="Egg cup" # create a product with this name',
        "till webhooks trigger tax_group_updated --sample # send a sample event",
      ],
      notes:
        "Creates a new product, collection, order, cart, event, RSVP or ticket that causes the event; existing data is not changed. " +
        "For other topics, a sample event is sent.",
      load: () => import("./trigger.ts"),
    },
    {
      name: "replay",
      summary: "Resend events of the sandbox",
      args: [{ name: "<events...>", describe: "event numbers shown by listen, or last" }],
      flags: [{ ...forwardFlag, flags: "--forward-to <url>" }],
      examples: [
        "till webhooks replay last # print the newest event with its signed body",
        "till webhooks replay 1 2 --json # print two events as JSON",
      ],
      load: () => import("./replay.ts"),
    },
    {
      name: "verify",
      summary: "Verify the signature of a webhook body and show its event",
      args: [{ name: "[file]", describe: "file with the raw request body (default: stdin)" }],
      flags: [keyFlag],
      examples: [
        'till webhooks replay last --jq ".items[0].jwt" | till webhooks verify # verify a body signed by the sandbox',
        "till webhooks verify body.jwt --key app.pem # verify a saved body with the app's key",
      ],
      notes: "Exits 0 only if the signature is valid. An unverified body is not printed.",
      load: () => import("./verify.ts"),
    },
    {
      name: "receive",
      summary: "Receive webhooks of Wix on this computer",
      flags: [
        {
          flags: "--port <n>",
          describe: "port to listen on (default: a free port)",
          parse: portNumber,
        },
        {
          flags: "--host <name>",
          describe: "host name of the tunnel (repeatable)",
          repeat: true,
        },
        keyFlag,
        {
          flags: "--forward-to <url>",
          describe: "store each event in the shared journal; till worker --webhooks sends it to this URL",
        },
        {
          flags: "--sync",
          describe: "keep the local copy of the shop up to date: read the lists that events are about",
        },
      ],
      examples: [
        "till webhooks receive --port 3000 --key app.pem --host shop.example # receive webhooks through a tunnel",
        "till webhooks receive --port 3000 --json # print received webhooks as NDJSON",
        "till webhooks receive --port 3000 --key app.pem --sync # keep the local copy of the shop up to date",
        "till webhooks receive --port 3000 --key app.pem --forward-to https://app.example/webhooks # store them for workers",
      ],
      load: () => import("./receive.ts"),
    },
  ],
};
