import { isSecretHeader, isSecretName, redactValues } from "../../kernel/text.ts";
import type { Request, Response } from "./transport.ts";

/**
 * Returns the response without the secrets of its request, which a server or a gateway may quote: those of the headers, and
 * from errors also those of the body. A token response repeats the refresh token that it was asked with.
 */
export function withoutEcho({ headers, body = "" }: Request, response: Response): Response {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value.replace(/^Bearer /i, "")] : [],
  );
  if (response.status >= 400) secrets.push(...secretsIn(parsed(body)));
  if (secrets.length === 0) return response;
  const clean = (text: string) => redactValues(text, secrets);
  return {
    ...response,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, clean(value)]),
    ),
    body: clean(response.body),
  };
}

function secretsIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return isSecretName(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => secretsIn(member, key === "value" ? name : key));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
