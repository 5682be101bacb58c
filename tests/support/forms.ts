/** A minimal browser for forms: it keeps cookies, and sends `Origin`. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import type { Responding } from "./responses.ts";

export interface ClientOptions {
  origin?: string;
  peer?: string;
  agent?: string;
}

export class FormClient {
  /** The browser's cookies by name. */
  readonly cookies = new Map<string, string>();
  readonly #app: TestApp;
  readonly #origin: string;
  readonly #peer: string | undefined;
  readonly #agent: string;

  constructor(
    app: TestApp,
    { origin = "http://porthole.test", peer, agent = "Test/1.0" }:
      ClientOptions = {},
  ) {
    this.#app = app;
    this.#origin = origin;
    this.#peer = peer;
    this.#agent = agent;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#ask(path, { headers });
  }

  /** Sends a form as a page of this site would, unless headers say otherwise. */
  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#ask(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: this.#origin, ...headers },
    });
  }

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("accept", "text/html");
    headers.set("user-agent", this.#agent);
    if (this.cookies.size > 0) {
      const pairs = [...this.cookies].map(([name, value]) =>
        `${name}=${value}`
      );
      headers.set("cookie", pairs.join("; "));
    }
    const response = await this.#app.get(path, {
      ...init,
      headers,
      origin: this.#origin,
      peer: this.#peer,
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string) {
    const [pair, ...attributes] = line.split("; ");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals);
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }
}

/** The default password of members. */
export const password = "correct horse battery";

/** A browser whose member has just signed up. */
export async function signedUp(
  app: TestApp,
  email = "member@example.com",
  options?: ClientOptions,
): Promise<FormClient> {
  const client = new FormClient(app, options);
  await assertSent(
    client.post("/sign-up", { email, password }),
    "/console?done=welcome",
  );
  return client;
}

/** Asserts a redirect with GET and an empty body. */
export async function assertSent(responding: Responding, path: string) {
  const response = await responding;
  assert.deepEqual(
    [response.status, response.headers.get("location"), await response.text()],
    [303, path, ""],
  );
}

/** Asserts a page's status, and that it must not be cached. Returns its HTML. */
export async function pageOf(
  responding: Responding,
  status = 200,
): Promise<string> {
  const response = await responding;
  assert.equal(response.status, status);
  assert.equal(
    response.headers.get("content-type"),
    "text/html; charset=utf-8",
  );
  // The page of a scan is sent piece by piece.
  assert.match(
    response.headers.get("cache-control")!,
    /^no-store(?:, no-transform)?$/,
  );
  return await response.text();
}

/** The value of the first field with this name on a page, as in the HTML. */
export function fieldOf(html: string, name: string): string {
  for (const [tag] of html.matchAll(/<input(?:[^>"]|"[^"]*")*>/g)) {
    if (!tag.includes(` name="${name}"`)) continue;
    return / value="([^"]*)"/.exec(tag)?.[1] ?? "";
  }
  throw new Error(`there is no field ${name}`);
}

/** What the inputs of a page would send, as it is. */
export function sentFields(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? [];
    const [, value = "on"] = /value="([^"]*)"/.exec(input) ?? [];
    const isSent = !/type="checkbox"/.test(input) || /\bchecked\b/.test(input);
    if (name && isSent) fields.append(name, value);
  }
  return fields;
}

/** The error messages of a page, above its form or beside a field. */
export function errorsIn(html: string): string[] {
  const pattern =
    /<(?:p class="field-error"|div class="message message-error")[^>]*>([^<]*)</g;
  return [...html.matchAll(pattern)].map(([, text]) => text);
}
