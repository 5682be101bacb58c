import assert from "node:assert/strict";
import { type AppProcess, startApp } from "../support/app_process.ts";
import { firefoxTest as test } from "../support/firefox.ts";
import { makeTlsPair } from "../support/tls_pair.ts";
import { checkBehind, type Proxy } from "./behind_proxy.ts";
import {
  ended,
  freePorts,
  startedOnFreePorts,
  startedQuietly,
} from "../support/programs.ts";
import {
  deployFile,
  findProgram,
  nginxFolders,
  outcomeOf,
  programTest,
  replacedAll,
} from "./program_test_of.ts";
import { proxyLines } from "./proxy_lines.ts";

/** A folder with the example as Debian's nginx.conf would include it, and a certificate. */
async function configured(
  [httpPort, httpsPort, appPort]: number[],
  change = ["", ""],
) {
  const folder = await Deno.makeTempDir({ prefix: "nginx-" });
  const pair = await makeTlsPair("DNS:ip.example.net,DNS:*.ip.example.net");
  await Deno.writeTextFile(`${folder}/fullchain.pem`, pair.cert);
  await Deno.writeTextFile(`${folder}/privkey.pem`, pair.key);
  const site = replacedAll(await deployFile("nginx.conf"), [
    ["listen 80", `listen ${httpPort}`],
    ["listen 443", `listen ${httpsPort}`],
    // A container may have no IPv6; the syntax stays the same.
    ["listen [::]:80", `listen 127.0.0.2:${httpPort}`],
    ["listen [::]:443", `listen 127.0.0.2:${httpsPort}`],
    ["127.0.0.1:8000", `127.0.0.1:${appPort}`],
    ["/etc/letsencrypt/live/ip.example.net", folder],
    // A test has less patience.
    ["client_header_timeout 15s", "client_header_timeout 1s"],
    change,
  ]);
  await Deno.writeTextFile(`${folder}/site.conf`, site);
  const text = `pid ${folder}/pid; daemon off; master_process off; events {}
    http { ${nginxFolders(folder)} access_log off; gzip on;
    include ${folder}/site.conf; }\n`;
  await Deno.writeTextFile(`${folder}/nginx.conf`, text);
  const args = ["-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`];
  return { folder, args, caCert: pair.cert };
}

programTest("nginx.conf - nginx accepts it", "nginx", async (nginx) => {
  const { folder, args } = await configured(freePorts(3));
  const { code, output } = await outcomeOf(nginx, ["-t", ...args]);
  assert.equal(code, 0, output);
  assert.equal(output.includes("[warn]"), false, output);
  await Deno.remove(folder, { recursive: true });
});

/** Starts nginx by the example in front of the app, with a line of it replaced. */
async function startNginx(
  nginx: string,
  { port: appPort }: AppProcess,
  change?: [from: string, to: string],
): Promise<Proxy> {
  const folders: string[] = [];
  let caCert = "";
  const { ports: [httpPort, httpsPort], child } = await startedOnFreePorts(
    2,
    async (ports) => {
      const made = await configured([...ports, appPort], change);
      folders.push(made.folder);
      caCert = made.caCert;
      return startedQuietly(nginx, made.args);
    },
  );
  return {
    httpPort,
    httpsPort,
    caCert,
    async [Symbol.asyncDispose]() {
      await ended(child);
      for (const folder of folders) {
        await Deno.remove(folder, { recursive: true });
      }
    },
  };
}

programTest(
  "nginx.conf - the service behind it",
  "nginx",
  (nginx, test) => checkBehind((app) => startNginx(nginx, app), test),
);

/** What the speed test shows: the status, and download and upload. */
const SHOWN = `[
  document.querySelector(".speed-status").textContent,
  ...[...document.querySelectorAll(".speeds dd")].slice(2)
    .map((element) => element.textContent),
]`;

test("nginx.conf - without its rule, the speed test has no figure for uploads in Firefox", async (page) => {
  const nginx = findProgram("nginx");
  assert(nginx !== undefined, "there is no nginx");
  await using app = await startApp({
    ...await proxyLines(["DNS_PROBE", "STUN", "HOST", "PORT"]),
    SPEED_TEST: "on",
    RATE_LIMIT_LOOKUP: "0",
  });
  const [rule, without] = ["25m", "128k"].map((max) =>
    `client_max_body_size ${max}`
  );
  await using proxy = await startNginx(nginx, app, [rule, without]);
  let [status, download, upload] = ["", "", ""];
  // On a busy machine, a download can have no figure, either.
  for (let attempt = 0; attempt < 5 && !/\d/.test(download); attempt++) {
    await page.goto(`https://ip.example.net:${proxy.httpsPort}/egress`);
    await page.until(`!document.querySelector(".speed button").disabled`);
    await page.click(".speed button");
    await page.until(`/^(?:Finished|The measurement)/.test(${SHOWN}[0])`);
    [status, download, upload] = await page.evaluate<string[]>(SHOWN);
    const failed =
      "The measurement failed: a transfer was refused or interrupted.";
    assert.equal(status, failed);
    assert.equal(upload, "–");
  }
  assert.match(download, /^[\d.]+ [kM]bit\/s$/);
});
