import { AsyncLocalStorage } from "node:async_hooks";
import { UsageError } from "../kernel/errors.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { closedShop } from "./checks.ts";
import { type Connect, intercept, platformHost } from "./intercept.ts";
import type { InstallOptions } from "./test-shop.ts";

/** A shop that answers the platform's requests of a test. */
interface InstalledShop {
  /** Returns the name of the test; empty if unknown. */
  nameOf: () => string;
  fetch: typeof fetch;
  connect: Connect;
  onUnhandled?: InstallOptions["onUnhandled"];
  state: "installed" | "removed" | "closed";
  /** The shop that was installed in the same test before. */
  before: InstalledShop | undefined;
}

/** The last shop that was installed in the running test, or what called it. */
const latest = new AsyncLocalStorage<InstalledShop>();
const installed = new Set<InstalledShop>();
/** Interception stays: a request that a test did not wait for must not reach the platform. */
let intercepting = false;

/**
 * Sends the platform's requests of the running test to a shop. Returns a function that ends that, in any order with others;
 * after `closed`, requests of the test are refused.
 */
export function installShop(
  shop: Pick<InstalledShop, "nameOf" | "fetch" | "connect" | "onUnhandled">,
): (closed?: boolean) => void {
  const added: InstalledShop = { ...shop, state: "installed", before: latest.getStore() };
  installed.add(added);
  latest.enterWith(added);
  if (!intercepting) intercept(route);
  intercepting = true;
  return (closed = false) => {
    if (added.state === "installed") added.state = closed ? "closed" : "removed";
    installed.delete(added);
  };
}

/** Returns the shop that answers a request of the running test, if any. Throws UsageError if that is unclear. */
export function shopFor(url: URL, method: string): Pick<InstalledShop, "fetch"> | undefined {
  if (!platformHost.test(url.hostname)) return undefined;
  const { shop, refuse } = shopOfTest();
  if (refuse) throw refuse(`${method} ${url.href}`);
  return shop;
}

function route(url: URL, method: string): Connect | undefined {
  const isPlatform = platformHost.test(url.hostname);
  const { shop, refuse } = shopOfTest();
  const { onUnhandled = "bypass" } = shop ?? {};
  const what = `${method} ${url.href}`;
  if (isPlatform) return refuse ? failing(() => refuse(what)) : shop?.connect;
  if (typeof onUnhandled === "function")
    try {
      onUnhandled({ method, url: url.href });
    } catch (error) {
      return failing(() => error);
    }
  else if (onUnhandled === "error" && !isLoopback(url.hostname))
    return failing(
      () =>
        new UsageError(
          `${what} is not for the platform, and installFetch was called with onUnhandled "error".`,
          {
            code: "UNHANDLED_REQUEST",
          },
        ),
    );
  return undefined;
}

const failing =
  (error: () => unknown): Connect =>
  () => {
    throw error();
  };

/** Returns the shop of the running test, if any, or why none may answer the platform's requests. */
function shopOfTest(): { shop?: InstalledShop; refuse?: (what: string) => UsageError } {
  let closed: InstalledShop | undefined;
  for (let shop = latest.getStore(); shop; shop = shop.before) {
    if (shop.state === "installed") return { shop };
    if (shop.state === "closed") closed ??= shop;
  }
  if (closed) {
    const { nameOf } = closed;
    return { refuse: (what) => closedShop(nameOf(), what) };
  }
  const [shop, ...others] = installed;
  if (shop && others.length === 0) return { shop };
  if (!shop) return {};
  const count = installed.size;
  return {
    refuse: (what) =>
      new UsageError(
        `${count} test shops are installed, and ${what} came from none of their tests. Call installFetch inside the test, or pass shop.fetch.`,
        { code: "SHOP_UNCLEAR" },
      ),
  };
}
