import { onTestFinished } from "vitest";
import { openSandbox } from "../../../src/sandbox/server/open.ts";
import { type Answered, asking } from "./asking.ts";

/** A demo shop in memory, its clock standing still, with short ways to ask it. */
export interface SellingFloor {
  ask: ReturnType<typeof asking>;
  /** The body of an answer that must be 200. */
  ok(
    method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT",
    path: string,
    body?: unknown,
  ): Promise<Answered["body"]>;
  /** Moves the sandbox clock: `90m`, `31d`. */
  advance(by: string): Promise<void>;
  /** The types of the events since it was last asked, without their area: `discount_rule_created`. */
  told(): Promise<string[]>;
  mails(): Promise<{ to: string; subject: string }[]>;
}

/** Opens a demo shop of catalog v1 (or v3) whose clock stands at `at`. */
export async function openSellingFloor(at = "2026-01-31T12:00:00Z", catalog = "v1"): Promise<SellingFloor> {
  const { send, close } = openSandbox({ file: ":memory:", origin: "https://shop.example" });
  onTestFinished(close);
  const ask = asking(send, "https://shop.example");
  let seen = 0;
  const ok: SellingFloor["ok"] = async (method, path, body) => {
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
    async told() {
      const { events } = await ok("GET", `/__till/events?after=${seen}&limit=1000`);
      seen = events.at(-1)?.seq ?? seen;
      return events.map(({ type }: { type: string }) => type.split(".").at(-1) ?? "");
    },
    mails: async () => (await ok("GET", "/__till/mail?limit=50")).messages,
  };
}
