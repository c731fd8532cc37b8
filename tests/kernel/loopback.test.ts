import { expect, test } from "vitest";
import { isLoopback } from "../../src/kernel/loopback.ts";

test.each(["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"])(
  "%s is loopback",
  (hostname) => {
    expect(isLoopback(hostname)).toBe(true);
  },
);

test.each(["localhost.example", "10.0.0.1", "127.0.0.1.example", "0.0.0.0", ".localhost.example"])(
  "%s is not loopback",
  (hostname) => {
    expect(isLoopback(hostname)).toBe(false);
  },
);
