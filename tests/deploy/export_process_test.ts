/**
 * Exported files of a running server. In CI alone: a busy machine takes minutes to
 * make them. The programs that they are for run in `export_programs_test.ts`.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import {
  type AsnResponse,
  type CountryResponse,
  Reader,
  type Response as MmdbRecord,
} from "maxmind";
import { ipv4FromValue, ipv6FromWords } from "../../lib/net/ip_address.ts";
import { EXPORT_ATTACK, residentBytes } from "../attack/attacks.ts";
import { type AppProcess, startApp } from "../support/app_process.ts";
import { words } from "../support/tables.ts";
import { outcomeOf } from "./program_test_of.ts";

// Below ./data, where the server may write.
const name = `data/tests/${crypto.randomUUID()}`;
const folder = new URL(`../../${name}`, import.meta.url).pathname;
const env = {
  DATA_DIR: `./${name}/data`,
  GEO_EDITION: "country",
  EXPORT: "on",
  RATE_LIMIT_RANGES: "0",
  DNS_SERVERS: "127.0.0.1:9",
};
const ignore = Deno.env.get("CI") === undefined;

/** The names of all files, once they are made. */
async function exported(app: AppProcess): Promise<string[]> {
  for (;;) {
    const response = await fetch(`${app.origin}/export`);
    const body = await response.json();
    if (response.status === 200) {
      return body.files.map(({ name }: { name: string }) => name);
    }
    assert.equal(body.error.code, "SERVICE_UNAVAILABLE", app.log());
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The database of an edition. */
async function readerOf({ origin }: AppProcess, edition: string) {
  const response = await fetch(`${origin}/export/Porthole-${edition}.mmdb`);
  assert.equal(response.status, 200, edition);
  return new Reader<MmdbRecord>(Buffer.from(await response.arrayBuffer()));
}

const word = () => Math.random() * 2 ** 32 >>> 0;

Deno.test({
  name:
    "exports - have the facts of the API, are made anew only for other data, and take no memory unread",
  ignore,
  // They are made at the lowest priority, after all other tests if these are many.
  timeout: 900_000,
  fn: checkExports,
});

async function checkExports() {
  await Deno.mkdir(folder, { recursive: true });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => Deno.remove(folder, { recursive: true }));
  await using app = await startApp(env);
  const names = words`NOTICE.txt Porthole-ASN.mmdb Porthole-ASN.tar.gz
    Porthole-CSV.zip Porthole-City.mmdb Porthole-City.tar.gz
    Porthole-Country.mmdb Porthole-Country.tar.gz
    porthole-country-haproxy.map porthole-country-nginx.conf`;
  assert.deepEqual((await exported(app)).sort(), names);
  const asns = await readerOf(app, "ASN");
  const countries = await readerOf(app, "Country");
  const first = () => 0x2a00_0000 + word() % 0x0e00_0000;
  const ips = Array.from(
    { length: 400 },
    (_, i) =>
      i % 2 === 0
        ? ipv4FromValue(word())
        : ipv6FromWords([first(), word(), word(), 9]),
  );
  let known = 0;
  for (let i = 0; i < ips.length; i += 100) {
    const targets = ips.slice(i, i + 100).map(({ text }) => text);
    const response = await fetch(`${app.origin}/api/v1/batch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ targets }),
    });
    const records = await response.json();
    for (const [n, { geo, network }] of records.entries()) {
      const country = countries.get(targets[n]) as CountryResponse | null;
      const asn = asns.get(targets[n]) as AsnResponse | null;
      const found = [
        country?.country?.iso_code ?? null,
        asn?.autonomous_system_number ?? null,
        asn?.autonomous_system_organization ?? null,
      ];
      const facts = [geo.country_code, network.asn, network.asn_org];
      assert.deepEqual(found, facts, targets[n]);
      if (country) known++;
    }
  }
  assert(known > 100, String(known));

  const manifest = `${folder}/data/export/manifest.json`;
  const before = await Deno.readTextFile(manifest);
  const other = { ...env, DATA_DIR: `./${name}/copy` };
  await outcomeOf("/bin/cp", ["-r", `${folder}/data`, `${folder}/copy`]);
  await using second = await startApp(other);
  await exported(second);
  await second.stop();
  const copied = `${folder}/copy/export/manifest.json`;
  assert.equal(await Deno.readTextFile(copied), before);
  assert(!second.log().includes("exported"), second.log());

  const behindProxy = { ...other, TRUSTED_PROXIES: "127.0.0.1" };
  await using attacked = await startApp(behindProxy);
  const memoryBefore = await residentBytes(attacked);
  const at = { port: attacked.port, token: "" };
  using _open = await EXPORT_ATTACK.open(at, EXPORT_ATTACK.connections);
  for (let i = 0; i < 20; i++) {
    assert.equal(await (await fetch(attacked.origin)).text(), "127.0.0.1\n");
    const growth = await residentBytes(attacked) - memoryBefore;
    assert(growth <= 100e6, `${growth} bytes`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
