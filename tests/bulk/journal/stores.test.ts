import { describe } from "vitest";
import { temporaryFolder } from "../../support/folders.ts";
import { folder } from "./any-store.ts";
import { testStore } from "./store-tests.ts";

// The same tests of journals in PostgreSQL: tests/processes/bulk/journal/stores.test.ts.
describe("journals in a folder", () => {
  testStore(async () => {
    const home = temporaryFolder();
    return () => folder(home);
  });
});
