import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/soak/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "threads",
    // Of two cores, too: by itself vitest leaves one idle.
    maxWorkers: "100%",
  },
});
