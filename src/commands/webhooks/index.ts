import type { Flag, Group } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";
import { wholeNumber } from "../../cli/flags.ts";

const topicFlag: Flag = {
  flags: "--topic <topic>",
  describe: "only these events: order_created, wix.ecom.v1.cart_*; may be given again",
  repeat: true,
};
const forwardFlag: Flag = {
  flags: "--forward-to <url>",
  describe: "send each one, signed, to this address on this machine (or https)",
};
const keyFlag: Flag = {
  flags: "--key <file>",
  describe: "the app's public key, a PEM file (default: the sandbox's own)",
};

/** `till webhooks …` */
export const webhooks: Group = {
  name: "webhooks",
  summary: "events: listen, forward, replay, verify",
  verbs: [
    {
      name: "topics",
      summary: "every event that the platform tells of",
      args: [{ name: "[topic]", describe: "only those whose name contains this" }],
      examples: [
        { run: "till webhooks topics order", does: "what can be heard about orders" },
        { run: "till webhooks topics --json", does: "all of them, for a script" },
      ],
      load: () => import("./topics.ts"),
    },
    {
      name: "listen",
      summary: "show the sandbox's events as they happen, and forward them",
      flags: [
        topicFlag,
        forwardFlag,
        {
          flags: "--from <position>",
          describe: "start (the first event), now, or after this event number (default: where it stopped)",
        },
        { flags: "--once", describe: "end when no event is left, rather than wait for more" },
      ],
      examples: [
        { run: "till webhooks listen --from start --once", does: "all that happened so far" },
        {
          run: "till webhooks listen --topic 'product_*' --from start --once --output ndjson",
          does: "the older ones about products, one JSON object a line",
        },
      ],
      notes:
        "With --forward-to, a listener that was stopped goes on where it stopped: every event arrives at least once, those of one entity in order. " +
        "The receiver checks the signature with the key that `till sandbox keys` prints.",
      load: () => import("./listen.ts"),
    },
    {
      name: "trigger",
      summary: "make something happen in the sandbox, so that its event is told",
      args: [{ name: "<topic>", describe: "one event: order_created, ProductChanged" }],
      flags: [
        ...fieldFlags,
        { flags: "--sample", describe: "send a made-up one; nothing happens in the sandbox" },
      ],
      examples: [
        { run: "till webhooks trigger order_created", does: "place an order" },
        {
          run: "till webhooks trigger ProductCreated -f entity.name='Egg cup'",
          does: "create a product of that name",
        },
        { run: "till webhooks trigger tax_group_updated --sample", does: "a sample, with nothing behind it" },
      ],
      notes:
        "What can be done is done: products, collections, orders, carts, events, RSVPs and tickets are made anew, and what was there is left alone. " +
        "Of other events a sample in the platform's form is sent, which is said.",
      load: () => import("./trigger.ts"),
    },
    {
      name: "replay",
      summary: "send events of the sandbox once more",
      args: [{ name: "<events...>", describe: "event numbers, as listen shows them, or last" }],
      flags: [{ ...forwardFlag, flags: "--forward-to <url>" }],
      examples: [
        { run: "till webhooks replay last", does: "print the newest event as it would be sent" },
        { run: "till webhooks replay 1 2 --json", does: "two of them, with their signed bodies" },
      ],
      load: () => import("./replay.ts"),
    },
    {
      name: "verify",
      summary: "prove that a webhook's body is the platform's, then show it",
      args: [{ name: "[file]", describe: "the raw body of the request; - or nothing reads stdin" }],
      flags: [keyFlag],
      examples: [
        {
          run: "till webhooks replay last --jq '.items[0].jwt' | till webhooks verify",
          does: "a body of the sandbox",
        },
        {
          run: "till webhooks verify body.jwt --key app.pem",
          does: "a body that was kept, with the app's key",
        },
      ],
      notes: "Exit 0 means proved. Nothing of a body is shown before.",
      load: () => import("./verify.ts"),
    },
    {
      name: "receive",
      summary: "receive webhooks of the hosted platform on this machine",
      flags: [
        { flags: "--port <n>", describe: "port (default: a free one)", parse: wholeNumber("--port") },
        {
          flags: "--host <name>",
          describe: "the tunnel's host name, which requests carry; may be given again",
          repeat: true,
        },
        keyFlag,
      ],
      examples: [
        {
          run: "till webhooks receive --port 3000 --key app.pem --host shop.example",
          does: "behind a tunnel",
        },
        { run: "till webhooks receive --port 3000 --json", does: "what listen forwards, as NDJSON" },
      ],
      load: () => import("./receive.ts"),
    },
  ],
};
