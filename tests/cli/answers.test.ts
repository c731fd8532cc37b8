import { expect, test } from "vitest";
import { answersTo } from "../../src/cli/answers.ts";
import { inContext } from "../support/context.ts";
import { createWorld } from "../support/world.ts";

const question = (name: string, label: string, more: object = {}) => ({
  id: name,
  inputs: [{ name, label, type: "TEXT", ...more }],
});
const form = {
  controls: [
    question("phone", "Phone"),
    question("custom-1", "Size (S=small)"),
    question("custom-2", "Size"),
    question("custom-3", "Courses", { type: "TEXT_ARRAY", options: ["Clay, wheel", "Glaze", "Clay"] }),
    question("custom-4", "Guests", { type: "TEXT_ARRAY" }),
  ],
};
const world = createWorld();
const answered = async (...given: string[]) =>
  Object.fromEntries(
    (await inContext(world, (context) => answersTo(context, form, { given, zone: "UTC" }))).map(
      ({ inputName, value, values }) => [inputName, value ?? values],
    ),
  );

test("an answer names a question whose label has an equals sign, and can have some itself", async () => {
  expect(await answered("Size (S=small)=M", "size=a=b", "phone=+1=2")).toEqual({
    "custom-1": "M",
    "custom-2": "a=b",
    phone: "+1=2",
  });
  await expect(answered("Size (S=M")).rejects.toMatchObject({ field: "--answer", exitCode: 2 });
});

test("a list of answers can have options with commas", async () => {
  for (const [text, values] of [
    ["Clay, wheel", ["Clay, wheel"]],
    ["glaze,clay, WHEEL", ["Glaze", "Clay, wheel"]],
    ["Clay,Glaze", ["Clay", "Glaze"]],
    ["Clay, Clay, wheel", ["Clay", "Clay, wheel"]],
  ] as const)
    expect(await answered(`Courses=${text}`)).toEqual({ "custom-3": values });
  expect(await answered("Guests=Ada, Bo")).toEqual({ "custom-4": ["Ada", "Bo"] });
  for (const text of ["Wheel", "Clay, wheel, wheel", "Clay,"])
    await expect(answered(`Courses=${text}`)).rejects.toMatchObject({ field: "--answer" });
});

test("a question is answered once", async () => {
  await expect(answered("Courses=Clay", "custom-3=Glaze")).rejects.toMatchObject({
    message: '--answer "custom-3=Glaze": "Courses" was answered before.',
    exitCode: 2,
  });
});

test("the flag that a message proposes is one word of the shell", async () => {
  const needed = { controls: [question("custom-5", "What's your size?", { mandatory: true })] };
  await expect(
    inContext(world, (context) => answersTo(context, needed, { zone: "UTC" })),
  ).rejects.toMatchObject({ hint: `Add: --answer "What's your size?=…"` });
});
