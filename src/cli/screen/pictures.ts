import type { Context } from "../../context/context.ts";
import type { Site } from "../../context/host.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Pictures } from "../../ui/pictures/pictures.ts";

/** The host of the platform's media, with paths such as `/media/<id>`. */
const mediaHost = "static.wixstatic.com";
/** The width and height of requested pictures, in pixels: larger than any picture on the screen, but quick to load. */
const side = 320;
const limits = { timeout: 3_000, maxBytes: 2 * 1024 * 1024, accept: "image/png, image/*;q=0.5" };
/** The number of pictures kept in memory. */
const cacheSize = 20;

/** The part of the context that pictures need. */
type Run = Pick<Context, "environment" | "streams" | "choices" | "site" | "signal">;

/** Returns how this terminal shows pictures; undefined if they are off. */
export async function picturesOf(context: Run): Promise<Pictures | undefined> {
  const { environment, streams, choices } = context;
  const { value: mode } = choices.setting("pictures");
  const isSpoken = environment.variables.INK_SCREEN_READER === "true";
  if (mode === "never" || (mode === "auto" && environment.ssh)) return undefined;
  if (streams.stderr.ascii || isSpoken || streams.terminal === undefined) return undefined;
  const { protocolOf } = await import("../../ui/pictures/pictures.ts");
  return {
    protocol: protocolOf(environment.variables),
    load: cached((address) => loadPicture(context, address, mode === "always")),
  };
}

/** Caches loaded pictures and pictures that are being loaded; failures are not cached. */
function cached(load: (address: string) => Promise<Uint8Array>): Pictures["load"] {
  const files = new Map<string, Promise<Uint8Array>>();
  return (address) => {
    const known = files.get(address);
    if (known !== undefined) return known;
    const file = load(address);
    files.set(address, file);
    file.catch(() => files.delete(address));
    for (const oldest of files.keys()) if (files.size > cacheSize) files.delete(oldest);
    return file;
  };
}

async function loadPicture(context: Run, address: string, anywhere: boolean): Promise<Uint8Array> {
  const source = pictureAt(address, await context.site(), anywhere);
  if ("drawn" in source)
    return (await import("../../sandbox/server/drawn-media.ts")).drawnMedia(source.drawn);
  const { download } = await import("../../api/transport/download.ts");
  const { proxies } = context.environment;
  return await download(source.url, { ...limits, proxy: proxies, signal: context.signal });
}

/**
 * Returns where to load a picture from. The platform's media service scales pictures and converts them to PNG; a
 * sandbox serves the media of its own shop, and the embedded one draws it. Throws TillError for other hosts unless
 * `anywhere` is set.
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
  throw new TillError(
    exitCodes.usage,
    "Pictures of other hosts are shown only if the setting pictures is always.",
  );
}
