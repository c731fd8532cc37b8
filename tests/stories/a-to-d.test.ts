import { testStories } from "./replay.ts";

testStories("a-d");
