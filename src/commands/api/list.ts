import { type CallFacts, calls } from "../../api/services/calls.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** Options of `till api` without a call. */
export interface ListFlags {
  service?: string;
  search?: string;
}

interface Row extends Pick<CallFacts, "method" | "path" | "public" | "role" | "effect" | "summary"> {
  /** `products.query` */
  call: string;
  service: string;
  operation: string;
  paging: "offset" | "cursor" | null;
  /** Always true: the sandbox implements every call. */
  sandbox: true;
}

/** Prints the API calls. */
export async function listCalls(
  context: Context,
  { service, search = "" }: ListFlags,
): Promise<ExitCode | undefined> {
  if (service !== undefined) checkService(service);
  const words = search.toLowerCase().split(/\s+/);
  const rows = calls
    .map(rowOf)
    .filter((row) => service === undefined || row.service === service)
    .filter(({ call, path, public: open, summary }) => {
      const text = `${call}\n${path}\n${open}\n${summary}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  await context.print(rows, {
    kind: "call",
    fields: {
      call: {},
      method: {},
      public: { label: "Public path" },
      role: {},
      effect: {},
      sandbox: {},
      summary: { grow: true },
    },
    total: rows.length,
    empty: "No matching calls.",
  });
  return undefined;
}

function rowOf(facts: CallFacts): Row {
  const { name: call, method, path, public: open, role, effect, paging = null, summary } = facts;
  const [service = "", operation = ""] = call.split(".");
  return {
    call,
    service,
    operation,
    method,
    path,
    public: open,
    role,
    effect,
    paging,
    sandbox: true,
    summary,
  };
}

function checkService(service: string): void {
  const names = [...new Set(calls.map(({ name }) => name.split(".")[0] ?? ""))];
  if (names.includes(service)) return;
  const closest = nearest(service, names);
  throw new UsageError(
    `Unknown service "${service}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    { field: "--service", hint: "List all services and calls: till api" },
  );
}
