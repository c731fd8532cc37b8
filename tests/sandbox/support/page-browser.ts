import type { Request, Response } from "../../../src/api/transport/transport.ts";
import type { TestShopOptions } from "../../support/test-shop.ts";
import { openVisitorShop } from "./visitor-shop.ts";

/** A page as a browser without scripts sees it. */
export interface Shown {
  status: number;
  /** The address, after redirects inside the sandbox. */
  url: string;
  body: string;
  headers: Record<string, string>;
  title: string;
  /** The visible text without tags, with single spaces. */
  text: string;
}

/** Opens pages and submits their forms in this process, with the cookies that they set. */
export interface PageBrowser {
  cookies: Map<string, string>;
  /** The last page. Its address is outside the sandbox if it was redirected there. */
  shown: Shown;
  open(url: string): Promise<Shown>;
  /** Follows the first link with a text. */
  follow(text: string): Promise<Shown>;
  /** Fills the form that has a button with this text, and presses it. Returns the page that follows. */
  press(button: string, values?: Readonly<Record<string, string | readonly string[]>>): Promise<Shown>;
  /** Returns the request that pressing the button would send. */
  request(button: string, values?: Readonly<Record<string, string | readonly string[]>>): Request;
  send(request: Request): Promise<Shown>;
}

type Send = (request: Request) => Promise<Response>;

const decoded = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');

/** Returns the text of HTML without its tags. */
export const textOf = (body: string): string =>
  decoded(body.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();

export function createPageBrowser(send: Send, base: string): PageBrowser {
  const cookies = new Map<string, string>();
  const browser: PageBrowser = {
    cookies,
    shown: { status: 0, url: base, body: "", headers: {}, title: "", text: "" },
    open: (url) => browser.send(requestFor("GET", new URL(url, browser.shown.url).href)),
    follow(text) {
      const links = [...browser.shown.body.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
      const link = links.find(([, , label = ""]) => textOf(label) === text);
      if (!link) throw new Error(`no link "${text}" in: ${browser.shown.text}`);
      return browser.open(decoded(link[1] ?? ""));
    },
    press: (button, values) => browser.send(browser.request(button, values)),
    request(button, values = {}) {
      const forms = [
        ...browser.shown.body.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs),
      ];
      for (const [, action = "", content = ""] of forms) {
        const buttons = [...content.matchAll(/<button ([^>]*)>(.*?)<\/button>/gs)];
        const pressed = buttons.find(([, attributes = "", label = ""]) =>
          [textOf(label), attributeOf(attributes, "aria-label")].includes(button),
        );
        if (!pressed) continue;
        const fields = fieldsOf(content);
        const [, attributes = ""] = pressed;
        fields.set(attributeOf(attributes, "name") ?? "", [attributeOf(attributes, "value") ?? ""]);
        for (const [name, value] of Object.entries(values)) {
          const known = fields.has(name) || content.includes(`name="${name}"`);
          if (!known) throw new Error(`no field "${name}" in: ${textOf(content)}`);
          fields.set(name, typeof value === "string" ? [value] : [...value]);
        }
        const body = new URLSearchParams(
          [...fields].flatMap(([name, all]) => all.map((one): [string, string] => [name, one])),
        );
        return {
          ...requestFor("POST", new URL(decoded(action), browser.shown.url).href),
          body: String(body),
        };
      }
      throw new Error(`no button "${button}" in: ${browser.shown.text}`);
    },
    async send(request) {
      const response = await send(request);
      const cookie = /^([^=]+)=([^;]*)(.*)$/.exec(response.headers["set-cookie"] ?? "");
      if (cookie?.[3]?.includes("Max-Age=0")) cookies.delete(cookie[1] ?? "");
      else if (cookie) cookies.set(cookie[1] ?? "", cookie[2] ?? "");
      const { location } = response.headers;
      const { status, headers, body } = response;
      const title = decoded(/<h1>(.*?)<\/h1>/s.exec(body)?.[1] ?? "");
      const next = location === undefined ? undefined : new URL(location, request.url);
      browser.shown = { status, headers, body, title, text: textOf(body), url: next?.href ?? request.url };
      const isInside = next?.origin === new URL(base).origin;
      return next && isInside ? await browser.send(requestFor("GET", next.href)) : browser.shown;
    },
  };
  const requestFor = (method: "GET" | "POST", url: string): Request => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { method, url, headers: { cookie }, effect: "read", name: "test" };
  };
  return browser;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return found ? decoded(found[1] ?? "") : undefined;
}

/** Returns the values that a browser would send without any input. */
function fieldsOf(content: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string | undefined, value: string) =>
    void (name && fields.set(name, [...(fields.get(name) ?? []), value]));
  for (const [, attributes = ""] of content.matchAll(/<input ([^>]*)>/g)) {
    const isChoice = /type="(radio|checkbox)"/.test(attributes);
    if (!isChoice || / checked/.test(attributes))
      add(attributeOf(attributes, "name"), attributeOf(attributes, "value") ?? "");
  }
  for (const [, attributes = "", options = ""] of content.matchAll(/<select ([^>]*)>(.*?)<\/select>/gs)) {
    const all = [...options.matchAll(/<option ([^>]*)>/g)].map(([, own = ""]) => own);
    const chosen = all.find((own) => / selected/.test(own)) ?? all[0] ?? "";
    add(attributeOf(attributes, "name"), attributeOf(chosen, "value") ?? "");
  }
  for (const [, attributes = "", text = ""] of content.matchAll(/<textarea ([^>]*)>(.*?)<\/textarea>/gs))
    add(attributeOf(attributes, "name"), decoded(text));
  return fields;
}

/** Opens the demo shop with a browser for its pages, next to the calls of a storefront's visitor. */
export async function openPageShop(options: TestShopOptions = {}) {
  const shop = await openVisitorShop(options);
  const base = "http://127.0.0.1:8787";
  const pages = `${base}/__till/pages`;
  return {
    ...shop,
    pages,
    browser: createPageBrowser(shop.send, base),
    newBrowser: () => createPageBrowser(shop.send, base),
    /** Creates a redirect session as the visitor, or with another token, and returns its URL. */
    async session(request: object, authorization?: string): Promise<string> {
      const path = "/_api/redirects-api/v1/redirect-session";
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await shop.visitor("POST", path, request, headers)).redirectSession.fullUrl;
    },
    /** Returns the last message to an address. */
    async mailTo(address: string) {
      return (await shop.mails()).find(({ to }) => to === address);
    },
  };
}
export type PageShop = Awaited<ReturnType<typeof openPageShop>>;
