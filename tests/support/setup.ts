import { afterAll } from "vitest";
import { removeTemporaryFolders } from "./folders.ts";
import { configureRuns } from "./runs.ts";

// Runs before each test file.
configureRuns();
afterAll(removeTemporaryFolders);
