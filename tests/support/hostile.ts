/**
 * A service under attack by one or many clients: a real server, real connections,
 * and a name server that is silent for most names.
 */
import {
  type ReceivedQuery,
  responseTo,
  startUdpServer,
} from "../lib/dns/udp_server.ts";
import {
  type AppProcess,
  type ProcessLimits,
  startApp,
} from "./app_process.ts";
import { until } from "./until.ts";

const ATTACKER = "198.51.100.66";

/** Answers for names, and for the reverse zone of 8.8.0.0/16; all other queries get no response. */
function answerSome(requestCount: ReceivedQuery) {
  const { name, type } = requestCount.question;
  const asks = name.toLowerCase();
  if (asks.endsWith(".good.test")) {
    requestCount.send(responseTo(requestCount, {
      answers: type === "A"
        ? [{ type: "A", name, ttl: 60, data: "8.8.8.8" }]
        : [],
    }));
  } else if (asks.endsWith(".8.8.in-addr.arpa")) {
    requestCount.send(responseTo(requestCount, {
      answers: [{ type: "PTR", name, ttl: 60, data: `host-${asks}` }],
    }));
  } else if (asks === "1.0.0.127.in-addr.arpa") {
    requestCount.send(responseTo(requestCount, { code: 3 }));
  }
}

/** Sends a request as the client at an address. */
export function get(
  app: Pick<AppProcess, "origin">,
  path: string,
  client: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", client);
  return fetch(app.origin + path, { ...init, headers, redirect: "manual" });
}

/** Keeps `connections` requests of one client going, until it is disposed of. */
export function attack(
  app: Pick<AppProcess, "origin">,
  connections: number,
  path: (n: number) => string,
  client: (n: number) => string = () => ATTACKER,
  init: (n: number) => RequestInit = () => ({}),
  /** After each answer. The machine that attacks is the one that is attacked here. */
  pauseMs = 200,
): AsyncDisposable & { requestCount: () => number } {
  const ending = new AbortController();
  let requestCount = 0;
  const loops = Array.from({ length: connections }, async () => {
    while (!ending.signal.aborted) {
      const n = requestCount++;
      try {
        const { signal } = ending;
        const response = await get(app, path(n), client(n), {
          ...init(n),
          signal,
        });
        await response.body?.cancel();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      } catch {
        // It was ended.
      }
    }
  });
  return {
    requestCount: () => requestCount,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(loops);
    },
  };
}

/** A server that trusts the forwarding header of this test. */
export async function withApp(
  check: (app: AppProcess) => Promise<void>,
  env: Record<string, string> = {},
  limits: ProcessLimits = {},
) {
  await using server = await startUdpServer(answerSome);
  await using app = await startApp({
    TRUSTED_PROXIES: "127.0.0.1",
    DNS_SERVERS: `127.0.0.1:${server.port}`,
    ...env,
  }, limits);
  await check(app);
}

/** Waits until an attack has sent this many requests. */
export const underAttack = (requestCount: () => number, least: number) =>
  until(() => requestCount() >= least);

/** Sends the sign-in form as a page of the site would. */
export function signIn(
  app: AppProcess,
  client: string,
  fields: Record<string, string>,
  { signal, cookie }: { signal?: AbortSignal; cookie?: string } = {},
): Promise<Response> {
  return get(app, "/sign-in", client, {
    method: "POST",
    headers: {
      origin: app.origin,
      accept: "text/html",
      ...cookie && { cookie },
    },
    body: new URLSearchParams(fields),
    signal,
  });
}
