import "vitest";

declare module "vitest" {
  /**
   * The matchers accept any expected value, whatever the type of the actual one. One type of assertion for all values
   * saves the type check a copy of all matchers for each type of value.
   */
  interface ExpectStatic {
    // biome-ignore lint/style/useShorthandFunctionType: only an interface is merged with that of vitest.
    (actual: unknown, message?: string): Assertion;
  }
}
