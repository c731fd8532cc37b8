import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import { openBrowser } from "../browser.ts";
import { holdHeap } from "../job/young-heap.ts";
import { applyEdits, undoFromScreen } from "./act.ts";
import { catalogNouns, otherNouns } from "./nouns.ts";

interface BrowseOptions {
  filter?: string;
  search?: string;
  sort?: string;
}

/** What a list stays fresh for: the specification's five minutes; a local shop is looked at again and again. */
const fresh = { hosted: 5 * 60_000, local: 2_000 };

/** Shows the shop on the screen, at a noun, until it is left; jobs that are begun there run below it, as commands do. */
export async function run(
  context: Context,
  [noun = "products"]: string[],
  { filter, search, sort }: BrowseOptions,
): Promise<ExitCode | undefined> {
  const { terminal, stderr } = context.streams;
  if (terminal === undefined || context.format !== "table") {
    throw new UsageError("Browsing needs a terminal, and the output must be a table.", {
      field: "--interactive",
      hint: `Print the list instead: till ${noun} list`,
    });
  }
  const [first, site, screen] = await Promise.all([
    catalogNouns(context),
    context.site(),
    import("../../ui/screens/browse/browse.tsx"),
  ]);
  holdHeap();
  const now = () => context.now().getTime();
  const target = { profile: site.profile, site: site.hosted ? site.id : undefined, live: site.hosted };
  const isFirst = first.some(({ open }) => open.name === noun);
  const nouns = isFirst ? first : [...first, ...(await otherNouns(context))];
  const found = nouns.find(({ open }) => open.name === noun)?.open;
  if (found === undefined) {
    throw new UsageError(`${noun} cannot be browsed on the screen as who you are here.`, {
      field: "--interactive",
      hint: `Print the list: till ${noun} list`,
    });
  }
  // A bad filter is said as every command says it.
  found.open({ filter, search, sort }).close();
  const shown = nouns.map((one) => one.shown);
  let state = screen.beginBrowse(shown, { noun, query: { filter, search, sort }, now: now() });
  const more = async () => (await otherNouns(context)).map((one) => one.shown);
  for (;;) {
    const left = await screen.browse(
      { ...terminal, colour: stderr.colour },
      {
        initial: state,
        more: state.nouns.length > first.length ? undefined : more,
        target,
        now,
        freshMs: site.hosted ? fresh.hosted : fresh.local,
        openWeb: (address) => openBrowser(address),
        signal: context.signal,
      },
    );
    if (left === "interrupted") return exitCodes.interrupted;
    if (left.effect.type === "quit") return undefined;
    const acted =
      left.effect.type === "apply"
        ? await applyEdits(context, nouns, left.effect.edits)
        : await undoFromScreen(context, left.effect.job);
    context.signal.throwIfAborted();
    state = screen.afterJob(left.state, {
      message: { text: acted.text, tone: acted.failed ? "failed" : "done" },
      applied: acted.applied && left.effect.type === "apply",
      undoable: acted.job,
    });
  }
}
