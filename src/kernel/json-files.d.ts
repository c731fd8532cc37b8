// Types are not derived from JSON: the contract alone has 40,000 lines of it.
declare module "*.json" {
  const value: unknown;
  // biome-ignore lint/style/noDefaultExport: a JSON module has no other.
  export default value;
}
