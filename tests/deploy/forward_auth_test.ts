/** The examples that ask `/api/allow`, in real proxies. */
import assert from "node:assert/strict";
import { parsePolicy } from "../../lib/ipinfo/forward_auth/policy.ts";
import { startApp } from "../support/app_process.ts";
import { startedOnFreePorts } from "../support/programs.ts";
import {
  deployFile,
  outcomeOf,
  programTest,
  replaced,
} from "./program_test_of.ts";
import { ask } from "./raw_client.ts";

const POLICY = "allow_country=DE,AT,CH&deny_type=tor,abuser";

/** Sites that differ from the example by name and policy. */
const policies = {
  "app.example.net": POLICY,
  "denied.example.net": "private=deny",
  "mistaken.example.net": "allow_countries=DE",
};

/** The example once for each policy. */
function sitesOf(example: string): string {
  return Object.entries(policies).map(([name, policy]) =>
    replaced(replaced(example, "app.example.net", name), POLICY, policy)
  ).join("\n");
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
  const asked: string[] = [];
  await using app = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ headers }) => {
      asked.push(headers.get("host") ?? "");
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
    const seen: Record<string, number | undefined> = {};
    for (const host of Object.keys(policies)) {
      const plain = await ask({ port, host });
      seen[host] = plain?.status;
      // A forged address changes nothing.
      const forged = { "x-forwarded-for": "8.8.8.8", "x-real-ip": "8.8.8.8" };
      const again = await ask({ port, host, headers: forged });
      assert.equal(again?.status, plain?.status, host);
    }
    assert.deepEqual(seen, {
      "app.example.net": 200,
      "denied.example.net": 403,
      "mistaken.example.net": mistaken,
    });
    const sent = asked.map((host) => host.replace(/:\d+$/, ""));
    assert.deepEqual(sent, ["app.example.net", "app.example.net"]);
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

programTest(
  "forward-auth.nginx.conf - asks who may pass",
  "nginx",
  (nginx) =>
    checkGate(async (folder, { http, porthole, app }) => {
      let site = sitesOf(await deployFile("forward-auth.nginx.conf"));
      for (
        const [from, to] of [
          ["listen 80", `listen 127.0.0.1:${http}`],
          // A container may have no IPv6; the syntax stays the same.
          ["listen [::]:80", `listen 127.0.0.2:${http}`],
          ["127.0.0.1:8000", `127.0.0.1:${porthole}`],
          ["127.0.0.1:8080", `127.0.0.1:${app}`],
        ]
      ) site = replaced(site, from, to);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((what) => `${what}_temp_path ${folder}/${what};`);
      await Deno.writeTextFile(
        `${folder}/nginx.conf`,
        `pid ${folder}/pid; daemon off; master_process off; events {}
      http { ${temporary.join(" ")} access_log off; ${site} }\n`,
      );
      return new Deno.Command(nginx, {
        args: ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`],
        stdout: "null",
        stderr: "null",
      }).spawn();
    }, 500),
);

programTest(
  "forward-auth.Caddyfile - asks who may pass",
  "caddy",
  (caddy) =>
    checkGate(async (folder, { http, porthole, app }) => {
      const example = await deployFile("forward-auth.Caddyfile");
      const env = {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      };
      const { said } = await outcomeOf(caddy, [
        ...["validate", "--adapter", "caddyfile", "--config"],
        new URL("../../deploy/forward-auth.Caddyfile", import.meta.url)
          .pathname,
      ], env);
      assert.equal(said.includes("not formatted"), false, said);
      let sites = sitesOf(
        replaced(example, "app.example.net {", "http://app.example.net {"),
      );
      sites = replaced(sites, "127.0.0.1:8000", `127.0.0.1:${porthole}`);
      sites = replaced(sites, "127.0.0.1:8080", `127.0.0.1:${app}`);
      await Deno.writeTextFile(
        `${folder}/Caddyfile`,
        `{\n\thttp_port ${http}\n\tadmin off\n}\n${sites}`,
      );
      return new Deno.Command(caddy, {
        args: [
          ...["run", "--config", `${folder}/Caddyfile`],
          ...["--adapter", "caddyfile"],
        ],
        env,
        stdout: "null",
        stderr: "null",
      }).spawn();
    }, 400),
);

for (const name of ["nginx.conf", "Caddyfile", "traefik.yaml"]) {
  Deno.test(`forward-auth.${name} - has a policy that the service accepts`, async () => {
    const text = await deployFile(`forward-auth.${name}`);
    const query = /\/api\/allow\?([^\s";]+)/.exec(text)?.[1];
    assert.equal(query, POLICY);
    assert(parsePolicy(query).allowCountry?.has("CH"));
  });
}
