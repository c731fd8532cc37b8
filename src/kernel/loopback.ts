/** Returns whether a host name can only be this computer: `localhost`, `*.localhost`, `127.0.0.1` or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}
