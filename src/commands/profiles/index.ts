import type { Flag, Group } from "../../cli/command.ts";
import { duration, yesFlag } from "../../cli/flags.ts";

const profile = { name: "<profile>", describe: "its name" };
const facts: readonly Flag[] = [
  { flags: "--client-id <id>", describe: "the OAuth app that visitors and members come through" },
  { flags: "--currency <code>", describe: "three letters, where the platform does not say it" },
  {
    flags: "--role <role>",
    describe: "act as this identity where --as does not say",
    choices: ["visitor", "member", "admin", "least"],
  },
];

/** `till profiles …` */
export const profiles: Group = {
  name: "profiles",
  summary: "the shops you work on, and who you are there",
  verbs: [
    {
      name: "list",
      summary: "list profiles",
      examples: [
        { run: "till profiles list", does: "every profile, the one in use marked" },
        { run: "till profiles list --json", does: "with settings and the log of locks" },
      ],
      repairs: true,
      load: () => import("./list.ts"),
    },
    {
      name: "add",
      summary: "add a profile",
      args: [{ name: "<name>", describe: "letters, digits, dots, dashes and underscores" }],
      flags: [
        {
          flags: "--platform <where>",
          describe: "hosted, sandbox (a local one of its own), or an address that speaks like the platform",
          fallback: "hosted",
        },
        ...facts,
        { flags: "--use", describe: "work with it from now on" },
      ],
      examples: [
        {
          run: "till profiles add atelier --client-id 0e3c7b10-6f1d-4b7a-9c55-2d0a5e3f8a11 --site 4c9b2f6e-1f0a-4e58-8a3b-7f2f0d9c6b21",
          does: "a hosted shop; then sign in with: till login --profile atelier",
        },
        { run: "till profiles add rehearsal --platform sandbox --use", does: "a second local sandbox" },
        { run: "till profiles add dev --platform http://127.0.0.1:8787", does: "a sandbox that is served" },
      ],
      notes: "The site is given with --site. Profiles and all they can say: docs/guides/profiles.md",
      repairs: true,
      load: () => import("./add.ts"),
    },
    {
      name: "update",
      summary: "change what a profile says; an empty text clears it",
      args: [profile],
      flags: facts,
      examples: [
        { run: "till profiles update shop --currency EUR", does: "amounts are in euros" },
        { run: "till profiles update shop --role visitor", does: "see the shop as its visitors do" },
      ],
      notes:
        "The site is given with --site. Where a profile leads is not changed: its sign-ins are for that place. Add another one.",
      repairs: true,
      load: () => import("./update.ts"),
    },
    {
      name: "use",
      summary: "work with a profile where none is named",
      args: [profile],
      examples: [
        { run: "till profiles use shop", does: "from now on" },
        { run: "till profiles use sandbox", does: "back to the local sandbox" },
      ],
      repairs: true,
      load: () => import("./use.ts"),
    },
    {
      name: "show",
      summary: "show a profile, who is signed in, and its lock",
      args: [{ name: "[profile]", describe: "its name (default: the one in use)" }],
      examples: [
        { run: "till profiles show", does: "the profile in use" },
        { run: "till profiles show shop --json", does: "another one, as JSON" },
      ],
      repairs: true,
      load: () => import("./show.ts"),
    },
    {
      name: "rename",
      summary: "rename a profile; its sign-ins stay",
      args: [profile, { name: "<new-name>", describe: "what to call it" }],
      examples: [
        { run: "till profiles rename shop store", does: "nobody has to sign in again" },
        { run: "till profiles rename shop shop.old", does: "to keep it apart from a new one" },
      ],
      repairs: true,
      load: () => import("./rename.ts"),
    },
    {
      name: "remove",
      summary: "remove a profile and its sign-ins",
      args: [profile],
      flags: [yesFlag],
      examples: [
        { run: "till profiles remove shop", does: "after a question" },
        { run: "till profiles remove shop --yes", does: "in a script" },
      ],
      repairs: true,
      load: () => import("./remove.ts"),
    },
    {
      name: "lock",
      summary: "refuse everything that writes through a profile",
      args: [profile],
      examples: [
        { run: "till profiles lock shop", does: "reading goes on; writing needs: till profiles unlock" },
        { run: "till profiles lock shop --json", does: "and the profile as JSON" },
      ],
      notes: "A lock also stops a job that is running; it can be gone on with.",
      repairs: true,
      load: () => import("./lock.ts"),
    },
    {
      name: "unlock",
      summary: "let a locked profile write for a while",
      args: [profile],
      flags: [
        { flags: "--reason <text>", describe: "why; jobs that run meanwhile keep it" },
        {
          flags: "--for <duration>",
          describe: "how long, at most a day (default: 15m)",
          parse: duration("--for"),
        },
        { flags: "--for-good", describe: "take the lock off" },
      ],
      examples: [
        { run: "till profiles unlock shop --for 15m --reason 'Spring prices'", does: "a quarter of an hour" },
        { run: "till profiles unlock shop --for-good --reason 'Shop is closed'", does: "no lock any more" },
      ],
      repairs: true,
      load: () => import("./unlock.ts"),
    },
  ],
};
