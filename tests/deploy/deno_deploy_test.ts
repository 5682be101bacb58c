/** The service as on Deno Deploy: no folder to write to, no UDP, a database that the platform opens. */
import assert from "node:assert/strict";
import { startTcpServer } from "../lib/dns/udp_server.ts";
import { type AppProcess, startApp } from "../support/app_process.ts";
import { KvConnectServer } from "../support/kv_connect.ts";
import { PASSWORD } from "../support/members.ts";

const email = "root@example.net";

/** No `--allow-write`, and nothing of `Deno.listenDatagram`. */
const program = [
  ...[Deno.execPath(), "run", "-q", "--no-prompt", "--node-modules-dir=manual"],
  ...["--allow-read=.", "--allow-net", "--allow-env"],
  ...["--preload", "tests/support/without_udp.ts", "main.ts"],
];

const html = { accept: "text/html" };

/** The status and the text of a response. */
async function read({ origin }: AppProcess, path: string, headers = {}) {
  const response = await fetch(origin + path, { headers });
  return { status: response.status, text: await response.text() };
}

/** The text of a response that must be 200. */
async function textOf(app: AppProcess, path: string, headers = {}) {
  const { status, text } = await read(app, path, headers);
  assert.equal(status, 200, text);
  return text;
}

Deno.test("serve - on Deno Deploy, without a folder and without UDP", async (test) => {
  await using kv = new KvConnectServer({ token: "deploy" });
  const record = { type: "A", name: "example.net", data: "192.0.2.7" } as const;
  await using names = await startTcpServer(0, [record]);
  const dataDir = `data/tests/${crypto.randomUUID()}`;
  await using app = await startApp({
    DENO_DEPLOY: "1",
    // What `Deno.openKv()` opens, and with which token.
    DENO_KV_DEFAULT_PATH: kv.url,
    DENO_KV_ACCESS_TOKEN: "deploy",
    DATA_DIR: dataDir,
    DATA_UPDATE: "daily",
    DNS_SERVERS: `127.0.0.1:${names.port}`,
    LOOKUP_PRIVATE: "on",
    DNS_PROBE_ZONE: "probe.example.net",
    DNS_PROBE_ADDRESSES: "192.0.2.1",
    STUN_PORT: "3478",
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: PASSWORD,
  }, { program });

  await test.step("it says what is off, and why", () => {
    const warnings = app.log().split("\n")
      .filter((line) => /^\S+ (?:warn|error) /.test(line))
      .map((line) => line.replace(/^\S+ /, ""));
    assert.deepEqual(warnings.slice(0, 3), [
      "warn  DATA_DIR is not writable: the DNS index and data updates are off",
      "warn  the name server is off: this platform has no UDP",
      "warn  the STUN server is off: this platform has no UDP",
    ]);
  });

  await test.step("addresses are described from the data of the build", async () => {
    assert.equal(await textOf(app, "/"), "127.0.0.1\n");
    const text = await textOf(app, "/api/v1/ip/8.8.8.8");
    const { geo, network } = JSON.parse(text);
    assert.deepEqual([geo.country_code, network.asn], ["US", 15169]);
    assert.match(await textOf(app, "/", html), /127\.0\.0\.1[^]*<\/html>/);
    assert.equal(await textOf(app, "/readyz"), "ok\n");
  });

  await test.step("names are looked up over TCP", async () => {
    const text = await textOf(app, "/lookup/example.net?output=json");
    assert.match(text, /"192\.0\.2\.7"/);
  });

  await test.step("the index says that it is off", async () => {
    const query = "?dns_type=rdns_pattern&dns_match=left&query=mail";
    const { status, text } = await read(app, `/lookup${query}&output=json`);
    const message = "This server keeps no index of names and addresses.";
    assert.equal(status, 400);
    const error = { code: "INVALID_INPUT", message };
    assert.deepEqual(JSON.parse(text).error, error);
    const page = await textOf(app, "/lookup", html);
    assert.equal(page.split(message).length - 1, 2);
    assert.match(page, /This server does not record lookups\./);
    const headers = { ...html, "accept-language": "zh" };
    const chinese = await textOf(app, "/lookup?lang=zh", headers);
    assert.match(chinese, /本服务器不保存名称和地址的索引。/);
  });

  await test.step("the leak test does not use what is off", async () => {
    const text = await textOf(app, "/egress", html);
    assert.equal(text.includes("probe.example.net"), false);
    assert.equal(text.includes("stun:"), false);
  });

  await test.step("administrators see what is off, and sign in", async () => {
    const response = await fetch(`${app.origin}/sign-in`, {
      method: "POST",
      headers: { ...html, origin: app.origin },
      body: new URLSearchParams({ email, password: PASSWORD }),
      redirect: "manual",
    });
    await response.body?.cancel();
    assert.equal(response.status, 303);
    const [cookie] = response.headers.getSetCookie()[0].split(";");
    const text = await textOf(app, "/admin", { ...html, cookie });
    const [, list] = /<ul class="setup">(.*?)<\/ul>/s.exec(text) ?? [];
    const lines = [...list.matchAll(/<h3>(.*?)<\/h3><p>(.*?)<\/p>/g)]
      .map(([, part, reason]) => `${part}: ${reason}`);
    const off = lines.filter((line) => /UDP|DATA_DIR/.test(line));
    assert.deepEqual(off, [
      "DNS probe zone: This platform has no UDP.",
      "STUN server: This platform has no UDP.",
      "Lists and databases: 3 in use, those of the build. DATA_DIR is not writable, so there are no updates.",
      "Data folder: DATA_DIR is not writable: the DNS index and data updates are off.",
    ]);
    assert.match(text, /This server uses the data of its build\./);
    assert.equal(text.includes("update-data"), false);
  });

  await app.stop();
  const folder = new URL(`../../${dataDir}`, import.meta.url);
  await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
});
