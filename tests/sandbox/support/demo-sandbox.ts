import { onTestFinished } from "vitest";
import { openSandbox } from "../../../src/sandbox/server/open.ts";
import { createRequester, type JsonResponse } from "./requester.ts";

/** A demo shop in memory with a stopped clock. */
export interface DemoShop {
  ask: ReturnType<typeof createRequester>;
  /** Returns the body of a response; throws unless its status is 200. */
  ok(
    method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT",
    path: string,
    body?: unknown,
  ): Promise<JsonResponse["body"]>;
  /** Advances the sandbox clock: `90m`, `31d`. */
  advance(by: string): Promise<void>;
  /** Returns the types of the events since the last call, without their namespace: `discount_rule_created`. */
  eventTypes(): Promise<string[]>;
  mails(): Promise<{ to: string; subject: string }[]>;
}

/** Opens a demo shop of catalog v1 (or v3) with its clock set to `at`. */
export async function openDemoShop(at = "2026-01-31T12:00:00Z", catalog = "v1"): Promise<DemoShop> {
  const { send, close } = openSandbox({ file: ":memory:", origin: "https://shop.example" });
  onTestFinished(close);
  const ask = createRequester(send, "https://shop.example");
  let seen = 0;
  const ok: DemoShop["ok"] = async (method, path, body) => {
    const answer = await ask(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await ok("POST", "/__till/clock", { set: at });
  await ok("POST", "/__till/seed", { shop: "demo", catalog });
  return {
    ask,
    ok,
    async advance(by) {
      await ok("POST", "/__till/advance", { by });
    },
    async eventTypes() {
      const { events } = await ok("GET", `/__till/events?after=${seen}&limit=1000`);
      seen = events.at(-1)?.seq ?? seen;
      return events.map(({ type }: { type: string }) => type.split(".").at(-1) ?? "");
    },
    mails: async () => (await ok("GET", "/__till/mail?limit=50")).messages,
  };
}

/** Returns the code of an application error. */
export function codeOf({ body }: Pick<JsonResponse, "body">): string {
  return body.details.applicationError.code;
}
