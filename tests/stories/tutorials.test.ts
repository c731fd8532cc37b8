import { testTutorial, tutorials } from "./tutorials.ts";

for (const tutorial of tutorials) if (!tutorial.startsProgram) testTutorial(tutorial);
