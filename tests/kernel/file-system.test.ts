import { expect, test } from "vitest";
import {
  nameOfTemporary,
  plainName,
  renameOver,
  sameName,
  temporaryName,
  unusableName,
} from "../../src/kernel/file-system.ts";

test("every temporary name is used once, and recognized", () => {
  const names = Array.from({ length: 100 }, () => temporaryName("/shop/a.csv"));
  expect(new Set(names).size).toBe(100);
  for (const name of names) expect(nameOfTemporary(name.replace("/shop/", ""))).toBe("a.csv");
  for (const other of ["a.csv", "a.csv.part", "a.csv.1.part", "a.csv.1-x.part.csv", ".1-x.part"])
    expect(nameOfTemporary(other)).toBeUndefined();
});

/** Returns a rename that fails a number of times with a code, and the number of its calls. */
function failing(times: number, code: string) {
  const calls = { count: 0 };
  const rename = () => {
    calls.count += 1;
    if (calls.count <= times) throw Object.assign(new Error(code), { code });
  };
  return { calls, rename };
}

test.each(["EPERM", "EACCES", "EBUSY"])(
  "a rename that fails with %s for a moment succeeds on Windows",
  (code) => {
    const { calls, rename } = failing(2, code);
    renameOver("a.part", "a", { platform: "win32", rename });
    expect(calls.count).toBe(3);
  },
);

test("a file that stays open is EBUSY on Windows", () => {
  const { rename } = failing(Number.POSITIVE_INFINITY, "EPERM");
  expect(() => renameOver("a.part", "a", { platform: "win32", rename })).toThrow(
    expect.objectContaining({ code: "EBUSY", message: "a is open in another program" }),
  );
});

test.each([
  ["linux", "EPERM"],
  ["win32", "ENOENT"],
] as const)("other failures are thrown at once: %s, %s", (platform, code) => {
  const { calls, rename } = failing(Number.POSITIVE_INFINITY, code);
  expect(() => renameOver("a.part", "a", { platform, rename })).toThrow(expect.objectContaining({ code }));
  expect(calls.count).toBe(1);
});

test.each([
  ["con", "con is a device of Windows"],
  ["C:\\shop\\NUL.csv", "NUL is a device of Windows"],
  ["lpt1.tar.gz", "lpt1 is a device of Windows"],
  ["aux .csv", "aux  is a device of Windows"],
  ["shop/shop.csv.", "Windows drops dots and spaces at the end of a file name"],
  ["shop.csv ", "Windows drops dots and spaces at the end of a file name"],
  ["shop:10.csv", "Windows allows no : in a file name"],
])("Windows has no file named %s", (path, why) => {
  expect(unusableName(path, "win32")).toBe(why);
  expect(unusableName(path, "linux")).toBeUndefined();
});

test.each(["console.csv", "C:\\con\\shop.csv", "com10.csv", "..", "shop.con", ".env"])(
  "Windows has files named %s",
  (path) => expect(unusableName(path, "win32")).toBeUndefined(),
);

test.each([
  ["shop", "shop"],
  ["SHOP", "shop"],
  // As macOS writes it, and as it is typed.
  ["Ka\u0308the", "K\u00e4the"],
  ["shop2", undefined],
])("%s is the same file as %s on some disk", (name, same) => {
  expect(sameName(name, ["other", "shop", "K\u00e4the"])).toBe(same);
});

test.each([
  ["a", true],
  ["Shop-1.old_2", true],
  ["console", true],
  ["x".repeat(64), true],
  ["x".repeat(65), false],
  ["shop.", false],
  ["-shop", false],
  ["Nul", false],
  ["com1.old", false],
  ["K\u00e4the", false],
])("%s can be a name: %s", (name, can) => {
  expect(plainName.test(name)).toBe(can);
});
