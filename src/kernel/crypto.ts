/** Opens node:crypto on first use. A static import would cost every command 5 ms, a sixth of a bare Node start. */
export function nodeCrypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
