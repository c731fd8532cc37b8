import type { Seed } from "./seed.ts";
import type { Shop } from "./shop.ts";
import type { WebhookPayloads } from "./webhook-payloads.ts";

/** How a test shop is opened. */
export interface ShopOptions {
  /**
   * What it contains: the demo shop, nothing, data of your own (`defineSeed`), or a snapshot of another shop. Default:
   * `"demo"`.
   */
  seed?: "demo" | "empty" | Seed | Uint8Array;
  /** The catalog version of its products. Default: `"v1"`; a snapshot keeps its own. */
  catalog?: "v1" | "v3";
  /**
   * Helps as little as the platform: the return of buyers to other domains than localhost is a 403, items that a cart cannot sell
   * are dropped without an error, and more than 200 requests a minute get a 429. Default: false.
   */
  strict?: boolean;
  /** Stops the clock at this time, to which the dates of the demo shop relate. Default: the time of the computer. */
  now?: Date | string;
  /** The name of the shop in messages, such as the name of its test. Default: where it was opened. */
  name?: string | undefined;
}

/** What `installFetch` does with other requests. */
export interface InstallOptions {
  /**
   * What happens to requests for other hosts than the platform's: `"bypass"` sends them, `"error"` fails them except those to
   * this computer, and a function is called before each of them is sent and may throw. Default: `"bypass"`.
   */
  onUnhandled?: "bypass" | "error" | ((request: { method: string; url: string }) => void);
}

/** A shop in memory with the platform's API. It opens no port and writes no file. */
export interface TestShop {
  readonly siteId: string;
  /** The client ID of the app that visitors and members use. */
  readonly clientId: string;
  readonly apiKey: string;
  /** Responds to requests to the platform, whatever their host. Other hosts are not reached. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Sends requests for the platform to this shop, whether they are made with `fetch`, undici, `node:http`, axios or
   * XMLHttpRequest, until the returned function is called or the shop is closed. Tests that run at the same time each reach
   * their own shop if they call it themselves.
   */
  installFetch(options?: InstallOptions): () => void;
  /** Typed clients of the shop by identity. */
  readonly client: {
    asAdmin(): Shop;
    /** A new anonymous visitor with a new cart. */
    asVisitor(): Shop;
    /** The member with this email address, signed in without a password. Calls reject if there is none. */
    asMember(email: string): Shop;
  };
  readonly clock: {
    now(): Promise<Date>;
    /** Advances the clock by a duration such as `20m` or `1d12h` and runs the work that is due. */
    advance(by: string): Promise<Date>;
    /** Stops the clock at a time. */
    set(time: Date | string): Promise<Date>;
    /** Returns to the time of the computer. */
    reset(): Promise<Date>;
  };
  readonly faults: {
    add(fault: ShopFault): Promise<void>;
    /** Removes all faults. Calls that `hold` keeps waiting go on. */
    clear(): Promise<void>;
    /** Rejects with UsageError if a fault that was added, and not cleared since, has not failed any call. */
    assertHit(): Promise<void>;
  };
  readonly mail: {
    /** The messages to an address, or all, newest first. */
    list(to?: string): Promise<ShopMail[]>;
    /** The newest message to an address, or of all. */
    last(to?: string): Promise<ShopMail | undefined>;
  };
  readonly webhooks: {
    /** The public key to verify webhooks with. */
    publicKey(): Promise<string>;
    /**
     * The next webhook, or the next of a type such as `order_approved`; skips others. Rejects if none was sent within
     * `timeout` milliseconds. Default: 5,000 while the shop is served (`listen`), otherwise 0.
     */
    next(): Promise<ShopWebhook>;
    next<Name extends WebhookName>(
      type: Name,
      options?: { timeout?: number },
    ): Promise<ShopWebhook<WebhookPayload<Name>>>;
    /** All webhooks that were sent, oldest first, with the attempts to deliver them to handlers. */
    history(): Promise<SentWebhook[]>;
    /**
     * Sends each webhook to a handler. One that throws or responds with another status than 200 gets it again, by the shop's
     * clock, as on the platform: after 1 minute, 10 minutes, 1 hour and so on, 12 times. Returns a function that ends it.
     */
    forward(handler: (request: Request) => unknown): () => void;
  };
  readonly requests: {
    /** The last 1,000 requests, oldest first. */
    list(): ShopRequest[];
    last(): ShopRequest | undefined;
  };
  readonly payments: {
    /** Sets the outcome of the next payment, such as `DECLINED` or `PENDING`. Others are approved. */
    next(outcome: PaymentOutcome): Promise<void>;
  };
  /** The money movements of an order, or all. */
  ledger(orderId?: string): Promise<ShopLedger>;
  /**
   * Runs the work that is due and waits until all webhooks are delivered. Rejects as long as a handler has not accepted one of
   * them.
   */
  settled(): Promise<void>;
  /** A copy of everything in the shop, for `openShop({ seed })`. These are the bytes of an SQLite database. */
  snapshot(): Uint8Array;
  /** Opens another shop with the same contents. */
  fork(): Promise<TestShop>;
  /**
   * Serves the shop on 127.0.0.1, for browsers and other processes. Port 0 is any free port. `inspector` is the URL of a page that
   * shows the requests, what the shop contains, its events and its mail.
   */
  listen(options?: { port?: number }): Promise<{ url: string; inspector: string }>;
  /** Ends the shop. Later calls reject with UsageError, except a second `close`. */
  close(): Promise<void>;
}

/** The outcome of a payment; the last ones are approved, and say why a refund is refused or manual. */
export type PaymentOutcome =
  | "APPROVED"
  | "DECLINED"
  | "AUTHORIZED"
  | "OFFLINE"
  | "PENDING"
  | "PENDING_MERCHANT"
  | "PARTIALLY_PAID"
  | "CANCELED"
  | "INITIATED"
  | "NONE"
  | "SCHEDULED"
  | "PROVIDER_IS_DOWN"
  | "FORBIDDEN"
  | "INTERNAL_ERROR"
  | "ACCESS_DENIED"
  | "NOT_SUPPORTED"
  | "REQUIRES_CARD_READER";

/** How a call fails; see `ShopFault`. `429:7` and `503:7` ask to wait 7 seconds. */
export type FaultKind =
  | "403"
  | "429"
  | `429:${number}`
  | "500"
  | "503"
  | `503:${number}`
  | "504"
  | "drop-before"
  | "drop-after"
  | "slow"
  | `slow:${string}`
  | "hold"
  | "truncate"
  | "redirect";

/** A service (`orders`), a call (`orders.capture`, `capture`) or part of a path (`/v1/orders`). */
export type FaultRoute =
  | `/${string}`
  | keyof Shop
  | { [Name in keyof Shop]: Extract<keyof Shop[Name], string> }[keyof Shop]
  | { [Name in keyof Shop]: `${Name}.${Extract<keyof Shop[Name], string>}` }[keyof Shop];

/** The type of a webhook in full, such as `wix.ecom.v1.order_approved`. */
export type WebhookType = Extract<keyof WebhookPayloads, string>;

type LastPart<Type extends string> = Type extends `${string}.${infer Rest}` ? LastPart<Rest> : Type;

/** The type of a webhook in full or its last part, such as `order_approved`. */
export type WebhookName = WebhookType | LastPart<WebhookType>;

/** The payload of a type of webhook. */
export type WebhookPayload<Name extends WebhookName> = Name extends keyof WebhookPayloads
  ? WebhookPayloads[Name]
  : WebhookPayloads[Extract<WebhookType, `${string}.${Name}`>];

/** A failure of the next matching calls. */
export interface ShopFault {
  /**
   * `403` (empty, as the platform throttles), `429`, `500`, `503`, `504`, `drop-before` (not executed, no response),
   * `drop-after` (executed, no response), `slow:200` (milliseconds), `slow:50-400` (evenly between),
   * `slow:p50=80,p95=400` (log-normal), `hold` (waits until `clear`), `truncate` or `redirect`.
   */
  fault: FaultKind;
  /** Part of the call's name or path, such as `orders.capture`; must fit some call. Default: every call. */
  route?: FaultRoute;
  /** Matching calls to let pass first. Default: 0. */
  skip?: number;
  /** Matching calls that fail. Default: 1, and with `probability` all until `clear`. */
  times?: number;
  /** The share of matching calls that fail. Default: 1. */
  probability?: number;
  /** Start of the random numbers: equal seeds fail the same calls. Default: 1. */
  seed?: number;
}

/** A message that the shop sent: an email, a text message, a call or a push notification. */
export interface ShopMail {
  at: string;
  channel: "email" | "sms" | "call" | "push";
  to: string;
  subject?: string;
  text?: string;
  /** The verification code or link in the message. */
  code?: string;
  link?: string;
}

/** A webhook. `jwt` is its whole body; `payload` is the domain event in it. */
export interface ShopWebhook<Payload = unknown> {
  type: string;
  entityId: string;
  payload: Payload;
  jwt: string;
}

/** A webhook with the attempts to deliver it. */
export interface SentWebhook extends ShopWebhook {
  attempts: WebhookAttempt[];
}

/** An attempt to deliver a webhook, at a time of the shop. */
export interface WebhookAttempt {
  at: Date;
  accepted: boolean;
  /** Why it was not accepted. */
  error: string | undefined;
}

/** A request to the shop. Bodies are parsed JSON, or text. */
export interface ShopRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** 0 if the connection was cut. */
  status: number;
  response?: unknown;
}

/** Money movements, oldest first, and totals by currency. Amounts are decimal text. */
export interface ShopLedger {
  movements: {
    at: string;
    orderId: string;
    paymentId: string;
    kind: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "CHARGED" | "REFUNDED";
    amount: string;
    currency: string;
  }[];
  totals: {
    currency: string;
    authorized: string;
    captured: string;
    captures: number;
    voided: string;
    charged: string;
    refunded: string;
  }[];
}
