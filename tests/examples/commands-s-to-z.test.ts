import { examples, needsProcess, testExamples } from "./examples.ts";

testExamples(examples.filter(({ name, run }) => name >= "till s" && !needsProcess(run)));
