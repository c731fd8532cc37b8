import { describe, expect, test } from "vitest";
import {
  beginDoor,
  type DoorEffect,
  type DoorState,
  describeLink,
  dueAtDoor,
  headlineOf,
  lastScans,
  pressDoor,
  refreshed,
  shownAnswer,
} from "../../../src/ui/screens/door.state.ts";
import { sampleDoor } from "./sample-door.ts";

const noon = Date.parse("2026-06-15T12:00:00Z");

/** A door and its screen's state, to which keys are sent: texts letter by letter, and names of keys. */
function atDoor() {
  const clock = { now: noon };
  const door = sampleDoor(clock);
  let state = beginDoor(door, clock.now);
  const effects: DoorEffect[] = [];
  return {
    clock,
    door,
    effects,
    get: (): DoorState => state,
    set: (next: DoorState) => {
      state = next;
    },
    press(text: string, ...keys: string[]) {
      for (const key of [...text, ...keys]) {
        const step = pressDoor({ ...state, now: clock.now }, key, door);
        state = step.state;
        if (step.effect) effects.push(step.effect);
      }
      return shownAnswer(state)?.headline;
    },
    async sync() {
      const error = await door.sync(new AbortController().signal).then(
        () => undefined,
        ({ message }: Error) => message,
      );
      state = refreshed(state, door, { now: clock.now, error, checked: false });
    },
  };
}

describe("input", () => {
  test("a ticket number checks the ticket in, and is refused the second time", async () => {
    const at = atDoor();
    expect(at.press("a-1", "enter")).toBe("CHECKING");
    await at.sync();
    expect(shownAnswer(at.get())).toEqual({
      big: "IN",
      headline: "IN",
      tone: "done",
      lines: ["Noa Berg", "Day ticket  A-1"],
    });
    expect(at.press("A-1", "enter")).toBe("ALREADY CHECKED IN at 12:00");
    expect(shownAnswer(at.get())).toMatchObject({ big: "NO", tone: "failed" });
    expect(at.press("C-1", "enter")).toBe("CANCELED");
    expect(
      lastScans(at.get())
        .map(({ verdict }) => verdict)
        .sort(),
    ).toEqual(["already", "canceled", "in"]);
  });

  test("a name finds tickets; a single match is checked in at once, among several the user chooses", () => {
    const at = atDoor();
    at.press("no");
    expect(at.get().matches.map(({ guest }) => guest)).toEqual(["Noa Berg", "Noël Lind"]);
    at.press("", "enter");
    expect(at.get()).toMatchObject({ message: "2 tickets match. Choose one with ↓.", answer: undefined });
    at.press("", "down", "down", "enter");
    expect(at.get().answer).toMatchObject({ number: "A-2", verdict: "in" });
    at.press("berg", "enter");
    expect(at.get().answer).toMatchObject({ number: "A-1", verdict: "in" });
    expect(at.effects).toEqual([]);
  });

  test("an unknown number is looked up; z and q are commands, but also letters of names", () => {
    const at = atDoor();
    at.press("X-9", "enter");
    expect(at.effects).toEqual([{ type: "lookUp", text: "X-9" }]);
    expect(shownAnswer(at.get())).toMatchObject({ headline: "LOOKING UP", lines: ["X-9"] });
    at.press("z", "enter");
    expect(at.get().message).toBe("There is no check-in to undo here.");
    at.press("zq", "esc");
    expect(at.get().line).toEqual({ before: "", after: "" });
    at.press("q", "enter");
    expect(at.effects.at(-1)).toEqual({ type: "quit" });
  });

  test("the next input clears the last answer, so that it is not mistaken for that of the next guest", () => {
    const at = atDoor();
    expect(at.press("a-1", "enter")).toBe("CHECKING");
    expect(at.press("no", "enter")).toBeUndefined();
    expect(at.press("", "esc", "a", "-", "2", "enter")).toBe("CHECKING");
    expect(at.press("X-9", "enter")).toBe("LOOKING UP");
    expect(at.press("a-2", "enter")).toBe("ALREADY CHECKED IN at 12:00");
  });

  test("z undoes the last check-in", () => {
    const at = atDoor();
    at.press("a-1", "enter");
    expect(at.press("z", "enter")).toBe("CHECK-IN UNDONE");
    expect(at.get().facts.inside).toBe(0);
  });
});

describe("without a network", () => {
  test("guests are let in, a line says so, and requests are sent less often", async () => {
    const at = atDoor();
    at.door.online = false;
    at.press("a-1", "enter");
    expect(dueAtDoor(at.get())).toBe("sync");
    await at.sync();
    expect(describeLink(at.get()).text).toBe("offline, 1 waiting");
    expect(shownAnswer(at.get())).toMatchObject({
      big: "IN",
      lines: ["Noa Berg", "Day ticket  A-1", "not sent yet"],
    });
    const dueAfter = (ms: number) => dueAtDoor({ ...at.get(), now: at.clock.now + ms });
    expect([dueAfter(1999), dueAfter(2000)]).toEqual([undefined, "sync"]);
    for (let attempt = 0; attempt < 8; attempt++) await at.sync();
    expect([dueAfter(29_999), dueAfter(30_000)]).toEqual([undefined, "sync"]);
    at.door.online = true;
    await at.sync();
    expect(describeLink(at.get()).text).toBe("online");
    expect([dueAfter(14_999), dueAfter(15_000)]).toEqual([undefined, "check"]);
  });

  test("a rejection by the platform marks the last scan as refused", async () => {
    const at = atDoor();
    at.door.refuse.set(1, "checked in elsewhere at 11:58");
    at.press("a-1", "enter");
    at.clock.now += 2000;
    at.set({ ...at.get(), now: at.clock.now });
    expect(shownAnswer(at.get())?.headline).toBe("IN");
    await at.sync();
    expect(shownAnswer(at.get())).toMatchObject({
      big: "NO",
      headline: "REFUSED: checked in elsewhere at 11:58",
    });
  });

  test("quitting asks for confirmation while scans are waiting; a second Ctrl-C does not", () => {
    const at = atDoor();
    at.press("a-1", "enter");
    at.press("q", "enter");
    expect([at.get().isQuitting, at.effects]).toEqual([true, []]);
    at.press("x");
    expect(at.get().isQuitting).toBe(true);
    at.press("n");
    expect(at.get().isQuitting).toBe(false);
    at.press("", "esc", "y");
    expect(at.effects).toEqual([{ type: "quit" }]);
    at.press("", "ctrl+c");
    expect(at.effects).toHaveLength(2);
  });
});

test.each([
  ["invalid", "DECLINED", "NOT VALID: order DECLINED"],
  ["elsewhere", "", "NOT FOR THIS EVENT"],
  ["missing", "", "NO SUCH TICKET"],
  ["missing", "no response", "UNKNOWN TICKET: no response"],
  ["refused", "checked in elsewhere at 19:02", "REFUSED: checked in elsewhere at 19:02"],
] as const)("a scan that is %s (%s) is said as %s", (verdict, detail, headline) => {
  expect(headlineOf({ at: noon, number: "A-1", guest: "", type: "", verdict, detail })).toBe(headline);
});
