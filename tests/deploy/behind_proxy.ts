/** What holds of the service behind any proxy of deploy/. */
import assert from "node:assert/strict";
import { responseTo, startUdpServer } from "../lib/dns/udp_server.ts";
import { types } from "../support/responses.ts";
import { type AppProcess, startApp } from "../support/app_process.ts";
import { proxyLines } from "./proxy_lines.ts";
import { askPacked, post } from "./packed_client.ts";
import { ask } from "./raw_client.ts";

/** A proxy on ports of its own, in front of the service. */
export interface Proxy extends AsyncDisposable {
  httpPort: number;
  httpsPort: number;
  /** Who vouches for its certificates. */
  caCert: string;
}

const stranger = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "::9" };

/** Starts the service by the lines of proxy.env, and the proxy in front of it. */
export async function checkBehind(
  startProxy: (app: AppProcess) => Promise<Proxy>,
  test: Deno.TestContext,
): Promise<void> {
  const held: (() => void)[] = [];
  let isHolding = true;
  await using names = await startUdpServer(({ id, question, send }) => {
    const type = "PTR" as const;
    const answers = [{ type, name: question.name, data: "host.test" }];
    const response = () => send(responseTo({ id, question }, { answers }));
    if (isHolding && question.name.startsWith("3.")) held.push(response);
    else response();
  });
  await using app = await startApp({
    ...await proxyLines(["DNS_PROBE", "STUN", "HOST", "PORT"]),
    DNS_SERVERS: `127.0.0.1:${names.port}`,
    LOOKUP_PRIVATE: "on",
    SPEED_TEST: "on",
  });
  await using proxy = await startProxy(app);
  const { httpPort, httpsPort, caCert } = proxy;
  const host = "ip.example.net";
  const main = { port: httpsPort, host, caCert };
  const https = (path: string, headers = {}, at = host) =>
    ask({ ...main, host: at, path, headers });
  const json = async (...request: Parameters<typeof https>) =>
    JSON.parse((await https(...request))?.body ?? "");
  const http = (headers = {}) => ask({ port: httpPort, host, headers });

  await test.step("/ tells the client's address", async () => {
    const response = await https("/");
    assert.equal(response?.status, 200);
    assert.equal(response.headers.get("content-type"), types.text);
    assert.equal(response.body, "127.0.0.1\n");
    const strict = response.headers.get("strict-transport-security");
    assert.equal(strict, "max-age=31536000");
  });

  await test.step("a client that never ends its headers is hung up on", async () => {
    using connection = await Deno.connect({ port: httpPort });
    const head = `GET / HTTP/1.1\r\nHost: ${host}\r\n`;
    await connection.write(new TextEncoder().encode(head));
    const ended = connection.read(new Uint8Array(1024));
    const timeout = Promise.withResolvers<"open">();
    const timer = setTimeout(timeout.resolve, 20_000, "open");
    // A proxy may say 408 first.
    assert.notEqual(await Promise.race([ended, timeout.promise]), "open");
    clearTimeout(timer);
  });

  await test.step("the address comes from the proxy's header", async () => {
    assert.deepEqual((await json("/api/request")).client, {
      ip: "127.0.0.1",
      via: "x-forwarded-for",
      peer: "127.0.0.1",
    });
  });

  await test.step("what a stranger puts into that header is gone", async () => {
    const seen = await https("/", stranger);
    assert.equal(seen?.body, "127.0.0.1\n");
    const { headers } = await json("/api/request", stranger);
    assert.equal(new Headers(headers).get("x-forwarded-for"), "127.0.0.1");
  });

  await test.step("the speed test's uploads pass, and no other large body", async () => {
    const statusOf = (path: string, length: number, isPlain = false) =>
      post(
        { ...isPlain ? { port: httpPort, host } : main, path },
        new Uint8Array(length),
      ).then(({ status }) => status, (error) => error.code);
    for (const isPlain of [false, true]) {
      const path = "/api/speed/upload";
      assert.equal(await statusOf(path, 25_000_000, isPlain), 200);
    }
    // A proxy closes the connection, so the client may not come to read the
    // response. The service says 503 while too many bytes of earlier bodies are in
    // progress.
    const refused = [413, 503, "EPIPE", "ECONNRESET"];
    const cases = [
      ["/api/speed/upload", 27_000_000],
      ["/api/v1/batch", 200_000],
      ["/api/v1/batch", 1_000_000],
    ] as const;
    for (const [path, length] of cases) {
      const status = await statusOf(path, length);
      assert(refused.includes(status), `${path}: ${status}`);
    }
  });

  await test.step("each host has its role", async () => {
    const four = await https("/", { accept: "text/html" }, `v4.${host}`);
    assert.equal(four?.body, "127.0.0.1\n");
    const six = await https("/", {}, `v6.${host}`);
    assert.equal(six?.status, 400);
    assert.equal(six.body, "This host responds over IPv6 only.\n");
    assert.equal((await json("/ip", {}, `api.${host}`)).ip, "127.0.0.1");
    assert.equal((await json("/api/v1/")).ip, "127.0.0.1");
  });

  await test.step("without encryption, curl is answered", async () => {
    const response = await http(stranger);
    assert.equal(response?.status, 200);
    assert.equal(response.body, "127.0.0.1\n");
  });

  await test.step("without encryption, a browser is sent on", async () => {
    const response = await http({ "upgrade-insecure-requests": "1" });
    assert.equal(response?.status, 301);
    assert.equal(response.headers.get("location"), "https://ip.example.net/");
  });

  await test.step("browsers get HTTP/2", async () => {
    const tcp = await Deno.connect({ port: httpsPort });
    using tls = await Deno.startTls(tcp, {
      hostname: host,
      caCerts: [caCert],
      alpnProtocols: ["h2", "http/1.1"],
    });
    assert.equal((await tls.handshake()).alpnProtocol, "h2");
  });

  await test.step("a host of nobody's gets nothing", async () => {
    await assert.rejects(ask({ ...main, host: `x.probe.${host}` }));
  });

  await test.step("pages are packed for those who take it", async () => {
    const headers = { accept: "text/html" };
    const { encoding, pieces } = await askPacked({ ...main, headers });
    assert.equal(encoding, "gzip");
    let page = "";
    for await (const piece of pieces) page += piece;
    assert.match(page, /^<!DOCTYPE html>[\s\S]*<\/html>$/);
  });

  for (const taken of ["identity", "gzip"]) {
    isHolding = true;
    await test.step(`a scan's page arrives in pieces as ${taken}`, async () => {
      const headers = { accept: "text/html", "accept-encoding": taken };
      const path = "/lookup/192.0.2.0/29";
      const { pieces } = await askPacked({ ...main, path, headers });
      let text = "";
      while (!text.includes("192.0.2.1<")) {
        const { value, done } = await pieces.next();
        assert(!done, `it ended without a row:\n${text}`);
        text += value;
      }
      assert.equal(text.includes("</html>"), false);
      isHolding = false;
      for (const response of held.splice(0)) response();
      for await (const piece of pieces) text += piece;
      assert.match(text, /192\.0\.2\.3<[\s\S]*<\/html>/);
    });
  }
}
