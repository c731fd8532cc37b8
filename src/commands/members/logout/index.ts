import type { Verb } from "../../../cli/command.ts";

/** `till logout` */
export const logout: Verb = {
  name: "logout",
  summary: "sign out: forget the member and the visitor of the profile",
  flags: [
    { flags: "--api-key", describe: "forget the API key, too" },
    { flags: "--hosted", describe: "end the login on the platform's pages, too; prints their address" },
    { flags: "--return-to <url>", describe: "where those pages lead on to" },
    { flags: "--no-browser", describe: "open no browser for them" },
  ],
  examples: [
    { run: "till logout", does: "signs out here" },
    { run: "till logout --hosted", does: "here and on the platform" },
  ],
  notes:
    "The visitor's cart is lost with it. If the platform cannot be reached, --hosted leaves everything as it is.",
  load: () => import("./run.ts"),
};
