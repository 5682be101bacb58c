import assert from "node:assert/strict";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import * as z from "zod";
import { readConfig } from "../../lib/app/config.ts";
import { formatCidr } from "../../lib/net/cidr.ts";
import { ended, startedOnFreePorts } from "../support/programs.ts";
import { tempFolder } from "../support/temp_folder.ts";
import {
  caddyfileTest,
  deployFile,
  programTests,
  replacedAll,
  startCaddy,
} from "./program_test_of.ts";
import { proxyLines } from "./proxy_lines.ts";
import { ask } from "./raw_client.ts";

const container = z.object({
  network_mode: z.literal("host"),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  restart: z.literal("unless-stopped"),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.union([z.string(), z.array(z.string())]).optional(),
  command: z.string().optional(),
  volumes: z.array(z.string()),
});
const compose = z.object({
  services: z.record(z.string(), container),
  volumes: z.record(z.string(), z.null()),
});

async function services() {
  const text = await deployFile("compose.cluster.yaml");
  const schema = CORE_SCHEMA.withTags(mergeTag);
  const file = compose.parse(load(text, { schema }));
  const { denokv, caddy, ...instances } = file.services;
  return { denokv, caddy, instances: Object.values(instances), file };
}

Deno.test("compose.cluster.yaml - three instances differ in port and folder, and share the store", async () => {
  const { instances, denokv, file } = await services();
  const lines = await proxyLines();
  const configs = instances.map(({ environment }) =>
    readConfig((name) => ({ ...lines, ...environment })[name])
  );
  assert.deepEqual(configs.map(({ PORT }) => PORT), [8001, 8002, 8003]);
  const folders = instances.flatMap(({ volumes }) => volumes);
  assert.deepEqual(folders, [1, 2, 3].map((n) => `data-${n}:/app/data`));
  for (const config of configs) {
    assert.equal(config.HOST, "127.0.0.1");
    assert.equal(config.KV_URL?.href, "http://127.0.0.1:4512/");
    const proxies = config.TRUSTED_PROXIES.map(formatCidr);
    assert.deepEqual(proxies, ["127.0.0.1/32", "::1/128"]);
    // Their names and ports can belong to one process only.
    assert.equal(config.DNS_PROBE_ZONE, undefined);
    assert.equal(config.STUN_PORT, undefined);
    assert.deepEqual(config.STUN_URLS, []);
  }
  assert.match(denokv.command ?? "", / --addr 127\.0\.0\.1:4512$/);
  const used = Object.values(file.services).flatMap(({ volumes }) => volumes)
    .map((volume) => volume.split(":")[0]).filter((name) => name[0] !== ".");
  assert.deepEqual(Object.keys(file.volumes), used);
});

Deno.test("compose.cluster.yaml - the token of the store comes from a file, for those who need it", async () => {
  const { instances, denokv, caddy } = await services();
  for (const { env_file } of instances) {
    assert.deepEqual(env_file, ["../.env", "../kv.env"]);
  }
  assert.equal(denokv.env_file, "../kv.env");
  assert.equal(caddy.env_file, undefined);
  const text = await deployFile("compose.cluster.yaml");
  assert.equal(/^[^#]*ACCESS_TOKEN/m.test(text), false);
});

caddyfileTest("cluster.Caddyfile");
const test = programTests("caddy");

Deno.test("cluster.Caddyfile - limits bodies as Caddyfile does", async () => {
  const limits = async (name: string) =>
    (await deployFile(name)).match(
      /^\t(?:@\w+ (?:not )?path .*speed.*|respond .*|(?:@long|request_body)[^]*?^\t})$/gm,
    );
  const own = await limits("Caddyfile");
  assert.equal(own?.length, 8);
  assert.deepEqual(await limits("cluster.Caddyfile"), own);
});

/** An instance that says who it is, and whom it was asked by. */
function startInstance(name: string) {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  return Deno.serve(options, ({ headers }) => {
    const client = headers.get("x-forwarded-for");
    return new Response(`${name} ${client}`);
  });
}

test.caddy("cluster.Caddyfile - requests go to all instances that respond", async (caddy) => {
  await using folder = await tempFolder("caddy-");
  const home = folder.path;
  await using first = startInstance("first");
  await using second = startInstance("second");
  const third = startInstance("third");
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    async ([httpPort]) => {
      // Without certificates, which take long to make.
      const example = (await deployFile("cluster.Caddyfile"))
        .replace(/^ip\.example\.net,[^]*?^}\n/m, "");
      const upstreams = { 8001: first, 8002: second, 8003: third };
      const addresses = Object.entries(upstreams).map(([from, { addr }]) =>
        [from, addr.port].map((port) => `127.0.0.1:${port}`)
      );
      const own = `{\n\thttp_port ${httpPort}\n\tadmin off\n\tservers {`;
      const pairs = [...addresses, ["{\n\tservers {", own]];
      const file = replacedAll(example, pairs);
      await Deno.writeTextFile(`${home}/Caddyfile`, file);
      return startCaddy(caddy, home);
    },
  );
  try {
    const seen = new Set<string>();
    const respondingInstance = async () => {
      const response = await ask({ port, host: "ip.example.net" });
      assert.equal(response?.status, 200);
      return response.body;
    };
    while (seen.size < 3) seen.add(await respondingInstance());
    const names = ["first", "second", "third"];
    const expected = names.map((name) => `${name} 127.0.0.1`);
    assert.deepEqual([...seen].sort(), expected);
    await third.shutdown();
    for (let i = 0; i < 30; i++) {
      assert.notEqual(await respondingInstance(), "third 127.0.0.1");
    }
  } finally {
    await ended(child);
  }
});
