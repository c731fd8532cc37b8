import { useState } from "react";
import { describe, expect, it } from "vitest";
import { editLine, Field } from "../../src/ui/components/field.tsx";
import { Hint } from "../../src/ui/components/frame.tsx";
import { type KeyAction, readKeys, useActions } from "../../src/ui/keys.ts";
import { Text } from "../../src/ui/terminal.ts";
import { open } from "./frame.tsx";

const none = {} as Parameters<typeof readKeys>[1];

describe("readKeys", () => {
  it.each([
    ["j", none, ["j"]],
    ["ab\r", none, ["a", "b", "enter"]],
    ["q\x03", none, ["q", "ctrl+c"]],
    ["\x7f", none, ["backspace"]],
    ["名😀", none, ["名", "😀"]],
    ["\x00\x9b", none, []],
    ["c", { ...none, ctrl: true }, ["ctrl+c"]],
    ["", { ...none, upArrow: true }, ["up"]],
    ["", { ...none, delete: true }, ["delete"]],
    ["", { ...none, escape: true, meta: true }, ["esc"]],
    ["", { ...none, tab: true, shift: true }, ["shift+tab"]],
    ["x", { ...none, meta: true }, ["alt+x"]],
  ])("%j is %j", (input, key, names) => {
    expect(readKeys(input, key)).toEqual(names);
  });
});

function Screen() {
  const [count, setCount] = useState(0);
  const keys: KeyAction[] = [
    { key: "a", also: ["b"], name: "add", run: () => setCount((before) => before + 1) },
    { key: "d", name: "delete", run: () => setCount(-1), unavailable: "This profile is read-only." },
  ];
  return (
    <>
      <Text>{`count ${count}`}</Text>
      <Hint keys={keys} explanation={useActions(keys)} />
    </>
  );
}

describe("the key list", () => {
  it("renders the hint bar, runs available keys, and explains unavailable ones", async () => {
    const screen = open(<Screen />);
    await screen.shows(["count 0", "a add  d delete"]);
    await screen.type("aba");
    await screen.shows(["count 3", "a add  d delete"]);
    await screen.type("d");
    await screen.shows(["count 3", "This profile is read-only."]);
    await screen.type("a");
    await screen.shows(["count 4", "a add  d delete"]);
    screen.close();
  });
});

describe("Field", () => {
  it("deletes before the cursor with Backspace, behind it with Delete, as terminals send them", async () => {
    const submitted: string[] = [];
    const screen = open(<Field initial="12.34" width={20} onSubmit={(text) => submitted.push(text)} />);
    for (const key of ["\x1b[D", "\x1b[D", "\x7f", "\x1b[3~", "\r"]) await screen.type(key);
    await expect.poll(() => submitted).toEqual(["124"]);
    screen.close();
  });
});

describe("editLine", () => {
  const typed = (...keys: string[]) => {
    const { before, after } = keys.reduce(editLine, { before: "", after: "" });
    return `${before}|${after}`;
  };

  it("edits by grapheme", () => {
    expect(typed("a", "👩", "\u200d", "🚀", "e", "\u0301", "left", "left", "backspace")).toBe(
      "|👩\u200d🚀e\u0301",
    );
    expect(typed("a", "👩", "\u200d", "🚀", "backspace")).toBe("a|");
    expect(typed("a", "b", "home", "right", "x", "end", "y")).toBe("axby|");
    expect(typed("a", "b", " ", "c", "ctrl+w", "d")).toBe("ab d|");
    expect(typed("a", "b", "left", "ctrl+u")).toBe("|b");
    expect(typed("a", "b", "left", "ctrl+k")).toBe("a|");
    expect(typed("a", "e", "\u0301", "b", "left", "left", "delete")).toBe("a|b");
  });

  it("ignores invisible characters and does nothing at the ends", () => {
    expect(typed("\u202e", "\u2028", "tab", "up", "alt+x", "backspace", "left", "right", "delete")).toBe("|");
  });
});
