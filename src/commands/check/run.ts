import { siteFlags } from "../../cli/same-site.ts";
import type { Context } from "../../context/context.ts";
import { inShell, shellWord } from "../../kernel/command-line.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { platformTime } from "../../resources/platform-time.ts";
import { productResource } from "../../resources/products/resource.ts";
import {
  authorizationFindings,
  deliveryFindings,
  discountFindings,
  eventFindings,
  mediaUrl,
  productFindings,
  quotedWord,
  type ShopFinding,
} from "../../resources/shop-check.ts";

type Check = "catalog" | "delivery" | "discounts" | "events" | "payments";

/** Runs the checks of the shop and prints their findings. Exits 11 if there are any. */
export async function run(
  context: Context,
  _args: string[],
  { media = false, only }: { media?: boolean; only?: Check[] },
): Promise<ExitCode | undefined> {
  const runs = (check: Check) => only === undefined || only.includes(check);
  const call = await context.call("admin");
  const findings: ShopFinding[] = [];
  const add = async (found: AsyncIterable<ShopFinding>) => {
    for await (const finding of found) findings.push(inShop(finding));
  };
  const { shell } = context.environment;
  const flags = siteFlags(context).map((word) => ` ${shellWord(word)}`);
  const inShop = (finding: ShopFinding) => ({
    ...finding,
    fix: inShell(finding.fix + flags.join(""), shell),
  });
  const products = new Set<string>();
  if (runs("catalog") || runs("discounts")) {
    const found = catalogFindings(context, { products, media: media && runs("catalog") });
    for await (const finding of found) if (runs("catalog")) findings.push(inShop(finding));
  }
  if (runs("delivery")) await add(deliveryFindings(call));
  if (runs("discounts")) await add(discountFindings(call, products));
  if (runs("events")) await add(eventFindings(context));
  if (runs("payments")) await add(authorizationFindings(call, await platformTime(context)));
  await context.print(findings, {
    kind: "shopFinding",
    fields: {
      check: { min: 8 },
      subject: { min: 16 },
      problem: { grow: true },
      fix: { grow: true },
    },
    total: findings.length,
    empty: "Nothing found.",
  });
  if (findings.length === 0) return undefined;
  await context.notice(`Found ${countOf(findings.length, "problem")}.`);
  return exitCodes.changes;
}

/** Yields the findings of all products, and collects their ids. */
async function* catalogFindings(
  context: Context,
  { products, media }: { products: Set<string>; media: boolean },
): AsyncGenerator<ShopFinding> {
  const { list } = await productResource.open(context);
  /** SKU -> the first product or variant that has it. */
  const skus = new Map<string, string>();
  const rows = list({ all: true, signal: context.signal }).rows;
  for await (const product of rows) {
    products.add(product.id);
    yield* productFindings(product, skus);
    if (!media || product.visible === false) continue;
    for (const item of product.media?.items ?? []) {
      const problem = await mediaProblem(context, mediaUrl(item));
      if (problem === undefined) continue;
      const word = quotedWord(product.slug || product.id);
      const fix = `till products media remove ${word} ${quotedWord(item.id ?? "")}`;
      yield { check: "media", subject: product.name ?? word, problem: `${item.id}: ${problem}`, fix };
    }
  }
}

const limits = { timeout: 10_000, maxBytes: 25 * 1024 * 1024, accept: "*/*" };

/** Requests a file. Returns why it cannot be loaded, if so. */
async function mediaProblem(context: Context, url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { download } = await import("../../api/transport/download.ts");
  try {
    await download(url, { ...limits, proxy: context.environment.proxies, signal: context.signal });
    return undefined;
  } catch (error) {
    context.signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}
