import fc from "fast-check";

// A mutant is killed or survives in every run, and quickly: with the same random values, and without shrinking them.
fc.configureGlobal({ seed: 25, endOnFailure: true });
