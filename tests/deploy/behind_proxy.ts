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
  t: Deno.TestContext,
): Promise<void> {
  const held: (() => void)[] = [];
  let isHolding = true;
  await using names = await startUdpServer(({ id, question, send }) => {
    const response = () =>
      send(responseTo({ id, question }, {
        answers: [{ type: "PTR", name: question.name, data: "host.test" }],
      }));
    if (isHolding && question.name.startsWith("3.")) held.push(response);
    else response();
  });
  const lines = await proxyLines();
  await using app = await startApp({
    BASE_URL: lines.BASE_URL,
    API_URL: lines.API_URL,
    V4_URL: lines.V4_URL,
    V6_URL: lines.V6_URL,
    TRUSTED_PROXIES: lines.TRUSTED_PROXIES,
    CLIENT_IP_HEADER: lines.CLIENT_IP_HEADER,
    DNS_SERVERS: `127.0.0.1:${names.port}`,
    LOOKUP_PRIVATE: "on",
    SPEED_TEST: "on",
  });
  await using proxy = await startProxy(app);
  const https = (host: string, path: string, headers = {}) => {
    const { caCert, httpsPort: port } = proxy;
    return ask({ port, host, path, headers, caCert });
  };
  const http = (host: string, headers = {}) =>
    ask({ port: proxy.httpPort, host, headers });

  await t.step("/ tells the client's address", async () => {
    const response = await https("ip.example.net", "/");
    assert.equal(response?.status, 200);
    assert.equal(response.headers.get("content-type"), types.text);
    assert.equal(response.body, "127.0.0.1\n");
    assert.equal(
      response.headers.get("strict-transport-security"),
      "max-age=31536000",
    );
  });

  await t.step(
    "a client that never ends its headers is hung up on",
    async () => {
      using connection = await Deno.connect({ port: proxy.httpPort });
      await connection.write(
        new TextEncoder().encode("GET / HTTP/1.1\r\nHost: ip.example.net\r\n"),
      );
      const ended = connection.read(new Uint8Array(1024));
      const timeout = Promise.withResolvers<"open">();
      const timer = setTimeout(timeout.resolve, 20_000, "open");
      // A proxy may say 408 first.
      assert.notEqual(await Promise.race([ended, timeout.promise]), "open");
      clearTimeout(timer);
    },
  );

  await t.step("the address comes from the proxy's header", async () => {
    const response = await https("ip.example.net", "/api/request");
    assert.deepEqual(JSON.parse(response?.body ?? "").client, {
      ip: "127.0.0.1",
      via: "x-forwarded-for",
      peer: "127.0.0.1",
    });
  });

  await t.step("what a stranger puts into that header is gone", async () => {
    const seen = await https("ip.example.net", "/", stranger);
    assert.equal(seen?.body, "127.0.0.1\n");
    const response = await https("ip.example.net", "/api/request", stranger);
    const { headers } = JSON.parse(response?.body ?? "");
    assert.equal(new Headers(headers).get("x-forwarded-for"), "127.0.0.1");
  });

  await t.step(
    "the speed test's uploads pass, and no other large body",
    async () => {
      const { httpPort, httpsPort, caCert } = proxy;
      const statusOf = (path: string, length: number, isPlain = false) =>
        post({
          ...isPlain ? { port: httpPort } : { port: httpsPort, caCert },
          host: "ip.example.net",
          path,
        }, new Uint8Array(length)).then(
          ({ status }) => status,
          (error) => error.code,
        );
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
    },
  );

  await t.step("each host has its role", async () => {
    const four = await https("v4.ip.example.net", "/", { accept: "text/html" });
    assert.equal(four?.body, "127.0.0.1\n");
    const six = await https("v6.ip.example.net", "/");
    assert.equal(six?.status, 400);
    assert.equal(six.body, "This host responds over IPv6 only.\n");
    const api = await https("api.ip.example.net", "/ip");
    assert.equal(JSON.parse(api?.body ?? "").ip, "127.0.0.1");
    const main = await https("ip.example.net", "/api/v1/");
    assert.equal(JSON.parse(main?.body ?? "").ip, "127.0.0.1");
  });

  await t.step("without encryption, curl is answered", async () => {
    const response = await http("ip.example.net", stranger);
    assert.equal(response?.status, 200);
    assert.equal(response.body, "127.0.0.1\n");
  });

  await t.step("without encryption, a browser is sent on", async () => {
    const response = await http("ip.example.net", {
      "upgrade-insecure-requests": "1",
    });
    assert.equal(response?.status, 301);
    assert.equal(response.headers.get("location"), "https://ip.example.net/");
  });

  await t.step("browsers get HTTP/2", async () => {
    const tcp = await Deno.connect({ port: proxy.httpsPort });
    using tls = await Deno.startTls(tcp, {
      hostname: "ip.example.net",
      caCerts: [proxy.caCert],
      alpnProtocols: ["h2", "http/1.1"],
    });
    assert.equal((await tls.handshake()).alpnProtocol, "h2");
  });

  await t.step("a host of nobody's gets nothing", async () => {
    const { caCert, httpsPort: port } = proxy;
    const host = "x.probe.ip.example.net";
    await assert.rejects(ask({ port, host, caCert }));
  });

  await t.step("pages are packed for those who take it", async () => {
    const { encoding, pieces } = await askPacked({
      port: proxy.httpsPort,
      host: "ip.example.net",
      headers: { accept: "text/html" },
      caCert: proxy.caCert,
    });
    assert.equal(encoding, "gzip");
    let page = "";
    for await (const piece of pieces) page += piece;
    assert.match(page, /^<!DOCTYPE html>[\s\S]*<\/html>$/);
  });

  for (const taken of ["identity", "gzip"]) {
    isHolding = true;
    await t.step(`a scan's page arrives in pieces as ${taken}`, async () => {
      const { pieces } = await askPacked({
        port: proxy.httpsPort,
        host: "ip.example.net",
        path: "/lookup/192.0.2.0/29",
        headers: { accept: "text/html", "accept-encoding": taken },
        caCert: proxy.caCert,
      });
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
