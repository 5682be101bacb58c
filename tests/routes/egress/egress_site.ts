import type { Locator, Page } from "playwright-core";
import { type TestApp, testApp } from "../../support/app.ts";

/** Who the app takes a client for that comes by IPv4, or by IPv6. */
export const CLIENT_V4 = "8.8.4.4";
export const CLIENT_V6 = "2001:4860:4860::8888";

export interface EgressSite extends AsyncDisposable {
  app: TestApp;
  /** A host with both families. */
  main: string;
  v4: string;
  v6: string;
  port: number;
}

interface EgressSiteOptions {
  /** By the port that the site has. */
  env?: (port: number) => Record<string, string>;
  /** Called before the app. */
  before?: (request: Request) => Promise<Response | void> | Response | void;
}

/** The app on one port of both loopback addresses, which are the hosts of one family. */
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
      const text = body === null ? undefined : await request.text();
      const app = await promise;
      return await app.get(pathname + search, {
        origin,
        method,
        headers,
        signal,
        body: text,
        peer,
      });
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
    app,
    main: `http://localhost:${port}`,
    v4,
    v6,
    port,
    async [Symbol.asyncDispose]() {
      await Promise.all([byV4.shutdown(), byV6.shutdown()]);
      await app[Symbol.asyncDispose]();
    },
  };
}

type Server = Deno.HttpServer<Deno.NetAddr>;

/** A port that is free at the one address may be taken at the other. */
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

/** What goes wrong in a page that nobody sees. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** The states of the rows of a table by the names of their probes. */
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

/** Presses Start, and waits for the end. */
export async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("button", { name: "Start again" }).waitFor({
    timeout: 60_000,
  });
}

/** Waits for what is said at the end, when the places are known, too. */
export async function finished(page: Page): Promise<void> {
  await page.getByRole("status").getByText(/^Finished\./).waitFor({
    timeout: 60_000,
  });
}

/** What is said of the run. */
export async function statusOf(page: Page): Promise<string> {
  return await page.getByRole("status").textContent() ?? "";
}
