import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepPassword, withPassword } from "../../src/config/credentials.ts";
import { formatSetting, parseSetting, settings, splitPassword } from "../../src/config/settings.ts";
import { redact } from "../../src/kernel/text.ts";
import { temporaryFolder } from "../support/folders.ts";
import { createWorld } from "../support/world.ts";

test("an address is split into one without the password, and the password", () => {
  expect(splitPassword("postgres://till:pa%40ss@db.example:5433/till?sslmode=require")).toEqual({
    address: "postgres://till@db.example:5433/till?sslmode=require",
    password: "pa%40ss",
  });
  for (const address of ["postgres://till@db/till", "postgres:///till?host=/run/postgresql", "sqlite"])
    expect(splitPassword(address)).toEqual({ address });
});

test("no form of an address that is shown has the password", () => {
  const address = "postgres://till:pa55word@db.example/till";
  expect(redact(`till jobs move --all --to ${address} --json`)).toBe(
    "till jobs move --all --to postgres://till:[redacted]@db.example/till --json",
  );
  expect(formatSetting(settings.journal, address)).not.toContain("pa55word");
  expect(() => parseSetting("journal", "postgre://till:pa55word@db/till")).toThrow(/not "postgre…"/);
});

test.each(["pa/55word@db", "1/55word@db", "pa#55word@db", "pa?55word@db", "pa@55word@db", "pa 55word@db"])(
  "an address whose password is not encoded (%s) is refused without showing it",
  (rest) => {
    const parse = () => parseSetting("journal", `postgres://till:${rest}/till`, "TILL_JOURNAL");
    expect(parse).toThrow(/^TILL_JOURNAL: the address of the database cannot be read\.$/);
    expect(() => parseSetting("journal", `postgresq://till:${rest}/till`)).not.toThrow(/word/);
  },
);

test("a password among the parameters is refused: it would be stored with the settings", () => {
  expect(() => parseSetting("journal", "postgres://till@db/till?sslmode=require&password=pa55word")).toThrow(
    /^journal: the password stands among the parameters of the address\.$/,
  );
});

test.each([
  "postgres://till:pa%40ss:w$rd@db.example:5433/till?sslmode=require&sslrootcert=/etc/ca.pem",
  "postgres:///till?host=/run/postgresql&user=me@server",
  "postgres://me@/till?host=/run/postgresql",
  "postgresql://[::1]:5432/till",
  "postgres://db",
])("accepts %s", (address) => {
  expect(parseSetting("journal", address)).toBe(address);
});

test("a stored address has its password in the credentials only, until it is removed", async () => {
  const world = createWorld();
  onTestFinished(() => world.close());
  const shown = [
    await world.till("config set journal postgres://till:pa55word@127.0.0.1:1/till"),
    await world.till("config get journal --json"),
    await world.till("config list"),
    await world.till("jobs list"),
    await world.till("doctor --offline"),
  ];
  for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toContain("pa55word");
  expect(shown[3]).toMatchObject({ code: 8, stderr: expect.stringContaining("cannot be reached") });
  expect(readFileSync(world.path("till/config/settings.json"), "utf8")).toContain(
    "postgres://till@127.0.0.1:1/till",
  );
  expect(await world.till("config delete journal")).toMatchObject({ code: 0 });
  expect(await world.till("jobs list")).toMatchObject({ code: 0 });
});

test.each(["pa$$word", "$&", "a$'b", "$`", "$1$<a>"])(
  "a stored password is used as it is: %s",
  async (password) => {
    const files = { credentialsFile: join(temporaryFolder(), "credentials.db"), keychain: false };
    const address = "postgres://till@db.example/till?user=me@server";
    await keepPassword(address, password, files);
    expect(await withPassword(address, files)).toBe(
      `postgres://till:${password}@db.example/till?user=me@server`,
    );
  },
);
