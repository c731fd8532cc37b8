import { expect, test } from "vitest";
import { gtinOf } from "../../src/kernel/gtin.ts";

test.each(["96385074", "036000291452", "4006381333931", "10614141000415", "978-0-306-40615-7"])(
  "%s is a trade item number",
  (barcode) => expect(gtinOf(barcode)).toBe(barcode.replaceAll("-", "")),
);

test.each([
  ["4006381333932", "its check digit is wrong"],
  ["400638133393", "a digit is missing"],
  ["2012345678903", "shops give prefix 2 to goods of their own"],
  ["9812345678902", "prefix 98 is for coupons"],
  ["0000000000000", "it has only zeros"],
  ["N/A", "it has no digits"],
])("%s is none: %s", (barcode) => expect(gtinOf(barcode)).toBeUndefined());
