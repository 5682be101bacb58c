/** The examples that ask `/api/allow`, in real proxies. */
import assert from "node:assert/strict";
import { get } from "node:http";
import { parsePolicy } from "../../lib/ipinfo/forward_auth/policy.ts";
import { startApp } from "../support/app_process.ts";
import {
  ended,
  startedOnFreePorts,
  startedQuietly,
} from "../support/programs.ts";
import {
  caddyEnv,
  deployFile,
  outcomeOf,
  programTest,
  replaced,
  startCaddy,
} from "./program_test_of.ts";

const POLICY = "allow_country=DE,AT,CH&deny_type=tor,abuser";

/** Sites that differ from the example by name and policy. */
const policies = {
  "app.example.net": POLICY,
  "denied.example.net": "private=deny",
  "self.example.net": "allow_net=127.0.0.1",
  "mistaken.example.net": "allow_countries=DE",
};

/** The example once for each policy. */
function sitesOf(example: string): string {
  return Object.entries(policies).map(([name, policy]) =>
    replaced(replaced(example, "app.example.net", name), POLICY, policy)
  ).join("\n");
}

/** A client of 127.0.0.0/8 that is not the proxy, and how it could claim to be another. */
const CLIENT = "127.0.0.3";
const forgeries: Record<string, string>[] = [
  {},
  { "x-forwarded-for": "8.8.8.8", "x-real-ip": "8.8.8.8" },
  ...["127.0.0.1", "evil, 127.0.0.1", "127.0.0.1,", CLIENT].map((value) => ({
    "x-forwarded-for": value,
    "x-real-ip": value,
    "forwarded": `for=${value}`,
  })),
];

/** The status of a request for `host` from a local address. */
async function statusOf(
  port: number,
  host: string,
  request: {
    localAddress: string;
    headers?: Record<string, string>;
    method?: string;
  },
): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<
    number | undefined
  >();
  get({
    ...request,
    host: "127.0.0.1",
    port,
    agent: false,
    headers: { ...request.headers, host },
  }, (response) => {
    response.resume();
    response.on("end", () => resolve(response.statusCode));
  }).on("error", reject);
  return await promise;
}

/** What a proxy in front of an app answers, and for whom the app was asked. */
async function checkGate(
  start: (
    folder: string,
    ports: { http: number; porthole: number; app: number },
  ) => Promise<Deno.ChildProcess>,
  /** The status of a policy with a mistake. */
  mistaken: number,
) {
  const folder = await Deno.makeTempDir({ prefix: "gate-" });
  const requests: string[] = [];
  await using app = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) => {
      requests.push(headers.get("host") ?? "");
      return new Response("the app");
    },
  );
  await using porthole = await startApp({ TRUSTED_PROXIES: "127.0.0.1" });
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    ([http]) =>
      start(folder, { http, porthole: porthole.port, app: app.addr.port }),
  );
  try {
    const clientOf = async (localAddress: string) => {
      const seen: Record<string, number | undefined> = {};
      for (const host of Object.keys(policies)) {
        seen[host] = await statusOf(port, host, { localAddress });
        for (const headers of forgeries) {
          for (const method of ["GET", "OPTIONS", "POST"]) {
            const request = { localAddress, headers, method };
            const status = await statusOf(port, host, request);
            const text = `${method} ${host} ${JSON.stringify(headers)}`;
            assert.equal(status, seen[host], text);
          }
        }
      }
      return seen;
    };
    assert.deepEqual(await clientOf(CLIENT), {
      "app.example.net": 200,
      "denied.example.net": 403,
      "self.example.net": 200,
      "mistaken.example.net": mistaken,
    });
    // A client at the address of the proxy itself.
    assert.deepEqual(await clientOf("127.0.0.1"), {
      "app.example.net": 403,
      "denied.example.net": 403,
      "self.example.net": 200,
      "mistaken.example.net": mistaken,
    });
    const served = new Set(requests.map((host) => host.replace(/:\d+$/, "")));
    assert.deepEqual([...served], ["app.example.net", "self.example.net"]);
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

/** Starts a proxy with the sites of an example. */
type Start = Parameters<typeof checkGate>[0];

function nginxWith(nginx: string, sites: (example: string) => string): Start {
  return async (folder, { http, porthole, app }) => {
    let site = sites(await deployFile("forward-auth.nginx.conf"));
    const cases = [
      ["listen 80", `listen 127.0.0.1:${http}`],
      // A container may have no IPv6; the syntax stays the same.
      ["listen [::]:80", `listen 127.0.0.2:${http}`],
      ["127.0.0.1:8000", `127.0.0.1:${porthole}`],
      ["127.0.0.1:8080", `127.0.0.1:${app}`],
    ];
    for (const [from, to] of cases) site = replaced(site, from, to);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((what) => `${what}_temp_path ${folder}/${what};`);
    await Deno.writeTextFile(
      `${folder}/nginx.conf`,
      `pid ${folder}/pid; daemon off; master_process off; events {}
      http { ${temporary.join(" ")} access_log off; ${site} }\n`,
    );
    return startedQuietly(nginx, [
      "-e",
      "stderr",
      "-p",
      folder,
      "-c",
      `${folder}/nginx.conf`,
    ]);
  };
}

function caddyWith(caddy: string, sitesOf: (example: string) => string): Start {
  return async (folder, { http, porthole, app }) => {
    const example = await deployFile("forward-auth.Caddyfile");
    const { output } = await outcomeOf(caddy, [
      ...["validate", "--adapter", "caddyfile", "--config"],
      new URL("../../deploy/forward-auth.Caddyfile", import.meta.url)
        .pathname,
    ], caddyEnv(folder));
    assert.equal(output.includes("not formatted"), false, output);
    let sites = sitesOf(
      replaced(example, "app.example.net {", "http://app.example.net {"),
    );
    sites = replaced(sites, "127.0.0.1:8000", `127.0.0.1:${porthole}`);
    sites = replaced(sites, "127.0.0.1:8080", `127.0.0.1:${app}`);
    await Deno.writeTextFile(
      `${folder}/Caddyfile`,
      `{\n\thttp_port ${http}\n\tadmin off\n}\n${sites}`,
    );
    return startCaddy(caddy, folder);
  };
}

programTest(
  "forward-auth.nginx.conf - asks who may pass",
  "nginx",
  (nginx) => checkGate(nginxWith(nginx, sitesOf), 500),
);

programTest(
  "forward-auth.Caddyfile - asks who may pass",
  "caddy",
  (caddy) => checkGate(caddyWith(caddy, sitesOf), 400),
);

/** A client that Porthole knows, and one in an inner network. */
const KNOWN = "193.0.6.139";
const INNER = "192.168.1.9";

const HEADERS = [
  ...["country", "region", "city", "asn", "as-org", "line-type", "flags"],
].map((name) => `x-porthole-${name}`);

/**
 * An app behind a proxy gets the headers of Porthole, and none of the client's.
 * The proxies listen on loopback only, so a site names its client itself.
 */
async function checkHeaders(start: Start) {
  const folder = await Deno.makeTempDir({ prefix: "gate-" });
  const seen: Record<string, string>[] = [];
  await using app = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) => {
      const values = HEADERS.map((name) => [name, headers.get(name) ?? ""]);
      seen.push(Object.fromEntries(values.filter(([, value]) => value)));
      return new Response("the app");
    },
  );
  await using porthole = await startApp({
    TRUSTED_PROXIES: "127.0.0.1",
    GEO_EDITION: "country",
  });
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    ([http]) =>
      start(folder, { http, porthole: porthole.port, app: app.addr.port }),
  );
  try {
    const headers = Object.fromEntries(
      HEADERS.map((name) => [name, "forged"]),
    );
    for (const host of ["known.example.net", "inner.example.net"]) {
      for (const sent of [{}, headers]) {
        const request = { localAddress: "127.0.0.1", headers: sent };
        assert.equal(await statusOf(port, host, request), 200, host);
      }
    }
    const known = {
      "x-porthole-country": "NL",
      "x-porthole-asn": "3333",
      "x-porthole-as-org":
        "Reseaux IP Europeens Network Coordination Centre (RIPE NCC)",
    };
    assert.deepEqual(seen, [known, known, {}, {}]);
  } finally {
    await ended(child);
    await Deno.remove(folder, { recursive: true });
  }
}

/** The example once for each client, without a policy. */
function enrichedSitesOf(
  example: string,
  named: (site: string, client: string) => string,
): string {
  const site = replaced(example, POLICY, "enrich=only");
  return [["known", KNOWN], ["inner", INNER]].map(([name, client]) =>
    named(replaced(site, "app.example.net", `${name}.example.net`), client)
  ).join("\n");
}

programTest(
  "forward-auth.nginx.conf - passes on the headers of Porthole, and none of the client's",
  "nginx",
  (nginx) =>
    checkHeaders(
      nginxWith(nginx, (example) =>
        enrichedSitesOf(example, (site, client) =>
          replaced(
            site,
            "X-Forwarded-For $remote_addr",
            `X-Forwarded-For ${client}`,
          ))),
    ),
);

programTest(
  "forward-auth.Caddyfile - passes on the headers of Porthole, and none of the client's",
  "caddy",
  (caddy) =>
    checkHeaders(
      caddyWith(caddy, (example) =>
        enrichedSitesOf(example, (site, client) =>
          replaced(
            site,
            "header_up Host",
            `header_up X-Forwarded-For ${client}\n\t\t\theader_up Host`,
          ))),
    ),
);

for (const name of ["nginx.conf", "Caddyfile", "traefik.yaml"]) {
  Deno.test(`forward-auth.${name} - has a policy that the service accepts`, async () => {
    const text = await deployFile(`forward-auth.${name}`);
    const query = /\/api\/allow\?([^\s";]+)/.exec(text)?.[1];
    assert.equal(query, POLICY);
    assert(parsePolicy(query).allowCountry?.has("CH"));
  });
}
