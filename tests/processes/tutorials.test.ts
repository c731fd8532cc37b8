import { testTutorial, tutorials } from "../stories/tutorials.ts";
import { checkBuilt } from "./program.ts";

checkBuilt();
for (const tutorial of tutorials) if (tutorial.startsProgram) testTutorial(tutorial);
