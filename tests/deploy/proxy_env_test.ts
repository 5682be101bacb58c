import assert from "node:assert/strict";
import { readConfig } from "../../lib/app/config.ts";
import { deployFile } from "./program_test_of.ts";
import { proxyLines } from "./proxy_lines.ts";

Deno.test("proxy.env - the service accepts every line", async () => {
  const lines = await proxyLines();
  const config: Record<string, unknown> = readConfig((name) => lines[name]);
  for (const name of Object.keys(lines)) {
    assert(name in config, `${name} is no variable`);
  }
});

Deno.test("proxy.env - has the hosts and the upstream address of the proxy configurations", async () => {
  const lines = await proxyLines();
  const hosts = ["BASE_URL", "API_URL", "V4_URL", "V6_URL"].map((name) =>
    new URL(lines[name]).hostname
  );
  const nginx = await deployFile("nginx.conf");
  const names = [...nginx.matchAll(/^ {2}server_name (ip.*);$/gm)];
  assert.deepEqual(names.map(([, list]) => list.split(" ")), [hosts, hosts]);
  assert(nginx.includes(`server 127.0.0.1:${lines.PORT};`));
  const caddy = await deployFile("Caddyfile");
  assert(caddy.includes(`\n${hosts.join(", ")} {\n`));
  assert(caddy.includes(`\nhttp://${hosts.join(", http://")} {\n`));
  const upstreams = [...caddy.matchAll(/^\treverse_proxy (\S+)$/gm)];
  const own = `127.0.0.1:${lines.PORT}`;
  assert.deepEqual(upstreams.map(([, upstream]) => upstream), [own, own]);
});
