import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import {
  type AppProcess,
  command,
  run,
  startApp,
} from "./support/app_process.ts";
import { differences, SMOKE_REQUESTS } from "./upstream/smoke.ts";

Deno.test("main - prints --version without a configuration", async () => {
  const version = await run(["--version"], { PORT: "nonsense" });
  assert.deepEqual([version.code, version.err], [0, ""]);
  assert.match(version.out, /^porthole \d+\.\d+\.\d+\n$/);
});

Deno.test("main - exits with 2 and a message on wrong usage", async () => {
  assert.deepEqual(await run(["lookup", "1.2.3.4.5"]), {
    code: 2,
    out: "",
    err:
      "porthole: 1.2.3.4.5: This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.\nTry porthole lookup --help.\n",
  });
});

Deno.test("main - exits with 2 and names every variable of a bad configuration", async () => {
  const { code, out, err } = await run(["serve"], {
    PORT: "eighty",
    TRUSTED_PROXIES: "everyone",
    BASE_URL: "example.net",
  });
  assert.equal(code, 2);
  assert.equal(out, "");
  assert.equal(
    err,
    "porthole: invalid configuration\n" +
      "  PORT: must be a whole number from 0 to 65535\n" +
      "  BASE_URL: must be an http or https URL without a path\n" +
      "  TRUSTED_PROXIES: element 1 is not an address or CIDR\n",
  );
});

Deno.test("main - exits with 1 and a message if the port is taken", async () => {
  const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const { code, err } = await run(["serve"], {
      HOST: "127.0.0.1",
      PORT: String(taken.addr.port),
      DATA_DIR: "./data/tests/taken",
      GEO_EDITION: "country",
    });
    assert.equal(code, 1);
    assert.equal(
      err,
      `porthole: port ${taken.addr.port} is already in use. Set PORT to another one.\n`,
    );
  } finally {
    taken.close();
  }
});

Deno.test("main - looks up the addresses of standard input, as long as its output is read", async () => {
  const env = { GEO_EDITION: "country", DNS_SERVERS: "127.0.0.1:9" };
  const found = await run(["lookup", "--json"], env, "# one\n\n8.8.8.8\n1.2\n");
  assert.deepEqual([found.code, found.err], [1, ""]);
  const [record, failure] = found.out.trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(record.ip, "8.8.8.8");
  assert.equal(record.geo.country_code, "US");
  assert.equal(record.network.asn, 15169);
  assert.deepEqual(
    [failure.ok, failure.target, failure.error.code],
    [false, "1.2", "INVALID_IPV4"],
  );

  assert.deepEqual(await endsWithReader(["lookup", "--json"], env), [0, ""]);
});

Deno.test("main - annotates standard input, as long as its output is read", async () => {
  const env = { GEO_EDITION: "country" };
  const input = "8.8.8.8:53 [2001:4860:4860::8888] 10.0.0.1\n";
  assert.deepEqual(await run(["annotate"], env, input), {
    code: 0,
    out: "8.8.8.8:53 [US, AS15169 Google LLC] " +
      "[2001:4860:4860::8888] [US, registered to AS15169 Google LLC] 10.0.0.1\n",
    err: "",
  });
  assert.deepEqual(await endsWithReader(["annotate"], env), [0, ""]);
});

/** Exit status and errors of a command whose reader goes, as with `| head -1`, while standard input does not end. */
async function endsWithReader(args: string[], env: Record<string, string>) {
  const child = command(args, env, {}, "piped").spawn();
  const typing = ReadableStream.from(endless("8.8.8.8\n"))
    .pipeTo(child.stdin).catch(() => {});
  const reader = child.stdout.getReader();
  assert.equal((await reader.read()).done, false);
  await reader.cancel();
  const err = new Response(child.stderr).text();
  const ended = [(await child.status).code, await err];
  await typing;
  return ended;
}

async function* endless(line: string) {
  const bytes = new TextEncoder().encode(line);
  for (;;) yield bytes;
}

Deno.test("main - exits with 1 and a message if the address belongs to another machine", async () => {
  const { code, err } = await run(["serve"], {
    HOST: "192.0.2.1",
    PORT: "0",
    DATA_DIR: "./data/tests/not-ours",
    GEO_EDITION: "country",
  });
  assert.equal(code, 1);
  // A busy store may have been closed while it was tidied, and say so before.
  assert.equal(
    err.trimEnd().split("\n").at(-1),
    "porthole: HOST is 192.0.2.1, but no network interface has this address.",
  );
});

Deno.test("main - exits with 1 and a message if the KV server is unreachable", async () => {
  const { code, err } = await run(["serve"], {
    HOST: "127.0.0.1",
    PORT: "0",
    // Other tests' folders below ./data are readable by others, which would
    // cause a warning.
    DATA_DIR: `./data/tests/${crypto.randomUUID()}`,
    KV_URL: "http://127.0.0.1:9/",
    DENO_KV_ACCESS_TOKEN: "a-token",
    GEO_EDITION: "country",
  });
  assert.equal(code, 1);
  assert.match(
    err,
    /^porthole: Cannot open the KV store http:\/\/127\.0\.0\.1:9\/: .+\n$/,
  );
  assert.equal(/env access|a-token/.test(err), false);
});

Deno.test("main - survives more connections than file descriptors", async () => {
  const env = { LOG_LEVEL: "debug" };
  await using app = await startApp(env, { fileDescriptors: 96 });
  await untilLogged(app, "all routes are loaded");
  await using connection = await keptConnection(app.port);
  const held: Deno.Conn[] = [];
  try {
    for (let i = 0; i < 150; i++) {
      held.push(await Deno.connect({ hostname: "127.0.0.1", port: app.port }));
    }
  } catch {
    // A full backlog is good enough.
  }
  await untilLogged(app, "the listener failed");
  // Pages that nobody has requested yet, on an open connection.
  for (const path of ["/about", "/docs", "/whois", "/sign-in"]) {
    assert.equal(await connection.statusOf(path), 200, path);
  }
  // Needs a worker thread.
  const search = "/lookup/abcd?dns_type=rdns_pattern";
  assert.equal(await connection.statusOf(search), 503);
  for (const connection of held) connection.close();
  await untilLogged(app, "listening again");
  const response = await fetch(`${app.origin}/`);
  assert.equal(await response.text(), "127.0.0.1\n");
  assert.equal(await connection.statusOf(search), 200);
});

/** Waits at most a minute for a text in the log. */
async function untilLogged(app: AppProcess, words: string): Promise<void> {
  for (let i = 0; !app.log().includes(words); i++) {
    assert(i < 1200, `it never says "${words}":\n${app.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A connection for consecutive requests. */
async function keptConnection(port: number) {
  const socket = connect({ host: "127.0.0.1", port });
  await once(socket, "connect");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => socket;
  return {
    async statusOf(path: string): Promise<number | undefined> {
      const sent = request({
        agent,
        port,
        path,
        headers: { accept: "text/html" },
      }).end();
      const [response] = await once(sent, "response");
      await text(response);
      return response.statusCode;
    },
    // deno-lint-ignore require-await
    async [Symbol.asyncDispose]() {
      agent.destroy();
      socket.destroy();
    },
  };
}

Deno.test("main - finishes an open request while it stops", async () => {
  // A slow resolver keeps the request open.
  const resolver = createSocket("udp4");
  const query = once(resolver, "message");
  resolver.bind(0, "127.0.0.1");
  await once(resolver, "listening");
  try {
    await using app = await startApp({
      DNS_SERVERS: `127.0.0.1:${resolver.address().port}`,
    });
    const open = fetch(`${app.origin}/api/v1/ip/8.8.8.8`);
    await query;
    const stopped = app.stop();
    const response = await open;
    assert.equal(response.status, 200);
    assert.equal((await response.json()).ip, "8.8.8.8");
    assert.equal((await stopped).code, 0);
    assert.match(app.log(), /stopping signal=SIGTERM[^]*stopped/);
  } finally {
    resolver.close();
  }
});

Deno.test("main - stops cleanly on SIGINT, and keeps a rate-limit window across the restart", async () => {
  const DATA_DIR = `./data/tests/${crypto.randomUUID()}`;
  const env = { DATA_DIR, RATE_LIMIT_TEXT: "5" };
  const statuses: number[] = [];
  const ask = async (origin: string) => {
    const response = await fetch(`${origin}/`);
    await response.body?.cancel();
    statuses.push(response.status);
  };
  try {
    for (let start = 0; start < 2; start++) {
      await using app = await startApp(env);
      for (let i = 0; i < 3; i++) await ask(app.origin);
      assert.equal((await app.stop("SIGINT")).code, 0);
      assert.match(app.log(), /stopping signal=SIGINT[^]*stopped/);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
});

Deno.test("main - reads .env, but prefers the environment", async () => {
  const file = await Deno.makeTempFile({ suffix: ".env" });
  await Deno.writeTextFile(file, "PORT=nonsense\nLOG_LEVEL=loud\n");
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=serve", `--env-file=${file}`, "main.ts"],
    cwd: new URL("..", import.meta.url),
    env: { PORT: "8000" },
  }).output();
  await Deno.remove(file);
  assert.equal(code, 2);
  assert.equal(
    new TextDecoder().decode(stderr),
    "porthole: invalid configuration\n" +
      "  LOG_LEVEL: must be one of debug, info, warn, error\n",
  );
});

Deno.test("main - the bundle answers as the sources do", async () => {
  const env = { TRUSTED_PROXIES: "127.0.0.1" };
  await using own = await startApp(env, { entry: "main.ts" });
  await using bundled = await startApp(env);
  for (const request of SMOKE_REQUESTS) {
    const compared = () => differences(request, own, bundled);
    // Pages tell the time: a minute may have begun between the two responses.
    const found = (await compared()).length === 0 ? [] : await compared();
    assert.deepEqual(found, [], request.path);
  }
  // Answered by a worker thread, which runs a source.
  const search = "/lookup/abcd?dns_type=rdns_pattern&output=json";
  const response = await fetch(bundled.origin + search);
  assert.equal(response.status, 200);
  await response.body?.cancel();
});
