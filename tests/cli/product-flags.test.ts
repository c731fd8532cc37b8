import { expect, test } from "vitest";
import { type NumberOptions, numberFormat } from "../../src/cli/product-flags.ts";
import type { DeclaredNumbers } from "../../src/files/numbers.ts";

test.each<[NumberOptions, DeclaredNumbers]>([
  [{}, { decimal: ".", declared: false }],
  [{ currency: "EUR" }, { decimal: ".", currency: "EUR", declared: false }],
  [{ decimal: "," }, { decimal: ",", declared: true }],
  [{ thousands: "'" }, { decimal: ".", thousands: "'", declared: true }],
  [
    { decimal: ",", thousands: "." },
    { decimal: ",", thousands: ".", declared: true },
  ],
  // A preset alone declares nothing.
  [{ excel: "de" }, { decimal: ",", thousands: ".", declared: false }],
  [
    { excel: "de", thousands: " " },
    { decimal: ",", thousands: " ", declared: true },
  ],
  [
    { excel: "ch", decimal: "," },
    { decimal: ",", thousands: "'", declared: true },
  ],
  // A mark cannot be both: what is given wins.
  [
    { excel: "de", decimal: "." },
    { decimal: ".", declared: true },
  ],
])("the flags %j are %j", (options, numbers) => {
  expect(numberFormat(options)).toEqual(numbers);
});

test.each<[NumberOptions, string]>([
  [{ decimal: ",", thousands: "," }, ","],
  [{ thousands: "." }, "."],
  [{ excel: "de", thousands: "," }, ","],
])("the flags %j are refused: one mark cannot be both", (options, mark) => {
  expect(() => numberFormat(options)).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: `"${mark}" cannot separate both decimals and thousands.`,
      field: "--thousands",
    }),
  );
});
