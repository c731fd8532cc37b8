import { testStories } from "./replay.ts";

testStories("e-o");
