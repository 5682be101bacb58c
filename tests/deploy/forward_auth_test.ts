/** The examples that ask `/api/allow`, in real proxies. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { parsePolicy } from "../../lib/ipinfo/forward_auth/policy.ts";
import { startApp } from "../support/app_process.ts";
import {
  ended,
  startedOnFreePorts,
  startedQuietly,
} from "../support/programs.ts";
import { words } from "../support/tables.ts";
import { tempFolder } from "../support/temp_folder.ts";
import {
  caddyfileTest,
  deployFile,
  nginxFolders,
  programTests,
  replaced,
  replacedAll,
  startCaddy,
} from "./program_test_of.ts";

const test = programTests("nginx", "caddy");

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
    replacedAll(example, [["app.example.net", name], [POLICY, policy]])
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
  localAddress: string,
  forged: Record<string, string> = {},
  method = "GET",
) {
  const headers = { ...forged, host };
  const to = { host: "127.0.0.1", port, agent: false };
  const request = get({ ...to, localAddress, method, headers });
  const [response] = await once(request, "response") as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

/** Starts a proxy with the sites of an example. */
type Start = (
  folder: string,
  ports: { http: number; porthole: number; app: number },
) => Promise<Deno.ChildProcess>;

/** Starts a proxy in front of an app, and Porthole, which it asks. */
async function startGate(
  start: Start,
  onRequest: (headers: Headers) => void,
  env: Record<string, string> = {},
) {
  await using all = new AsyncDisposableStack();
  const folder = all.use(await tempFolder("gate-"));
  const listen = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const app = all.use(Deno.serve(listen, ({ headers }) => {
    onRequest(headers);
    return new Response("the app");
  }));
  const settings = { TRUSTED_PROXIES: "127.0.0.1", ...env };
  const porthole = all.use(await startApp(settings));
  const others = { porthole: porthole.port, app: app.addr.port };
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    ([http]) => start(folder.path, { http, ...others }),
  );
  all.defer(() => ended(child));
  const opened = all.move();
  return { port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** What a proxy in front of an app answers, and for whom the app was asked. */
async function checkGate(
  start: Start,
  /** The status of a policy with a mistake. */
  mistaken: number,
) {
  const requests: string[] = [];
  await using gate = await startGate(start, (headers) => {
    requests.push(headers.get("host") ?? "");
  });
  const { port } = gate;
  const clientOf = async (localAddress: string) => {
    const seen: Record<string, number | undefined> = {};
    for (const host of Object.keys(policies)) {
      seen[host] = await statusOf(port, host, localAddress);
      for (const headers of forgeries) {
        for (const method of ["GET", "OPTIONS", "POST"]) {
          const request = [host, localAddress, headers, method] as const;
          const status = await statusOf(port, ...request);
          const text = `${method} ${host} ${JSON.stringify(headers)}`;
          assert.equal(status, seen[host], text);
        }
      }
    }
    return seen;
  };
  const statuses = {
    "app.example.net": 200,
    "denied.example.net": 403,
    "self.example.net": 200,
    "mistaken.example.net": mistaken,
  };
  assert.deepEqual(await clientOf(CLIENT), statuses);
  // A client at the address of the proxy itself.
  const ofProxy = { ...statuses, "app.example.net": 403 };
  assert.deepEqual(await clientOf("127.0.0.1"), ofProxy);
  const served = new Set(requests.map((host) => host.replace(/:\d+$/, "")));
  assert.deepEqual([...served], ["app.example.net", "self.example.net"]);
}

function nginxWith(nginx: string, sites: (example: string) => string): Start {
  return async (folder, { http, porthole, app }) => {
    const example = sites(await deployFile("forward-auth.nginx.conf"));
    const site = replacedAll(example, [
      ["listen 80", `listen 127.0.0.1:${http}`],
      // A container may have no IPv6; the syntax stays the same.
      ["listen [::]:80", `listen 127.0.0.2:${http}`],
      ["127.0.0.1:8000", `127.0.0.1:${porthole}`],
      ["127.0.0.1:8080", `127.0.0.1:${app}`],
    ]);
    const file = `${folder}/nginx.conf`;
    const text = `pid ${folder}/pid; daemon off; master_process off; events {}
      http { ${nginxFolders(folder)} access_log off; ${site} }\n`;
    await Deno.writeTextFile(file, text);
    const args = ["-e", "stderr", "-p", folder, "-c", file];
    return startedQuietly(nginx, args);
  };
}

function caddyWith(caddy: string, sitesOf: (example: string) => string): Start {
  return async (folder, { http, porthole, app }) => {
    const example = await deployFile("forward-auth.Caddyfile");
    const site = "app.example.net {";
    const named = replaced(example, site, `http://${site}`);
    const sites = replacedAll(sitesOf(named), [
      ["127.0.0.1:8000", `127.0.0.1:${porthole}`],
      ["127.0.0.1:8080", `127.0.0.1:${app}`],
    ]);
    const text = `{\n\thttp_port ${http}\n\tadmin off\n}\n${sites}`;
    await Deno.writeTextFile(`${folder}/Caddyfile`, text);
    return startCaddy(caddy, folder);
  };
}

caddyfileTest("forward-auth.Caddyfile");

test.nginx("forward-auth.nginx.conf - asks who may pass", (nginx) =>
  checkGate(nginxWith(nginx, sitesOf), 500));

test.caddy("forward-auth.Caddyfile - asks who may pass", (caddy) =>
  checkGate(caddyWith(caddy, sitesOf), 400));

/** A client that Porthole knows, and one in an inner network. */
const KNOWN = "193.0.6.139";
const INNER = "192.168.1.9";

const HEADERS = words`country region city asn as-org line-type flags`
  .map((name) => `x-porthole-${name}`);

/**
 * An app behind a proxy gets the headers of Porthole, and none of the client's.
 * The proxies listen on loopback only, so a site names its client itself.
 */
async function checkHeaders(start: Start) {
  const seen: Record<string, string>[] = [];
  await using gate = await startGate(start, (headers) => {
    const values = HEADERS.map((name) => [name, headers.get(name) ?? ""]);
    seen.push(Object.fromEntries(values.filter(([, value]) => value)));
  }, { GEO_EDITION: "country" });
  const forged = HEADERS.map((name) => [name, "forged"]);
  for (const host of ["known.example.net", "inner.example.net"]) {
    for (const headers of [{}, Object.fromEntries(forged)]) {
      const status = await statusOf(gate.port, host, "127.0.0.1", headers);
      assert.equal(status, 200, host);
    }
  }
  const known = {
    "x-porthole-country": "NL",
    "x-porthole-asn": "3333",
    "x-porthole-as-org":
      "Reseaux IP Europeens Network Coordination Centre (RIPE NCC)",
  };
  assert.deepEqual(seen, [known, known, {}, {}]);
}

/** The example once for each client, without a policy, and with a line that names the client. */
const enrichedSites =
  (line: string, named: (client: string) => string) => (example: string) =>
    [["known", KNOWN], ["inner", INNER]].map(([name, client]) =>
      replacedAll(example, [
        [POLICY, "enrich=only"],
        ["app.example.net", `${name}.example.net`],
        [line, named(client)],
      ])
    ).join("\n");

test.nginx("forward-auth.nginx.conf - passes on the headers of Porthole, and none of the client's", (nginx) => {
  const line = "X-Forwarded-For $remote_addr";
  const sites = enrichedSites(line, (client) => `X-Forwarded-For ${client}`);
  return checkHeaders(nginxWith(nginx, sites));
});

test.caddy("forward-auth.Caddyfile - passes on the headers of Porthole, and none of the client's", (caddy) => {
  const line = "header_up Host";
  const named = (client: string) =>
    `header_up X-Forwarded-For ${client}\n\t\t\t${line}`;
  return checkHeaders(caddyWith(caddy, enrichedSites(line, named)));
});

for (const name of ["nginx.conf", "Caddyfile", "traefik.yaml"]) {
  Deno.test(`forward-auth.${name} - has a policy that the service accepts`, async () => {
    const text = await deployFile(`forward-auth.${name}`);
    const query = /\/api\/allow\?([^\s";]+)/.exec(text)?.[1];
    assert.equal(query, POLICY);
    assert(parsePolicy(query).allowCountry?.has("CH"));
  });
}
