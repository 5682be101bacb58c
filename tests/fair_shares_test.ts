/** What one client asks for takes nothing from the others: a real server, real connections, a silent name server. */
import assert from "node:assert/strict";
import { answerOf, type Asked, startUdpServer } from "./lib/dns/udp_server.ts";
import { type AppProcess, startApp } from "./support/app_process.ts";

const ATTACKER = "198.51.100.66";

/** Answers for names, and for the reverse zone of 8.8.8.0/24; all else is met with silence. */
function answerSome(asked: Asked) {
  const { name, type } = asked.question;
  const asks = name.toLowerCase();
  if (asks.endsWith(".good.test")) {
    asked.send(answerOf(asked, {
      answers: type === "A"
        ? [{ type: "A", name, ttl: 60, data: "8.8.8.8" }]
        : [],
    }));
  } else if (asks.endsWith(".8.8.8.in-addr.arpa")) {
    asked.send(answerOf(asked, {
      answers: [{ type: "PTR", name, ttl: 60, data: `host-${asks}` }],
    }));
  } else if (asks === "1.0.0.127.in-addr.arpa") {
    asked.send(answerOf(asked, { code: 3 }));
  }
}

function get(
  app: AppProcess,
  path: string,
  client: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", client);
  return fetch(app.origin + path, { ...init, headers, redirect: "manual" });
}

/** Keeps `connections` requests of one client going, until it is disposed of. */
function attack(
  app: AppProcess,
  connections: number,
  path: (n: number) => string,
  client: (n: number) => string = () => ATTACKER,
): AsyncDisposable & { asked: () => number } {
  const ending = new AbortController();
  let asked = 0;
  const loops = Array.from({ length: connections }, async () => {
    while (!ending.signal.aborted) {
      const n = asked++;
      try {
        const { signal } = ending;
        const answer = await get(app, path(n), client(n), { signal });
        await answer.body?.cancel();
        // The machine that attacks is the one that is attacked here.
        await new Promise((resolve) => setTimeout(resolve, 200));
      } catch {
        // It was ended.
      }
    }
  });
  return {
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(loops);
    },
  };
}

/** A server that believes what this test says of its clients. */
async function withApp(
  check: (app: AppProcess) => Promise<void>,
  env: Record<string, string> = {},
) {
  await using server = await startUdpServer(answerSome);
  await using app = await startApp({
    TRUSTED_PROXIES: "127.0.0.1",
    DNS_SERVERS: `127.0.0.1:${server.port}`,
    ...env,
  });
  await check(app);
}

const underAttack = (asked: () => number, least: number) =>
  until(() => asked() >= least);

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

Deno.test("fair shares - one client's 400 slow names refuse nobody else's", () =>
  withApp(async (app) => {
    await using flood = attack(
      app,
      400,
      (n) => `/api/v1/domain/${n}.silent.test`,
    );
    await underAttack(flood.asked, 400);
    for (let i = 1; i <= 40; i++) {
      const answer = await get(
        app,
        `/api/v1/domain/${i}.good.test`,
        `192.0.2.${i}`,
      );
      const body = await answer.json();
      assert.equal(answer.status, 200, `${i}: ${JSON.stringify(body)}`);
      assert.equal(body.ip, "8.8.8.8");
    }
  }));

Deno.test("fair shares - one client's 400 slow reverse names leave others their host names", () =>
  withApp(async (app) => {
    await using flood = attack(
      app,
      400,
      (n) => `/api/v1/ip/9.9.${(n >> 8) & 255}.${n & 255}`,
    );
    await underAttack(flood.asked, 400);
    for (let i = 1; i <= 40; i++) {
      const names = [];
      // Half a second for a name is short where the attack runs on the same
      // machine: whoever is late once asks for the next address.
      for (const last of [i, i + 50, i + 100]) {
        const path = `/api/v1/ip/8.8.8.${last}`;
        const answer = await get(app, path, `192.0.2.${i}`);
        assert.equal(answer.status, 200);
        names.push((await answer.json()).hostname);
        if (names.at(-1) !== null) break;
      }
      assert.match(
        String(names.at(-1)),
        /^host-\d+\.8\.8\.8\.in-addr\.arpa$/,
        `client ${i}`,
      );
    }
  }));
