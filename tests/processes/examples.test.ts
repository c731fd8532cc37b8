import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { databaseAddress, examples, needsProcess, testExamples } from "../examples/examples.ts";
import { pages, testPages, withCurl } from "../examples/guides.ts";
import { skipped, workerCluster } from "./postgres.ts";
import { checkBuilt, createHome } from "./program.ts";

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

test.each(withCurl)("$name: its requests are answered by a served sandbox", async ({ text }) => {
  const home = createHome();
  onTestFinished(() => home.close());
  expect(await home.till("sandbox seed demo")).toMatchObject({ code: 0 });
  const file = home.path("till/data/sandbox.db");
  const server = await startSandboxServer({ file, port: 0, onError: () => {} });
  onTestFinished(() => server.close());
  const script = text
    .replaceAll("http://127.0.0.1:4010", server.baseUrl)
    .replaceAll(/\bcurl /g, "curl --fail-with-body --silent --show-error ")
    .replaceAll(/\btill /g, `node ${resolve("bin/till.js")} `);
  const env = {
    ...home.env(),
    URL: server.baseUrl,
    TOKEN: server.controlToken,
    KEY: server.apiKey,
    CLIENT: server.clientId,
  };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { env });
  expect(stdout).toContain("{");
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
