import type { Locator, Page } from "playwright-core";
import {
  ALL_RULES,
  AXE,
  RULES_OF_LOOKS,
  violations,
} from "../../pages/looks.ts";
import { type TestApp, testApp } from "../../support/app.ts";

/** The client addresses that the app sees over IPv4 and IPv6. */
export const CLIENT_V4 = "66.102.0.2";
/** As long as an address can be. */
export const CLIENT_V6 = "2001:4860:4860:1111:2222:3333:4444:8888";

export interface EgressSite extends AsyncDisposable {
  app: TestApp;
  /** A dual-stack host. */
  main: string;
  v4: string;
  v6: string;
  port: number;
}

interface EgressSiteOptions {
  /** Variables for the app, given its port. */
  env?: (port: number) => Record<string, string>;
  /** Called before the app; may return a response of its own. */
  before?: (request: Request) => Promise<Response | void> | Response | void;
}

/**
 * The app on the same port of both loopback addresses, which serve as the hosts
 * with one family.
 */
export async function egressSite(
  { env = () => ({}), before = () => {} }: EgressSiteOptions = {},
): Promise<EgressSite> {
  const { promise, resolve } = Promise.withResolvers<TestApp>();
  const serve = (hostname: string, port: number, peer: string) =>
    Deno.serve({ hostname, port, onListen() {} }, async (request) => {
      const early = await before(request);
      if (early) return early;
      const { url, method, headers, signal, body } = request;
      const { origin, pathname, search } = new URL(url);
      const bytes = body === null ? undefined : await request.arrayBuffer();
      const app = await promise;
      const options = { origin, method, headers, signal, body: bytes, peer };
      return await app.get(pathname + search, options);
    });
  const [byV4, byV6] = onSamePort(
    (port) => serve("127.0.0.1", port, CLIENT_V4),
    (port) => serve("::1", port, CLIENT_V6),
  );
  const { port } = byV4.addr;
  const v4 = `http://127.0.0.1:${port}`;
  const v6 = `http://[::1]:${port}`;
  const app = await testApp({
    env: { V4_URL: v4, V6_URL: v6, V6_LITERAL_URL: v6, ...env(port) },
  });
  resolve(app);
  return {
    ...{ app, main: `http://localhost:${port}`, v4, v6, port },
    async [Symbol.asyncDispose]() {
      await Promise.all([byV4.shutdown(), byV6.shutdown()]);
      await app[Symbol.asyncDispose]();
    },
  };
}

type Server = Deno.HttpServer<Deno.NetAddr>;

/**
 * Retries, because a port that is free on one address can be taken on the
 * other.
 */
function onSamePort(
  first: (port: number) => Server,
  second: (port: number) => Server,
): [Server, Server] {
  for (let attempt = 0;; attempt++) {
    const one = first(0);
    try {
      return [one, second(one.addr.port)];
    } catch (error) {
      one.shutdown();
      if (attempt === 20) throw error;
    }
  }
}

/** Collects the errors of a page. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** The states of a table's rows by their labels. */
export async function statesIn(
  page: Page,
  caption: string,
): Promise<Record<string, string>> {
  const states: Record<string, string> = {};
  const rows: Locator[] = await page
    .getByRole("table", { name: caption }).locator("tbody tr").all();
  for (const row of rows) {
    const name = await row.locator(".probe-name").textContent() ?? "";
    states[name] = await row.locator(".state").textContent() ?? "";
  }
  return states;
}

/** Presses Start and waits for the end. */
export async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("button", { name: "Start again" })
    .waitFor({ timeout: 60_000 });
}

/** Waits for the final status, including places. */
export async function finished(page: Page): Promise<void> {
  await page.getByRole("status").getByText(/^Finished\./)
    .waitFor({ timeout: 60_000 });
}

/** The status text of the run. */
export async function statusOf(page: Page): Promise<string> {
  return await page.getByRole("status").textContent() ?? "";
}

/** What axe finds against WCAG 2.2 AA; the next time in a page, of what screens and colors change. */
export async function axe(page: Page): Promise<string[]> {
  const isAgain = await page.evaluate<boolean>("'axe' in globalThis");
  if (!isAgain) await page.evaluate(AXE);
  return await violations(page, isAgain ? RULES_OF_LOOKS : ALL_RULES);
}
