import type { Group, Unnamed } from "../../cli/command.ts";
import { duration, wholeNumber } from "../../cli/flags.ts";

/** `till story` */
export const story: Unnamed<Group> = {
  verbs: [
    {
      name: "run",
      summary: "Run stories and compare the answers",
      args: [{ name: "<files...>", describe: "the stories" }],
      flags: [
        { flags: "--update", describe: "write the actual answers into the stories" },
        { flags: "--junit <file>", describe: "also write the results in the format of JUnit" },
        { flags: "--tap", describe: "print the results in the Test Anything Protocol" },
        {
          flags: "--at-once <n>",
          describe: "stories that run at the same time (default: one per processor)",
          parse: wholeNumber("--at-once", 1),
        },
        {
          flags: "--time-limit <duration>",
          describe: "maximum time for one story (default: 1m)",
          parse: duration("--time-limit"),
        },
      ],
      examples: [
        "till story run checkout.story # run one story",
        "till story run checkout.story --junit results.xml # with a report for CI",
        "till story run checkout.story --update # record the answers",
      ],
      notes:
        "Each story runs in an empty folder with its own sandbox, without your profiles and credentials. Exit code: 0 if all stories pass, 1 otherwise.\n\nA story is a text file. `$ …` is a command for sh; below it are its stdout (an empty line is `.`), its stderr after `! `, and an exit code other than 0 as `? code`. `< text` is a line of its stdin; `> name`, lines and `<<<` write a file; `#` is a comment. In an answer `[..]` matches any text and a line `...` any lines; times are TIME, ids ID, jobs JOB1, JOB2 (in commands, too), the folder HOME. $STORY_DIR is the folder of the story.",
      load: () => import("./run.ts"),
    },
  ],
};
