import { describe, expect, it } from "vitest";
import { LinePrompt, SelectPrompt } from "../../../src/ui/screens/prompt.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

describe("LinePrompt", () => {
  it("accepts a line, rejects an invalid one with the reason, and can be canceled", async () => {
    const log: string[] = [];
    const check = (text: string) => (text.includes(" ") ? "A name has no spaces." : undefined);
    const screen = open(
      <LinePrompt
        prompt={{ question: "Name:", placeholder: "main", check }}
        onAnswer={(text) => log.push(text)}
        onCancel={() => log.push("left")}
      />,
    );
    await screen.shows(["? Name:", "▏main", "Enter answer  Esc cancel"]);
    await screen.type("a b\r");
    await screen.shows(["? Name:", "a b▏", "A name has no spaces."]);
    await screen.type("\x7f", "\x7f", "c", "\r", "\x1b");
    await waitFor(() => expect(log).toEqual(["ac", "left"]));
    screen.close();
  });

  it("shows the part of a long line around the cursor", async () => {
    const screen = open(
      <LinePrompt prompt={{ question: "Q" }} onAnswer={() => {}} onCancel={() => {}} />,
      20,
    );
    await screen.type("0123456789abcdefghijklmnop");
    await screen.shows([expect.anything(), "…89abcdefghijklmnop▏", expect.anything()]);
    screen.close();
  });

  it("does not show a secret or its length", async () => {
    const given: string[] = [];
    const screen = open(
      <LinePrompt
        prompt={{ question: "Key:" }}
        secret
        onAnswer={(text) => given.push(text)}
        onCancel={() => {}}
      />,
    );
    await screen.type("a");
    await screen.shows(["? Key:", "▏(hidden)", expect.anything()]);
    await screen.type("bcdef", "\x1b[D", "g\r");
    await waitFor(() => expect(given).toEqual(["abcdegf"]));
    expect(screen.lines().slice(0, 2)).toEqual(["? Key:", "▏(hidden)"]);
    screen.close();
  });
});

describe("SelectPrompt", () => {
  it("moves within the list and returns the value", async () => {
    const chosen: unknown[] = [];
    const choices = ["one", "two", "three\x1b[2J"].map((label, value) => ({ label, value }));
    const screen = open(
      <SelectPrompt
        prompt={{ question: "Which?", choices }}
        onAnswer={(value) => chosen.push(value)}
        onCancel={() => {}}
      />,
    );
    await screen.type("\x1b[A", "j");
    await screen.shows(["? Which?", "  one", "❯ two", "  three␛[2J", "↑↓ select  Enter choose  Esc cancel"]);
    await screen.type("\x1b[B\x1b[B\x1b[B\r");
    expect(chosen).toEqual([2]);
    screen.close();
  });
});
