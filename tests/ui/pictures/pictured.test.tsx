import chalk from "chalk";
import { encode } from "fast-png";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Pictured } from "../../../src/ui/pictures/pictured.tsx";
import { type Pictures, PicturesContext } from "../../../src/ui/pictures/pictures.ts";
import { Box, Text, WriteSequenceContext } from "../../../src/ui/terminal.ts";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

const level = chalk.level;
const shown: { close(): void }[] = [];
beforeEach(() => {
  chalk.level = 3;
});
afterEach(() => {
  for (const one of shown.splice(0)) one.close();
  chalk.level = level;
});

const red = encode({
  width: 2,
  height: 2,
  channels: 3,
  data: Uint8Array.from(Array(4).fill([255, 0, 0]).flat()),
});

interface Options {
  protocol?: Pictures["protocol"];
  columns?: number;
  /** The width and height of the pane. */
  width?: number;
  height?: number;
  /** Null for a row without a picture. */
  address?: string | null;
  load?: Pictures["load"];
}

/** Renders three lines with a picture, on the second line of a window. */
function show(options: Options = {}) {
  const { protocol = "blocks", columns = 80, width = columns, height = 8, address = "a", load } = options;
  const sent: string[] = [];
  const requested: string[] = [];
  const pictures: Pictures = {
    protocol,
    load: async (one) => {
      requested.push(one);
      return load ? await load(one) : red;
    },
  };
  const app = open(
    <WriteSequenceContext value={(sequence) => sent.push(sequence)}>
      <PicturesContext value={pictures}>
        <Text>Tabs</Text>
        <Box width={width} height={height}>
          <Pictured address={address ?? undefined} width={width} height={height}>
            {(room) => <Text>{`Facts ${room.width} ${room.height}`}</Text>}
          </Pictured>
        </Box>
      </PicturesContext>
    </WriteSequenceContext>,
    columns,
  );
  shown.push(app);
  const waitForText = (text: string | RegExp) => waitFor(() => expect(app.lines().join("\n")).toMatch(text));
  return { ...app, sent, requested, waitForText };
}

const paint = "\x1b[48;2;255;0;0m";

test("a picture is beside the text, as high as possible", async () => {
  const screen = show();
  await screen.waitForText(/Facts 62 8/);
  const painted = screen.lines().filter((line) => line.includes(paint));
  expect(painted).toHaveLength(8);
  expect(painted[0]).toBe(`Facts 62 8${" ".repeat(54)}${paint}${" ".repeat(16)}\x1b[49m`);
  expect(screen.sent).toEqual([]);
});

test("in a narrow pane it is above the text", async () => {
  const screen = show({ columns: 120, width: 50 });
  await screen.waitForText(/Facts 50 4/);
  expect(screen.lines().map((line) => line.includes(paint))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("above the text it has at most eight lines", async () => {
  const screen = show({ columns: 120, width: 50, height: 35 });
  await screen.waitForText(/Facts 50 27/);
  expect(screen.lines().filter((line) => line.includes(paint))).toHaveLength(8);
});

test.each([
  ["in a narrow window", { columns: 59 }, 3],
  ["where there is no address", { address: null }, 3],
  ["without colors", {}, 0],
  ["with sixteen colors", {}, 1],
] as const)("no picture is loaded %s", async (_, options, colors) => {
  chalk.level = colors;
  const screen = show(options);
  await screen.waitForText(/Facts \d+ 8/);
  // When another screen shows its picture, all effects have run.
  chalk.level = 3;
  await show().waitForText(paint.slice(1));
  expect(screen.requested).toEqual([]);
});

test("the reason for a missing picture is one line with its sanitized URL", async () => {
  const rejection = async () => {
    throw new Error("Cannot be downloaded: shop.example answers 404.");
  };
  const screen = show({ load: rejection, address: "https://shop.example/\x1b[2J.png" });
  await screen.waitForText(
    /^Facts 80 7\n.*Cannot be downloaded: shop\.example answers 404\. https:\/\/shop\.example\/␛\[2J/m,
  );
  const jpeg = show({
    load: async () => Buffer.from("ffd8ffe0", "hex"),
    address: "https://shop.example/a.jpg",
  });
  await jpeg.waitForText(
    /The picture cannot be shown: it is not a PNG file\. https:\/\/shop\.example\/a\.jpg/,
  );
});

test("kitty receives the picture before its placeholder text, and a delete command afterwards", async () => {
  const screen = show({ protocol: "kitty" });
  await screen.waitForText(/\u{10eeee}\u0305\u0305/u);
  const [before = "", ...others] = screen.sent;
  const [, id = ""] = /^\x1b_Ga=T,U=1,f=100,t=d,i=(\d+),c=16,r=8,q=2,m=0;/.exec(before) ?? [];
  const color = [Number(id) >> 16, (Number(id) >> 8) & 255, Number(id) & 255].join(";");
  expect(others).toEqual([]);
  const rows = screen.lines().filter((line) => line.includes("\u{10eeee}"));
  expect(rows).toHaveLength(8);
  for (const row of rows) expect(row).toContain(`\x1b[38;2;${color}m\u{10eeee}`);
  screen.close();
  expect(screen.sent.slice(1)).toEqual([`\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`]);
});
