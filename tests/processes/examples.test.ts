import { describe } from "vitest";
import { databaseAddress, examples, needsProcess, testExamples } from "../examples/examples.ts";
import { pages, testPages } from "../examples/guides.ts";
import { skipped, workerCluster } from "./postgres.ts";
import { checkBuilt } from "./program.ts";

// `till story run` starts the built program.
checkBuilt();

const newDatabase = async () => await (await workerCluster()).create();

describe("with the built program", () => {
  testExamples(examples.filter(({ run }) => /^till (story|sandbox) run/.test(run)));
  testPages(
    pages.filter(
      ({ needsProcess, lines }) => needsProcess && !lines.some((line) => databaseAddress.test(line)),
    ),
  );
});

describe.skipIf(skipped)(`with PostgreSQL${skipped}`, () => {
  testExamples(
    examples.filter(({ run }) => needsProcess(run) && !/^till (story|sandbox) run/.test(run)),
    newDatabase,
  );
  testPages(
    pages.filter(({ lines }) => lines.some((line) => databaseAddress.test(line))),
    newDatabase,
  );
});
