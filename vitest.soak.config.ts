import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/soak/**/*.test.ts"],
    globalSetup: "tests/soak/build.ts",
    testTimeout: 600_000,
  },
});
