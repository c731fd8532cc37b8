import { openBrowser } from "../../cli/browser.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Resource } from "../../resources/resource.ts";

/** Opens a page of the site in the browser, or prints its URL. */
export async function run(
  context: Context,
  [what, object]: string[],
  { print = false }: { print?: boolean },
): Promise<ExitCode | undefined> {
  if (what !== undefined && object === undefined)
    throw new UsageError(`Which of the ${what}?`, {
      field: "[object]",
      hint: `For example: till profiles open ${what} SLUG`,
    });
  const address =
    what === undefined || object === undefined
      ? await dashboardOf(context)
      : await pageOf(context, what, object);
  if (print) {
    await context.printResult({ _kind: "address", url: address }, address);
    return undefined;
  }
  await context.notice(`Opening ${address} in the browser.`);
  await openBrowser(address, context.environment.variables.BROWSER);
  return undefined;
}

/** Returns the URL of the platform's dashboard of the site. Throws TillError for a sandbox and for an unknown site. */
async function dashboardOf({ profile }: Context): Promise<string> {
  const { name, platform, siteId, credentials } = await profile();
  if (platform !== "hosted")
    throw new TillError(exitCodes.failure, "A sandbox has no dashboard in a browser.", {
      code: "NO_PAGE",
      hint: "See it in the terminal: till dashboard. A hosted site: till profiles open --profile NAME",
    });
  if (siteId !== undefined) return `https://manage.wix.com/dashboard/${siteId}`;
  throw new TillError(exitCodes.failure, `The site of profile "${name}" is not known.`, {
    code: "NO_PAGE",
    hint:
      credentials === undefined
        ? "Set TILL_SITE_ID, or add: --site ID"
        : `Store it with: till profiles update ${name} --site ID, or add: --site ID`,
  });
}

/** Returns the URL of the page of an object in the shop. Throws TillError if it has none. */
async function pageOf(context: Context, what: string, reference: string): Promise<string> {
  const resource = await resourceOf(what);
  const access = await resource.open(context);
  const row = await access.get(reference, {});
  const address = resource.address?.(row);
  if (address !== undefined) return address;
  throw new TillError(exitCodes.notFound, `${resource.label(row)} has no page in the shop.`, {
    code: "NO_PAGE",
    hint: "The platform returns no URL for it. It may be hidden, or the site may not be published.",
  });
}

async function resourceOf(what: string): Promise<Resource<object>> {
  return what === "events"
    ? ((await import("../../resources/events/resource.ts")).eventResource as unknown as Resource<object>)
    : ((await import("../../resources/products/resource.ts")).productResource as unknown as Resource<object>);
}
