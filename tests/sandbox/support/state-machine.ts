import fc from "fast-check";
import { expect } from "vitest";
import { runs } from "../../support/runs.ts";
import type { JsonResponse } from "../../support/test-shop.ts";

/** What each move does in each state. A move that a state lacks is rejected and changes nothing. */
export type Transitions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One object with a state, driven by calls. */
export interface Machine {
  state(): Promise<string>;
  /** Makes the call of a move, or lets time pass (undefined). */
  move(name: string): Promise<Pick<JsonResponse, "status" | "body"> | undefined>;
}

/**
 * Checks a machine against its transitions: every move in every state, reached by the shortest way from `start`, and
 * random walks. `waiting` lists moves of the clock, which are never rejected;
 * `walks` is the number of random ones.
 */
export async function checkTransitions(
  transitions: Transitions,
  {
    start,
    open,
    waiting = [],
    walks = 10,
  }: { start: string; open(): Promise<Machine>; waiting?: readonly string[]; walks?: number },
): Promise<void> {
  const moves = [...new Set(Object.values(transitions).flatMap((next) => Object.keys(next)))];
  const walk = async (path: readonly string[]) => {
    const machine = await open();
    let state = start;
    expect(await machine.state()).toBe(state);
    for (const move of path) {
      const next = transitions[state]?.[move];
      const answer = await machine.move(move);
      const isAccepted = answer === undefined || answer.status === 200;
      const isAllowed = next !== undefined || waiting.includes(move);
      expect([path, state, move, isAccepted, answer?.body.message]).toEqual([
        path,
        state,
        move,
        isAllowed,
        isAccepted ? undefined : expect.stringMatching(/^(?!There is no call)/),
      ]);
      // A rejection is the platform's answer, not a failure of the sandbox.
      expect([path, answer?.status ?? 200]).not.toEqual([path, 500]);
      state = next ?? state;
      expect([path, move, await machine.state()]).toEqual([path, move, state]);
    }
  };
  const ways = waysTo(transitions, start);
  expect([...ways.keys()].sort()).toEqual(Object.keys(transitions).sort());
  for (const way of ways.values()) for (const move of moves) await walk([...way, move]);
  const random = fc.array(fc.constantFrom(...moves), { minLength: 3, maxLength: 8 });
  await fc.assert(fc.asyncProperty(random, walk), { numRuns: runs(walks) });
}

/** Returns the shortest way to each state. */
function waysTo(transitions: Transitions, start: string): Map<string, string[]> {
  const ways = new Map<string, string[]>([[start, []]]);
  for (const [state, way] of ways)
    for (const [move, next] of Object.entries(transitions[state] ?? {}))
      if (!ways.has(next)) ways.set(next, [...way, move]);
  return ways;
}
