import { pages, testPages } from "./guides.ts";

// Those that start programs: tests/processes/examples.test.ts.
testPages(pages.filter(({ needsProcess }) => !needsProcess));
