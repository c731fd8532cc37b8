/** The ports of this machine that a login may come back to, in the order in which they are tried. */
export const loginPorts = [17580, 17581, 17582] as const;

/** Where on such a port. */
export const loginPath = "/callback";

/** The address that a login on this port comes back to. */
export const redirectUri = (port: number): string => `http://127.0.0.1:${port}${loginPath}`;

/** The addresses to register with the OAuth app of a hosted site. */
export const redirectUris: readonly string[] = loginPorts.map(redirectUri);
