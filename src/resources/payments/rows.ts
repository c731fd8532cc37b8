import type { Account, Aim, PaymentDesk } from "./account.ts";
import type { Named } from "./references.ts";
import { judge, type Verdict } from "./verdict.ts";

/** An order that a run is about, and what is to be done with it. */
export interface PaymentRow {
  named: Named;
  /** Absent where there is no such order. */
  account?: Account;
  verdict: Verdict;
  /** The request that looked for it. */
  requestId?: string;
}

/** What a selection looks at besides the payments' state. Times in milliseconds since 1970. */
export interface Ages {
  /** Only what was authorized at or before this. */
  authorizedBy?: number | undefined;
  /** Only what ends (is voided or captured by itself) before this. */
  endsBefore?: number | undefined;
}

/** Some of what was named, and what it names. */
interface Chunk {
  chunk: Named[];
  accounts: Account[][];
  requestId?: string;
}

/** Chunks that are read ahead of the one in use. */
const ahead = 2;

/** The orders that were named, each once, in the order named; `repeated` counts those that were named again. */
export async function* namedRows(
  desk: PaymentDesk,
  aim: Aim,
  named: readonly Named[],
  facts: { repeated: number },
): AsyncGenerator<PaymentRow> {
  const unique = new Map<string, Named>();
  for (const one of named) if (!unique.has(one.reference)) unique.set(one.reference, one);
  facts.repeated += named.length - unique.size;
  const all = [...unique.values()];
  const seen = new Set<string>();
  const reading: Promise<Chunk | { error: unknown }>[] = [];
  let start = 0;
  const readNext = () => {
    if (start >= all.length) return;
    const chunk = all.slice(start, start + desk.page);
    start += desk.page;
    const found = desk.find(chunk.map(({ reference }) => reference));
    reading.push(
      found.then(
        (found) => ({ chunk, ...found }),
        (error: unknown) => ({ error }),
      ),
    );
  };
  for (let count = 0; count < ahead; count++) readNext();
  for (let next = reading.shift(); next; next = reading.shift()) {
    const result = await next;
    if ("error" in result) throw result.error;
    readNext();
    const known = result.requestId === undefined ? {} : { requestId: result.requestId };
    for (const [index, one] of result.chunk.entries()) {
      const [account, ...others] = result.accounts[index] ?? [];
      if (account && others.length === 0 && seen.has(account.id)) facts.repeated += 1;
      else yield { ...rowOf(desk, aim, one, account, others), ...known };
      if (account && others.length === 0) seen.add(account.id);
    }
  }
}

function rowOf(
  { noun }: PaymentDesk,
  aim: Aim,
  named: Named,
  account: Account | undefined,
  others: readonly Account[],
): PaymentRow {
  if (!account) {
    const reason = `there is no ${noun} ${named.reference}`;
    return { named, verdict: { is: "not", code: "NOT_FOUND", reason } };
  }
  if (others.length === 0) return { named, account, verdict: judge(account, aim) };
  const ids = [account, ...others].map(({ id }) => id).join(", ");
  return {
    named,
    verdict: { is: "not", code: "AMBIGUOUS", reason: `several ${noun}s have this number: ${ids}` },
  };
}

/** Every order that holds authorized money now, as far as its age fits. */
export async function* authorizedRows(desk: PaymentDesk, aim: Aim, ages: Ages): AsyncGenerator<PaymentRow> {
  const seen = new Set<string>();
  for await (const accounts of desk.authorized()) {
    for (const account of accounts) {
      const verdict = judge(account, aim);
      if (verdict.is !== "move" || seen.has(account.id)) continue;
      seen.add(account.id);
      const holds = verdict.holds.filter((hold) => fits(hold, ages));
      if (holds.length === 0) continue;
      yield { named: { reference: account.number }, account, verdict: { is: "move", holds } };
    }
  }
}

/** Whether a payment is as old, and ends as soon, as was asked. */
export function fits(
  { authorizedAt, scheduled }: { authorizedAt?: string; scheduled?: { at: string } },
  { authorizedBy, endsBefore }: Ages,
): boolean {
  if (authorizedBy !== undefined && !(Date.parse(authorizedAt ?? "") <= authorizedBy)) return false;
  return endsBefore === undefined || Date.parse(scheduled?.at ?? "") < endsBefore;
}
