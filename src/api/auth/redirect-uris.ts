/** The local ports for login redirects, in the order they are tried. */
export const loginPorts = [17580, 17581, 17582] as const;

/** The path of login redirects. */
export const loginPath = "/callback";

/** Returns the redirect URI for a port. */
export const redirectUri = (port: number): string => `http://127.0.0.1:${port}${loginPath}`;

/** The redirect URIs to register with the OAuth app of a hosted site. */
export const redirectUris: readonly string[] = loginPorts.map(redirectUri);
