import assert from "node:assert/strict";
import type { AppProcess } from "../support/app_process.ts";
import { makeTlsPair } from "../support/tls_pair.ts";
import { checkBehind, type Proxy } from "./behind_proxy.ts";
import { freePorts, startedOnFreePorts } from "../support/programs.ts";
import {
  deployFile,
  outcomeOf,
  programTest,
  replaced,
} from "./program_test_of.ts";

interface Ports {
  httpPort: number;
  httpsPort: number;
  appPort: number;
}

/** A folder with the example as Debian's nginx.conf would include it, and a certificate. */
async function configured({ httpPort, httpsPort, appPort }: Ports) {
  const folder = await Deno.makeTempDir({ prefix: "nginx-" });
  const pair = await makeTlsPair("DNS:ip.example.net,DNS:*.ip.example.net");
  await Deno.writeTextFile(`${folder}/fullchain.pem`, pair.cert);
  await Deno.writeTextFile(`${folder}/privkey.pem`, pair.key);
  let site = await deployFile("nginx.conf");
  for (
    const [from, to] of [
      ["listen 80", `listen ${httpPort}`],
      ["listen 443", `listen ${httpsPort}`],
      // A container may have no IPv6; the syntax stays the same.
      ["listen [::]:80", `listen 127.0.0.2:${httpPort}`],
      ["listen [::]:443", `listen 127.0.0.2:${httpsPort}`],
      ["127.0.0.1:8000", `127.0.0.1:${appPort}`],
      ["/etc/letsencrypt/live/ip.example.net", folder],
      // A test has less patience.
      ["client_header_timeout 15s", "client_header_timeout 1s"],
    ]
  ) site = replaced(site, from, to);
  await Deno.writeTextFile(`${folder}/site.conf`, site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((what) => `${what}_temp_path ${folder}/${what};`);
  await Deno.writeTextFile(
    `${folder}/nginx.conf`,
    [
      `pid ${folder}/pid;`,
      "daemon off;",
      "master_process off;",
      "events {}",
      `http { ${temporary.join(" ")} access_log off; gzip on;`,
      `include ${folder}/site.conf; }`,
      "",
    ].join("\n"),
  );
  return { folder, caCert: pair.cert };
}

programTest("nginx.conf - nginx accepts it", "nginx", async (nginx) => {
  const [httpPort, httpsPort, appPort] = freePorts(3);
  const { folder } = await configured({ httpPort, httpsPort, appPort });
  const { code, said } = await outcomeOf(nginx, [
    ...["-t", "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`],
  ]);
  assert.equal(code, 0, said);
  assert.equal(said.includes("[warn]"), false, said);
  await Deno.remove(folder, { recursive: true });
});

programTest(
  "nginx.conf - the service behind it",
  "nginx",
  (nginx, t) =>
    checkBehind(async (app: AppProcess): Promise<Proxy> => {
      const folders: string[] = [];
      let caCert = "";
      const { ports: [httpPort, httpsPort], child } = await startedOnFreePorts(
        2,
        async ([httpPort, httpsPort]) => {
          const appPort = app.port;
          const made = await configured({ httpPort, httpsPort, appPort });
          folders.push(made.folder);
          caCert = made.caCert;
          return new Deno.Command(nginx, {
            args: [
              ...["-e", "stderr", "-p", made.folder],
              ...["-c", `${made.folder}/nginx.conf`],
            ],
            stdout: "null",
            stderr: "null",
          }).spawn();
        },
      );
      return {
        httpPort,
        httpsPort,
        caCert,
        async [Symbol.asyncDispose]() {
          child.kill("SIGTERM");
          await child.status;
          for (const folder of folders) {
            await Deno.remove(folder, { recursive: true });
          }
        },
      };
    }, t),
);
