import { testStories } from "./replay.ts";

testStories("p-z");
