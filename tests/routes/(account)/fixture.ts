import { testApp } from "../../support/app.ts";
import { FormClient, password } from "../../support/forms.ts";

/** An app without limits of pages and of passwords, for all tests of a file. */
export async function unlimitedApp(env: Record<string, string> = {}) {
  const limits = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_PAGES: "0" };
  const app = await testApp({ env: { ...limits, ...env } });
  Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
  return app;
}

/** Sends the form of a browser that signs in; by default, of a new one. */
export function signIn(
  email: string,
  client: FormClient,
  typed = password,
): Promise<Response> {
  return client.post("/sign-in", { email, password: typed });
}
