import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitReports } from "../../src/ui/mouse.ts";

test("clicks, drags and the wheel are read, and other input is passed on", () => {
  expect(splitReports("a\x1b[<0;1;2Mb\x1b[<32;3;4M\x1b[<0;3;4m\x1b[<64;9;9M\x1b[<65;9;9M\x1b[A")).toEqual({
    text: "ab\x1b[A",
    events: [
      { type: "press", x: 0, y: 1 },
      { type: "drag", x: 2, y: 3 },
      { type: "release", x: 2, y: 3 },
      { type: "wheelup", x: 8, y: 8 },
      { type: "wheeldown", x: 8, y: 8 },
    ],
    focused: false,
    rest: "",
  });
});

test("other buttons and the wheel to the side do nothing, but are not typed", () => {
  expect(splitReports("\x1b[<1;1;1M\x1b[<2;1;1M\x1b[<34;2;1M\x1b[<2;1;1m\x1b[<66;1;1M")).toEqual({
    text: "",
    events: [],
    focused: false,
    rest: "",
  });
});

test("no input is lost or typed, wherever it is split into chunks", () => {
  const input = "x\x1b[<0;12;3M\x1b[<32;12;4M\x1b[B\x1b[<0;12;4my";
  const whole = splitReports(input);
  fc.assert(
    fc.property(fc.array(fc.nat(input.length), { maxLength: 5 }), (cuts) => {
      const ends = [...cuts.toSorted((one, other) => one - other), input.length];
      let rest = "";
      let text = "";
      const events = [];
      for (const [index, end] of ends.entries()) {
        const part = splitReports(rest + input.slice(ends[index - 1] ?? 0, end));
        text += part.text;
        events.push(...part.events);
        rest = part.rest;
      }
      expect({ text: text + rest, events }).toEqual({ text: whole.text, events: whole.events });
    }),
  );
});
