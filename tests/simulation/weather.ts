import type { Request, Response, Transport } from "../../src/api/transport/transport.ts";
import { TransportError } from "../../src/kernel/errors.ts";
import type { Platform, Row, Write } from "./platform.ts";
import { Chance, type Process, type Scheduler } from "./scheduler.ts";

/** What can go wrong in a night. The seed chooses some of them, and how bad each is. */
export const weatherKinds = [
  "crashes",
  "pauses",
  "stops",
  "second runner",
  "undo",
  "another person",
  "clock changes",
  "lost requests",
  "late requests",
  "doubled requests",
  "lost answers",
  "slow answers",
  "refused connections",
  "rate limits",
  "server errors",
  "HTML",
  "cut answers",
  "bulk answers",
  "revoked tokens",
  "slow database",
  "lost commits",
  "power failures",
  "connections that never open",
  "permissions taken away",
  "other commands",
  "failed steps are sent again",
  "refusals after the effect",
  "totals that contradict",
  "empty answers",
  "errors in a 200",
  "gateways that find nothing",
  "answers with other ids",
  "items left out",
  "repeated pages",
  "lost cursors",
  "payments that are not found",
] as const;

export type WeatherKind = (typeof weatherKinds)[number];

/** Kinds that are worse together than by chance. */
const storms: readonly [readonly WeatherKind[], ...(readonly WeatherKind[])[]] = [
  [],
  ["crashes", "late requests", "second runner"],
  ["crashes", "late requests", "pauses"],
  ["late requests", "lost answers", "undo", "stops"],
  ["late requests", "lost answers", "refused connections", "undo"],
  ["lost answers", "late requests", "bulk answers", "rate limits"],
];

/** Chooses the kinds of weather of a night. */
export function weatherOf(seed: number): WeatherKind[] {
  const chance = new Chance(seed, "weather");
  const share = chance.pick([0.1, 0.2, 0.4]);
  const storm = chance.pick(storms);
  return weatherKinds.filter((kind) => chance.happens(share) || storm.includes(kind));
}

/** The weather of one night, until it clears. */
export class Weather<Kind extends string = WeatherKind> {
  readonly #strengths = new Map<Kind, number>();
  readonly #chances = new Map<Kind, Chance>();
  readonly #isBad: () => boolean;

  constructor(seed: number, kinds: readonly Kind[], isBad: () => boolean) {
    this.#isBad = isBad;
    for (const kind of kinds) {
      const chance = new Chance(seed, kind);
      this.#chances.set(kind, chance);
      this.#strengths.set(kind, chance.pick([0.03, 0.15, 0.5]));
    }
  }

  /** Returns whether something of this kind happens now, and the random numbers for it. */
  strikes(kind: Kind): Chance | undefined {
    const chance = this.#chances.get(kind);
    if (!chance || !this.#isBad()) return undefined;
    return chance.happens(this.#strengths.get(kind) ?? 0) ? chance : undefined;
  }

  /** Returns the random numbers of a kind that this night has. */
  has(kind: Kind): Chance | undefined {
    return this.#isBad() ? this.#chances.get(kind) : undefined;
  }
}

export interface NetworkOptions {
  seed: number;
  scheduler: Scheduler;
  platform: Platform;
  weather: Weather;
  /** Called when the first byte of a request is about to leave. Returns false if the process must not send it. */
  leaving(process: Process, request: Request): boolean;
  /** Called before the platform carries a request out. */
  executing(process: Process, request: Request): void;
  /** Called with the rows that a request has written. */
  executed(process: Process, request: Request, wrote: readonly Write[]): void;
  say(process: Process | undefined, text: () => string): void;
}

const retryLater: Record<string, string> = { "retry-after": "3" };

/** Bodies of a 200 that says that something failed. */
const errorBodies: [string, ...string[]] = [
  '{"error":{"code":"BUSY","message":"later"}}',
  '{"errors":[{"message":"later"}]}',
  '{"message":"later","details":{"applicationError":{"code":"BUSY","description":"later"}}}',
];

/** Bodies of a 404 that is not the platform's. */
const gatewayBodies: [string, ...string[]] = ["<html>Not found</html>", '{"status":404,"error":"Not Found"}'];

const notFound: Response = { status: 404, headers: {}, body: '{"message":"not found"}' };

const orderIn = ({ body }: Response): unknown => JSON.parse(body).orderTransactions?.orderId;

const shown = ({ status, body }: Response) =>
  status === 200 ? "an error in a 200" : `${status} ${body.slice(0, 6)}`;

/** The result of a list. */
type Page = Record<string, unknown>;

interface Executed {
  response: Response;
  skipped?: ReadonlySet<string>;
}

/** The platform gives a request up this many milliseconds after it has left. */
const givenUpAfter = 29_500;
/** The time limit of a connection in the network transport. */
const connectLimit = 10_000;
/** The time limit of an answer's first byte in the network transport. */
const answerLimit = 30_000;

/**
 * Returns the network between the processes and the platform. It has the errors of the network transport: `no` if a request
 * certainly has not left, `maybe` otherwise.
 */
export function createNetwork(options: NetworkOptions): (process: Process) => Transport {
  const { seed, scheduler, platform, weather, say } = options;
  const chance = new Chance(seed, "latency");
  let revokedUntil = 0;
  let forbiddenUntil = 0;

  /** When the last request that wrote a row has left. */
  const lastWrites = new Map<string, number>();

  /**
   * Whether a request that left later has written a row since. For a request without a revision whose sender has noticed the
   * loss and gone on, that is what docs/promises.md says till cannot protect from, so it does not happen here.
   */
  const isOvertaken = (request: Request, left: number) =>
    request.effect === "set" &&
    !request.name.startsWith("productsV3.") &&
    platform.writesOf(request).some(({ row }) => (lastWrites.get(row.id) ?? 0) > left);

  /** Returns an answer that says that something failed, whatever was done. */
  const failure = (): Response | undefined => {
    const error = weather.strikes("server errors");
    if (error) return { status: error.pick([500, 502, 503, 504]), headers: {}, body: '{"message":"oops"}' };
    const inside = weather.strikes("errors in a 200");
    if (inside) return { status: 200, headers: {}, body: inside.pick(errorBodies) };
    const gateway = weather.strikes("gateways that find nothing");
    return gateway && { status: 404, headers: {}, body: gateway.pick(gatewayBodies) };
  };

  /** Returns rows that a request does not ask for, if its answer is about them. */
  const others = (process: Process, request: Request): Row[] | undefined => {
    const reads = platform.readsOf(request);
    if (reads.length === 0 || !weather.strikes("answers with other ids")) return undefined;
    const other = [...platform.rows.values()].filter((row) => row.ids.length > 0 && !reads.includes(row));
    if (other.length === 0) return undefined;
    say(process, () => `${describe(request)}: the answer is about other objects`);
    return other.slice(0, reads.length);
  };

  /**
   * Carries a request out, except for the rows in `skipped`. Returns the answer as it leaves the platform, and the rows that
   * were skipped, if anything was done.
   */
  const execute = (process: Process, request: Request, before?: ReadonlySet<string>): Executed => {
    options.executing(process, request);
    if (weather.strikes("rate limits")) {
      say(process, () => `${describe(request)}: the platform is limiting requests`);
      const response = chance.happens(0.5)
        ? { status: 429, headers: chance.happens(0.5) ? retryLater : {}, body: "{}" }
        : { status: 403, headers: {}, body: '{"message":"","details":{}}' };
      return { response };
    }
    const failed = failure();
    const isBefore = failed && chance.happens(0.5);
    if (isBefore) {
      say(process, () => `${describe(request)}: ${shown(failed)}, and nothing was done`);
      return { response: failed };
    }
    const bulk = before ? undefined : weather.strikes("bulk answers");
    const totals = before || bulk ? undefined : weather.strikes("totals that contradict");
    const skipped = new Set(before);
    const skips = ({ id }: Row) => {
      if ((bulk ?? totals)?.happens(0.2)) skipped.add(id);
      return skipped.has(id);
    };
    const { response, wrote } = platform.handle(request, skips, others(process, request));
    options.executed(process, request, wrote);
    say(process, () => `${describe(request)}: carried out${before ? " again" : ""}`);
    if (failed) {
      say(process, () => `${describe(request)}: ${shown(failed)} all the same`);
      return { response: failed, skipped };
    }
    const refused = before ? undefined : weather.strikes("refusals after the effect");
    if (refused) {
      // Of absolute writes, a conflict that a gateway made up is believed: repeating them is harmless.
      const adds = request.effect === "money" || request.effect === "add";
      const status = refused.pick(adds ? [429, 503, 403, 404, 409] : [429, 503, 403, 404]);
      say(process, () => `${describe(request)}: a gateway answers ${status} all the same`);
      const body = status === 403 ? '{"message":"","details":{}}' : "{}";
      return { response: { status, headers: status === 503 ? retryLater : {}, body }, skipped };
    }
    if (totals && response.body.startsWith('{"results"')) {
      const { results } = JSON.parse(response.body) as Results;
      const unlisted = results.filter(({ itemMetadata: { id } }) => skipped.has(id ?? "")).length;
      const listed = results.filter(({ itemMetadata: { success } }) => !success).length;
      say(process, () => `${describe(request)}: the totals count ${unlisted} failures that no result lists`);
      const bulkActionMetadata = {
        totalSuccesses: results.length - listed - unlisted,
        totalFailures: listed + unlisted,
        undetailedFailures: totals.happens(0.5) ? unlisted : 0,
      };
      return { response: { ...response, body: JSON.stringify({ results, bulkActionMetadata }) }, skipped };
    }
    if (!bulk || !response.body.startsWith('{"results"')) return { response, skipped };
    say(process, () => `${describe(request)}: the answer is unclear about its items`);
    const results = unclearResults(JSON.parse(response.body), skipped, bulk);
    return { response: { ...response, body: JSON.stringify(results) }, skipped };
  };

  /** Returns the answer to a request that the platform does not look at. Who may not write may still read. */
  const refusalOf = ({ effect }: Request): Response | undefined => {
    const lasts = (until: number, kind: WeatherKind) => scheduler.now < until && weather.has(kind);
    if (lasts(revokedUntil, "revoked tokens"))
      return { status: 401, headers: {}, body: '{"message":"the token was revoked"}' };
    if (effect !== "read" && lasts(forbiddenUntil, "permissions taken away"))
      return { status: 403, headers: {}, body: '{"message":"no permission to write"}' };
    return undefined;
  };

  /** Returns the answer as it arrives. */
  const damaged = (process: Process, request: Request, { response, skipped }: Executed): Response => {
    if (response.status !== 200) return response;
    if (weather.strikes("HTML")) {
      say(process, () => `${describe(request)}: the answer is a page of a proxy`);
      return { ...response, body: "<html>Bad gateway</html>" };
    }
    if (weather.strikes("cut answers")) {
      say(process, () => `${describe(request)}: the answer is cut`);
      return { ...response, body: response.body.slice(0, Math.floor(response.body.length / 2)) };
    }
    // The whole answer of some calls is an empty object: it says that they were carried out.
    if (skipped && weather.strikes("empty answers")) {
      say(process, () => `${describe(request)}: the answer is empty`);
      return { ...response, body: "{}" };
    }
    return request.effect === "read" ? misread(process, request, response) : response;
  };

  /** The last page of each list that a process has got. */
  const lastPages = new Map<string, Page>();

  /** Orders whose payments a command that only reads cannot read. */
  const unread = new Set<unknown>();

  /** Returns the answer to a read, perhaps without some of it. */
  const misread = (process: Process, request: Request, response: Response): Response => {
    if (request.name === "orderTransactions.get" && process.name.startsWith("read"))
      return unread.has(orderIn(response)) ? notFound : response;
    const page = JSON.parse(response.body) as Page;
    const [list] = Object.keys(page).filter((key) => Array.isArray(page[key]));
    if (list === undefined) return response;
    const items = page[list] as { orderId?: string }[];
    const changed = (text: string, facts: Page): Response => {
      say(process, () => `${describe(request)}: ${text}`);
      return { ...response, body: JSON.stringify({ ...page, ...facts }) };
    };
    const isUnread = process.name.startsWith("read") && list === "orderTransactions";
    if (isUnread && weather.strikes("payments that are not found")) {
      const [first] = items;
      unread.add(first?.orderId);
      return changed("the payments of an order are not found", { [list]: items.slice(1) });
    }
    const out = weather.strikes("items left out");
    if (out) return changed("the answer leaves items out", { [list]: items.filter(() => out.happens(0.7)) });
    const { cursors } = (page.metadata ?? {}) as { cursors?: object };
    if (cursors === undefined) return response;
    const before = request.body?.includes('"cursor"') ? lastPages.get(process.name) : undefined;
    lastPages.set(process.name, page);
    if (before && weather.strikes("repeated pages"))
      return changed("the page before is repeated", { [list]: before[list] });
    if (Object.hasOwn(cursors, "next") && weather.strikes("lost cursors"))
      return changed("the answer does not say how the list goes on", {
        metadata: { ...(page.metadata as object), cursors: {} },
      });
    return response;
  };

  return (process) => (request) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    let settled = false;
    let left = 0;
    /** The rows that the platform has skipped; undefined until it has carried the request out. */
    let skipped: ReadonlySet<string> | undefined;
    const fail = (ms: number, arrived: "no" | "maybe", why: string) =>
      scheduler.after(
        ms,
        () => {
          if (settled) return;
          settled = true;
          say(process, () => `${describe(request)}: ${why}`);
          reject(new TransportError(why, arrived));
        },
        process,
      );
    const connect = chance.between(1, 40);
    if (weather.strikes("refused connections")) {
      fail(connect, "no", "connection refused");
      return promise;
    }
    if (weather.strikes("connections that never open")) {
      fail(connectLimit, "no", "no connection within 10 s");
      return promise;
    }
    const revoked = weather.strikes("revoked tokens");
    if (revoked) revokedUntil = scheduler.now + revoked.between(1000, 20_000);
    const forbidden = weather.strikes("permissions taken away");
    if (forbidden) forbiddenUntil = scheduler.now + forbidden.between(1000, 20_000);

    const leave = () => {
      left = scheduler.now;
      if (!options.leaving(process, request)) {
        reject(new TransportError("the lease was not confirmed in time", "no"));
        return;
      }
      say(process, () => `${describe(request)}: leaves`);
      const way = chance.between(5, 60);
      const late = weather.strikes("late requests");
      const delay = way + (late ? late.pick([late.between(0, givenUpAfter - way), givenUpAfter - 500]) : 0);
      const lost = weather.strikes("lost answers");
      // A connection that breaks before the answer, perhaps even before the platform has begun.
      if (lost) fail(lost.between(1, 6000), "maybe", "the connection broke");
      if (weather.strikes("lost requests")) say(process, () => `${describe(request)}: is lost on its way`);
      else {
        scheduler.after(delay, arrive);
        const doubled = weather.strikes("doubled requests");
        const isProtected = request.name.startsWith("productsV3.");
        if (doubled)
          scheduler.after(delay + (isProtected ? doubled.between(0, givenUpAfter - delay) : 0), arriveAgain);
      }
      fail(answerLimit, "maybe", "no answer within 30 s");
    };

    const arrive = () => {
      if (settled && isOvertaken(request, left)) return;
      const refusal = refusalOf(request);
      if (refusal) say(process, () => `${describe(request)}: ${refusal.status}, and nothing was done`);
      const executed: Executed = refusal ? { response: refusal } : execute(process, request);
      skipped = executed.skipped;
      if (skipped) for (const { row } of platform.writesOf(request)) lastWrites.set(row.id, left);
      const slow = weather.strikes("slow answers");
      const back = chance.between(5, 60) + (slow ? slow.between(100, 20_000) : 0);
      const answer = () => {
        if (settled) return;
        settled = true;
        resolve(damaged(process, request, executed));
      };
      scheduler.after(back, answer, process);
    };

    // The platform itself knows a payment request that the network has doubled; and no proxy repeats a create.
    const arriveAgain = () => {
      if (skipped && request.effect !== "money" && request.effect !== "add")
        execute(process, request, skipped);
    };

    scheduler.after(connect, leave, process);
    return promise;
  };
}

export function describe({ name, body }: Request): string {
  const ids = [...(body ?? "").matchAll(/-[89]000-0*(\d+)/g)].map(([, n]) => n);
  return ids.length === 0 ? name : `${name} ${[...new Set(ids)].join(",")}`;
}

interface Results {
  results: { itemMetadata: { id?: string; originalIndex?: number; success?: boolean; error?: object } }[];
}

/**
 * Returns a bulk answer with items missing, doubled, in another order, contradictory, or with an error that does not say
 * "failed". Of an item that was skipped it never says clearly that it is done.
 */
function unclearResults({ results }: Results, skipped: ReadonlySet<string>, chance: Chance): Results {
  const changed = results.flatMap((result): Results["results"] => {
    const { itemMetadata: data } = result;
    const isSkipped = skipped.has(data.id ?? "");
    const unclear = { ...data, success: undefined };
    switch (isSkipped ? chance.between(0, 5) : chance.between(0, 11)) {
      case 0:
        return [];
      case 1:
        return [result, { itemMetadata: { ...data, success: !data.success } }];
      case 2:
        return [{ itemMetadata: { ...data, originalIndex: (data.originalIndex ?? 0) + 1 } }];
      case 3:
        return [{ itemMetadata: { ...unclear, error: { code: "BUSY", description: "later" } } }];
      case 4:
        return [{ itemMetadata: unclear }];
      case 5:
        return [{ itemMetadata: { ...data, success: true, error: { code: "BUSY", description: "later" } } }];
      case 6:
        return [{ itemMetadata: { ...data, originalIndex: undefined } }];
      default:
        return [result];
    }
  });
  return { results: chance.happens(0.5) ? changed.toReversed() : changed };
}
