import { defineEnvVars } from "@sveltejs/kit/env";

export const variables = defineEnvVars({ PUBLIC_WIX_CLIENT_ID: { public: true } });
