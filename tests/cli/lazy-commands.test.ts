import { expect, test } from "vitest";
import type { Verb } from "../../src/cli/command.ts";
import { createProgram } from "../../src/cli/program.ts";

const verb: Verb = {
  name: "paint",
  summary: "Paint a wall",
  flags: [
    { flags: "-r, --required", describe: "answer required" },
    { flags: "--shade <name>", describe: "shade", repeat: true },
    { flags: "--coats <n>", describe: "coats", choices: ["1", "2"], fallback: "1" },
  ],
  examples: [],
  load: async () => ({ run: async () => undefined }),
};

async function parse(line: string, command = verb): Promise<{ options?: object; out: string }> {
  let options: object | undefined;
  let out = "";
  const load = async () => command;
  const group = { ...command, below: [], own: load, load };
  const program = createProgram(
    [group],
    async (_verb, _args, given) => {
      options = given;
    },
    { out: (text) => (out += text), columns: 80, screen: false },
  );
  await program.parseAsync(["node", "till", ...line.split(" ")]).catch((error) => {
    if (error.code !== "commander.helpDisplayed") throw error;
  });
  return { ...(options && { options }), out };
}

test.each([
  ["--shde red", "--shade"],
  ["--coat=2", "--coats"],
  ["--requ", "--required"],
  ["--dry", undefined],
  ["--follow", undefined],
  ["--page 2", undefined],
  ["--ratio", undefined],
  ["--verbos", "--verbose"],
  ["-x", undefined],
])("%s: only a flag that was probably meant is offered", async (typed, guess) => {
  const [flag = ""] = typed.split(/[ =]/);
  const question = guess === undefined ? "" : ` Did you mean ${guess}?`;
  await expect(parse(`paint ${typed}`)).rejects.toMatchObject({
    message: `Unknown option "${flag}".${question}`,
    exitCode: 2,
  });
});

test("without a terminal, flags alone print the help", async () => {
  expect((await parse("--verbose")).out).toMatch(/^Usage: till/);
});

test("choices are found in any case, and a single choice is named as such", async () => {
  const chosen: Verb = {
    ...verb,
    flags: [
      { flags: "--status <status>", describe: "status", choices: ["AUTHORIZED"] },
      { flags: "--role <role>", describe: "role", choices: ["admin", "visitor"] },
    ],
  };
  expect((await parse("paint --status authorized --role Admin", chosen)).options).toEqual({
    status: "AUTHORIZED",
    role: "admin",
  });
  await expect(parse("paint --status PAID", chosen)).rejects.toThrow(
    /^Invalid value "PAID" for --status: expected AUTHORIZED\.$/,
  );
});
