import type { Context } from "../../../context/context.ts";

/** What the flags about an e-mail come to. */
export interface MailOptions {
  language?: string;
  returnTo?: string;
}

/** The language of an e-mail, and where the page behind its link leads on to. */
export async function mailFields(context: Context, { language, returnTo }: MailOptions) {
  const { clientId } = await context.site();
  return {
    ...(language !== undefined && { language }),
    ...(returnTo !== undefined && {
      redirect: { url: returnTo, ...(clientId !== undefined && { clientId }) },
    }),
  };
}
