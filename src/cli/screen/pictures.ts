import type { Context } from "../../context/context.ts";
import type { Site } from "../../context/host.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Pictures } from "../../ui/pictures/pictures.ts";
import type { Way } from "../../ui/pictures/way.ts";

/** Where the platform keeps its media, each at `/media/<id>`. */
const mediaHost = "static.wixstatic.com";
/** In pixels: more than the room on the screen needs, and little to carry. */
const side = 320;
const limits = { timeout: 3_000, maxBytes: 2 * 1024 * 1024, accept: "image/png, image/*;q=0.5" };
/** Pictures that are kept in memory. */
const kept = 20;

/** What pictures need of a run. */
type Run = Pick<Context, "environment" | "streams" | "choices" | "site" | "signal">;

/** How pictures are shown on the terminal of this run; undefined where they are not. */
export async function picturesOf(context: Run): Promise<Pictures | undefined> {
  const { environment, streams, choices } = context;
  const { value: wanted } = choices.setting("pictures");
  const isSpoken = environment.variables.INK_SCREEN_READER === "true";
  if (wanted === "never" || (wanted === "auto" && environment.ssh)) return undefined;
  if (streams.stderr.ascii || isSpoken || streams.terminal === undefined) return undefined;
  const { wayOf } = await import("../../ui/pictures/way.ts");
  let way: Way = { kind: wayOf(environment.variables) };
  if (wanted === "sixel") {
    const { askSixel } = await import("../../ui/pictures/ask.ts");
    const answer = await askSixel(streams.terminal);
    way = answer === undefined ? { kind: "blocks" } : { kind: "sixel", ...answer };
  }
  return { way, load: remembered((address) => loadPicture(context, address, wanted === "always")) };
}

/** What was read last, or is being read, is not read again; what failed is. */
function remembered(load: (address: string) => Promise<Uint8Array>): Pictures["load"] {
  const files = new Map<string, Promise<Uint8Array>>();
  return (address) => {
    const known = files.get(address);
    if (known !== undefined) return known;
    const file = load(address);
    files.set(address, file);
    file.catch(() => files.delete(address));
    for (const oldest of files.keys()) if (files.size > kept) files.delete(oldest);
    return file;
  };
}

async function loadPicture(context: Run, address: string, anywhere: boolean): Promise<Uint8Array> {
  const place = pictureAt(address, await context.site(), anywhere);
  if ("drawn" in place) return (await import("../../sandbox/server/drawn-media.ts")).drawnMedia(place.drawn);
  const { download } = await import("../../api/transport/download.ts");
  const { proxies } = context.environment;
  return await download(place.url, { ...limits, proxy: proxies, signal: context.signal });
}

/**
 * Where the picture at an address is read. The platform's media service makes small PNG files of its own pictures; a
 * sandbox is the media service of its shop, and the one in this process draws. Throws TillError for another host, unless
 * `anywhere`.
 */
export function pictureAt(
  address: string,
  { hosted, baseUrl }: Pick<Site, "hosted" | "baseUrl">,
  anywhere: boolean,
): { url: string } | { drawn: string } {
  const url = URL.parse(address);
  const [, id] = (url?.host === mediaHost && /^\/media\/([^/]+)/.exec(url.pathname)) || [];
  if (id !== undefined) {
    if (!hosted) return { drawn: id };
    const base = new URL(baseUrl);
    const host = base.protocol === "http:" ? base.origin : `https://${mediaHost}`;
    return { url: `${host}/media/${id}/v1/fit/w_${side},h_${side}/file.png` };
  }
  if (anywhere && url !== null) return { url: url.href };
  throw new TillError(exitCodes.usage, "Its host is asked only where the setting pictures is always.");
}
