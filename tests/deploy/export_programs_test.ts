/** Exported files, read by the programs that they are for. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { Runs } from "../../lib/data/columns/runs.ts";
import type { Tables } from "../../lib/data/tables.ts";
import { writeExport } from "../../lib/ipinfo/export/write_export.ts";
import { Profiles } from "../../lib/ipinfo/profiles.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import {
  ended,
  startedOnFreePorts,
  startedQuietly,
} from "../support/programs.ts";
import { makeTlsPair } from "../support/tls_pair.ts";
import {
  nginxFolders,
  outcomeOf,
  programTest,
  programTests,
} from "./program_test_of.ts";

const test = programTests("tar", "mmdblookup", "python3", "haproxy", "nginx");

const dataDir = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(dataDir, { recursive: true }));
const folder = `${dataDir}/export`;

/** Tables with 8.8.8.0/24 and 2001:4860::/32 alone. */
function tables(): Tables {
  const runs = (family: 4 | 6) => {
    const runs = new Runs();
    const starts = family === 4
      ? [[0, 0x0808_0800], [0, 0x0808_0900]]
      : [[0x2001_4860, 0], [0x2001_4861, 0]];
    runs.add(0, 0, 0);
    starts.forEach(([high, low], i) => runs.add(high, low, i + 1));
    return [runs];
  };
  const places = {
    name: "places",
    builtAt: 0,
    license: "CC-BY-4.0",
    attribution: "Places by Example",
    url: "https://places.example",
  };
  return {
    anycast: [],
    asn: { systemRuns: (family: 4 | 6) => [runs(family)], asnOf: () => 0 },
    countries: { countryRuns: runs },
    geo: { countryRuns: () => [], recordRuns: () => [] },
    regional: [],
    labels: undefined,
    infos: [places],
  } as unknown as Tables;
}

const isGoogle = (ip: IpAddress) =>
  ip.family === 4 ? ip.value >>> 8 === 0x08_0808 : ip.words[0] === 0x2001_4860;
const GOOGLE = {
  facts: {
    countryCode: "US",
    country: "United States",
    city: 'Mountain "View"',
    latitude: 37.5,
    asn: 15169,
    asnOrg: "Google LLC",
  },
};
const profiles = new Profiles({
  local: [{
    name: "tables",
    kind: "open",
    lookup: (ip) => isGoogle(ip) ? GOOGLE : { facts: {} },
  }],
  now: () => 0,
});
const manifest = await writeExport({
  tables: tables(),
  describe: (ip) => profiles.describeLocal(ip),
  folder,
  stamp: "",
  now: Date.UTC(2026, 10, 24, 4, 30),
});
const pathOf = (name: string) => `${folder}/${manifest.folder}/${name}`;

Deno.test("exports - have the attributions that licenses require", async () => {
  const notice = await Deno.readTextFile(pathOf("NOTICE.txt"));
  const source =
    "places, 1970-01-01: Places by Example, https://places.example (CC-BY-4.0)\n";
  const end = `Places are estimates, and
the system of an IPv6 address can be the one to which it is only registered.

Keep these attributions:

${source}`;
  assert(notice.endsWith(end), notice);
  const map = await Deno.readTextFile(pathOf("porthole-country-nginx.conf"));
  assert(map.includes(`# ${source}8.8.8.0/24 US;\n2001:4860::/32 US;\n`), map);
});

test.tar("exports - tar reads the archive for geoipupdate", async (tar) => {
  const archive = `${folder}/asn.tar`;
  const packed = await Deno.readFile(pathOf("Porthole-ASN.tar.gz"));
  await Deno.writeFile(archive, gunzipSync(packed));
  const { output } = await outcomeOf(tar, ["-tf", archive]);
  const inside = "Porthole-ASN_20261124";
  assert.equal(output, `${inside}/Porthole-ASN.mmdb\n${inside}/NOTICE.txt\n`);
});

test.mmdblookup("exports - mmdblookup reads the databases", async (mmdblookup) => {
  const file = pathOf("Porthole-ASN.mmdb");
  for (const ip of ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8"]) {
    const args = ["--file", file, "--ip", ip];
    const { output } = await outcomeOf(mmdblookup, args);
    assert.match(output, /15169 <uint32>/);
    assert.match(output, /"Google LLC" <utf8_string>/);
  }
});

programTest(
  "exports - geoipupdate gets a database once, as a member",
  "geoipupdate",
  async (geoipupdate) => {
    const env = { DATA_DIR: dataDir, EXPORT: "members" };
    await using app = await testApp({ env });
    const { token } = await newMember(app, "update@example.net");
    const pair = await makeTlsPair("DNS:localhost");
    const sent: string[] = [];
    const listen = { hostname: "127.0.0.1", port: 0, onListen() {} };
    const respond = async ({ url, headers }: Request) => {
      const path = url.slice(new URL(url).origin.length);
      const response = await app.get(path, { peer: "66.102.0.1", headers });
      sent.push(`${response.status} ${path}`);
      return response;
    };
    await using server = Deno.serve({ ...pair, ...listen }, respond);
    const target = await Deno.makeTempDir({ dir: dataDir });
    const [config, certificate] = ["GeoIP.conf", "cert.pem"]
      .map((name) => `${target}/${name}`);
    await Deno.writeTextFile(certificate, pair.cert);
    const name = "Porthole-ASN";
    const version = await outcomeOf(geoipupdate, ["-V"]);
    // Before version 7, a host cannot have a scheme; since then, a port needs it.
    const isNew = /^geoipupdate ([7-9]|\d\d)/.test(version.output);
    const host = `${isNew ? "https://" : ""}localhost:${server.addr.port}`;
    const run = async (key: string) => {
      const text = `AccountID 42
LicenseKey ${key}
EditionIDs ${name}
Host ${host}
RetryFor 0s
`;
      await Deno.writeTextFile(config, text);
      sent.length = 0;
      const args = ["-v", "-f", config, "-d", target];
      const env = { SSL_CERT_FILE: certificate };
      return await outcomeOf(geoipupdate, args, env);
    };
    const refused = await run(`ph_${"a".repeat(43)}`);
    assert.notEqual(refused.code, 0);
    assert.match(refused.output, /AUTHORIZATION_INVALID/);
    const { code, output } = await run(token);
    assert.equal(code, 0, output);
    const [own, gotten] = [pathOf(`${name}.mmdb`), `${target}/${name}.mmdb`];
    assert.deepEqual(await Deno.readFile(gotten), await Deno.readFile(own));
    const again = await run(token);
    assert.equal(again.code, 0, again.output);
    // Since version 7, it compares the checksums itself.
    const { md5 } = manifest.editions.find((edition) => edition.name === name)!;
    const unchanged = [
      `304 /geoip/databases/${name}/update?db_md5=${md5}`,
      `200 /geoip/updates/metadata?edition_id=${name}`,
    ];
    assert(sent.length === 1 && unchanged.includes(sent[0]), sent.join("\n"));
  },
  // Debian has it in contrib, which a machine may lack.
  { isOptional: true },
);

programTest(
  "exports - syslog-ng reads the database",
  "syslog-ng",
  async (syslogNg) => {
    const ips = ["8.8.8.8", "2001:4860:4860::8888", "10.0.0.1"];
    const [input, output, config] = ["in.log", "out.log", "syslog-ng.conf"]
      .map((name) => `${folder}/${name}`);
    await Deno.writeTextFile(input, ips.join("\n") + "\n");
    const database = pathOf("Porthole-City.mmdb");
    const text = `@version: 3.38
source lines { file("${input}" flags(no-parse)); };
parser place { geoip2("\${MESSAGE}" prefix("place.") database("${database}")); };
destination result { file("${output}" template(
  "\${MESSAGE} \${place.country.iso_code} \${place.location.latitude}\\n")); };
log { source(lines); parser(place); destination(result); };
`;
    await Deno.writeTextFile(config, text);
    const files = ["persist-file", "pidfile", "control"]
      .map((name) => `--${name}=${folder}/syslog-ng.${name}`);
    await using _process = startedQuietly(syslogNg, [
      ...["--foreground", "--no-caps", `--cfgfile=${config}`, ...files],
    ]);
    const written = async (): Promise<string[]> => {
      const text = await Deno.readTextFile(output).catch(() => "");
      const lines = text.split("\n");
      if (lines.length > ips.length) return lines;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return await written();
    };
    assert.deepEqual(await written(), [
      "8.8.8.8 US 37.500000",
      "2001:4860:4860::8888 US 37.500000",
      "10.0.0.1  ",
      "",
    ]);
  },
);

const ZIP = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for name in archive.namelist():
    print(name, archive.read(name).decode().replace("\\r\\n", ";").split("\\n")[0])
`;

test.python3("exports - Python reads the CSV", async (python) => {
  const file = pathOf("Porthole-CSV.zip");
  const { output } = await outcomeOf(python, ["-c", ZIP, file]);
  const last6 = "2001:4860:ffff:ffff:ffff:ffff:ffff:ffff";
  assert.deepEqual(output.split("\n"), [
    "Porthole-City.csv first_ip,last_ip,continent_code,country_code,country,region_code,region,city,postal_code,latitude,longitude,time_zone;" +
    '8.8.8.0,8.8.8.255,,US,United States,,,"Mountain ""View""",,37.5,,;' +
    `2001:4860::,${last6},,US,United States,,,"Mountain ""View""",,37.5,,;`,
    "Porthole-Country.csv first_ip,last_ip,continent_code,country_code,country;" +
    "8.8.8.0,8.8.8.255,,US,United States;" +
    `2001:4860::,${last6},,US,United States;`,
    "Porthole-ASN.csv first_ip,last_ip,asn,organization;" +
    "8.8.8.0,8.8.8.255,15169,Google LLC;" +
    `2001:4860::,${last6},15169,Google LLC;`,
    "NOTICE.txt Places, countries and autonomous systems of IP addresses, merged by",
    "",
  ]);
});

/** Starts a server that responds to `?ip=`, and asserts what it responds. */
async function assertServes(
  start: (port: number) => Promise<Deno.ChildProcess>,
  responses: Readonly<Record<string, string>>,
) {
  const started = await startedOnFreePorts(1, ([port]) => start(port));
  const { child, ports: [port] } = started;
  try {
    for (const [ip, expected] of Object.entries(responses)) {
      const response = await fetch(`http://127.0.0.1:${port}/?ip=${ip}`);
      assert.equal(await response.text(), expected, ip);
    }
  } finally {
    await ended(child);
  }
}

test.haproxy("exports - HAProxy reads the map", async (haproxy) => {
  const map = pathOf("porthole-country-haproxy.map");
  const config = `${folder}/haproxy.cfg`;
  await assertServes(async (port) => {
    const text = `defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
frontend test
  bind 127.0.0.1:${port}
  http-request return status 200 content-type text/plain lf-string "%[url_param(ip),map_ip(${map},ZZ)]"
`;
    await Deno.writeTextFile(config, text);
    return startedQuietly(haproxy, ["-f", config]);
  }, { "8.8.8.8": "US", "2001:4860:4860::8888": "US", "10.0.0.1": "ZZ" });
});

const GEOIP2 = "/usr/lib/nginx/modules/ngx_http_geoip2_module.so";
const hasGeoip2 = await Deno.stat(GEOIP2).then(() => true, () => false);

test.nginx("exports - nginx reads the map, and with its module the database", async (nginx) => {
  const map = pathOf("porthole-country-nginx.conf");
  const database = pathOf("Porthole-ASN.mmdb");
  const config = `${folder}/nginx.conf`;
  const asn = hasGeoip2
    ? `geoip2 ${database} { $asn source=$arg_ip autonomous_system_number; }`
    : "map $arg_ip $asn { default 15169; 10.0.0.1 ''; }";
  const responses = { "8.8.8.8": "US 15169", "10.0.0.1": "ZZ " };
  await assertServes(async (port) => {
    const text = `${hasGeoip2 ? `load_module ${GEOIP2};` : ""}
daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http {
  access_log off; ${nginxFolders(folder)}
  ${asn}
  geo $arg_ip $country { default ZZ; include ${map}; }
  server { listen 127.0.0.1:${port}; return 200 "$country $asn"; }
}
`;
    await Deno.writeTextFile(config, text);
    return startedQuietly(nginx, ["-c", config]);
  }, { ...responses, "2001:4860:4860::8888": "US 15169" });
});
