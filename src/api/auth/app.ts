import { exitCodes, TillError } from "../../kernel/errors.ts";
import { renewing, type Strategy, type TokenOptions } from "./strategies.ts";
import { type GrantOptions, isRejection, requestTokens, type Tokens } from "./tokens.ts";

/** Authenticates as an app on a site where it is installed. Its secret is stored, and tokens are requested with it. */
export function app(options: TokenOptions): Strategy {
  return renewing("app", options, async (current) => {
    const { id, instance } = current?.signedIn?.app ?? {};
    if (!current?.refreshToken || !id || !instance) return undefined;
    return await requestAppTokens({ id, instance, secret: current.refreshToken }, options);
  });
}

/** An app on a site: the ID of its instance there, and the app's secret. */
export interface AppInstance {
  id: string;
  instance: string;
  secret: string;
}

/** Requests tokens of an app. Throws TillError (exit 4) if the platform rejects the secret or the instance. */
export async function requestAppTokens(
  { id, instance, secret }: AppInstance,
  options: GrantOptions,
  signal?: AbortSignal,
): Promise<Tokens> {
  try {
    return await requestTokens(
      { grant_type: "client_credentials", client_id: id, client_secret: secret, instance_id: instance },
      options,
      signal,
    );
  } catch (error) {
    if (!isRejection(error)) throw error;
    throw new TillError(
      exitCodes.auth,
      `The platform does not accept app ${id} on this site: ${error.message}`,
      {
        code: "APP_REFUSED",
        hint: "Check that the app is installed on the site, and its secret and instance ID in the dashboard of the app. Then sign in again: till login --app <id> --instance <id>",
        cause: error,
      },
    );
  }
}
