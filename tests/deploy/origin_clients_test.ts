/** Programs that ask by DNS who announces an address, against the zone that answers. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import {
  hasNetworkNamespaces,
  runInNamespace,
} from "../support/network_namespace.ts";
import { startOrigins, V4, V6 } from "./origin_zone_server.ts";
import { findProgram, outcomeOf, programTests } from "./program_test_of.ts";
import { startedQuietly } from "../support/programs.ts";

const test = programTests("dig", "rspamd", "spamassassin", "mtr");

const ZONE = "as.example";

/** A folder with these files, which is deleted after the test. */
async function folderOf(files: Readonly<Record<string, string>>) {
  const path = await Deno.makeTempDir({ prefix: "origins-" });
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(`${path}/${name}`), { recursive: true });
    await Deno.writeTextFile(`${path}/${name}`, text);
  }
  const remove = () => Deno.remove(path, { recursive: true });
  return { path, [Symbol.asyncDispose]: remove };
}

test.dig("dig - gets the text of an address and of a system, and NXDOMAIN", async (dig) => {
  await using zone = await startOrigins(ZONE);
  const ask = (name: string, ...options: string[]) =>
    outcomeOf(dig, [
      ...["@127.0.0.1", "-p", `${zone.port}`, "+timeout=60", ...options],
      ...["TXT", `${name}.${ZONE}`],
    ]);
  const [v4] = zone.prefixes;
  const google = `"15169 | ${v4} | US | arin | "\n`;
  const short = await ask("8.8.8.8.origin", "+short");
  assert.deepEqual(short, { code: 0, output: google });
  const ripe =
    '"3333 | NL | ripencc |  | Reseaux IP Europeens Network Coordination Centre (RIPE NCC), NL"\n';
  const overTcp = await ask("AS3333.asn", "+short", "+tcp");
  assert.deepEqual(overTcp, { code: 0, output: ripe });
  const { output } = await ask("1.0.0.10.origin");
  assert.match(output, /status: NXDOMAIN/);
  assert.match(output, /AUTHORITY: 1/);
});

const MESSAGE = (ip: string) =>
  `Received: from mail.example (mail.example [${ip}])\r
\tby mx.example (Postfix) with ESMTP id 1;\r
\tTue, 24 Nov 2026 04:00:00 +0000\r
From: a@example.org\r
To: b@example.org\r
Subject: x\r
\r
hello\r
`;

test.rspamd("rspamd - its module asn gets system, prefix and country of both families", async (rspamd) => {
  await using zone = await startOrigins(ZONE);
  using socket = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = socket.addr;
  socket.close();
  await using folder = await folderOf({
    "message.eml": MESSAGE("192.0.2.1"),
    // To compile all of them takes many seconds.
    "suffixes": "example\n",
  });
  const { path } = folder;
  const config = `${path}/rspamd.conf`;
  const text = `
options {
  pidfile = "${path}/rspamd.pid";
  hs_cache_dir = "${path}";
  url_tld = "${path}/suffixes";
  filters = "";
  local_addrs = [];
  dns { nameserver = ["127.0.0.1:${zone.port}"]; timeout = 60s; }
}
logging { type = "console"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = 1; enabled = true; }
lua = "/usr/share/rspamd/rules/rspamd.lua"
modules { path = "/usr/share/rspamd/plugins/asn.lua"; }
asn { provider_info { ip4 = "asn.${ZONE}"; ip6 = "asn6.${ZONE}"; } }
`;
  await Deno.writeTextFile(config, text);
  const args = ["--no-fork", "--insecure", "--config", config];
  await using _process = startedQuietly(rspamd, args);
  const rspamc = findProgram("rspamc");
  assert(rspamc);
  const symbols = async (ip: string) => {
    for (;;) {
      const { output } = await outcomeOf(rspamc, [
        ...["-h", `127.0.0.1:${port}`, `--ip=${ip}`],
        ...["symbols", `${path}/message.eml`],
      ]);
      if (!output.includes("refused")) return output;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  for (const [i, ip] of [V4, V6].entries()) {
    const facts = `asn:15169, ipnet:${zone.prefixes[i]}, country:US`;
    const wanted = `ASN (0.00)[${facts}]`;
    const found = await symbols(ip);
    assert(found.includes(wanted), found);
  }
  // Unknown is no failure.
  assert.doesNotMatch(await symbols("10.0.0.1"), /ASN/);
});

test.spamassassin("spamassassin - its plugin ASN gets system and prefix of both families", async (spamassassin) => {
  await using zone = await startOrigins(ZONE);
  await using folder = await folderOf({
    "rules/rules.cf": "body HELLO /hello/\n",
    "site/local.cf": `
loadplugin Mail::SpamAssassin::Plugin::Check
loadplugin Mail::SpamAssassin::Plugin::ASN
dns_available yes
dns_server [127.0.0.1]:${zone.port}
use_bayes 0
asn_use_geodb 0
asn_lookup origin.${ZONE} _ASN_ _ASNCIDR_
asn_lookup_ipv6 origin6.${ZONE} _ASN_ _ASNCIDR_
add_header all ASN _ASN_ _ASNCIDR_
`,
  });
  const { path } = folder;
  for (const [i, ip] of [V4, V6].entries()) {
    const message = `${path}/message.eml`;
    await Deno.writeTextFile(message, MESSAGE(ip));
    const { output } = await outcomeOf(spamassassin, [
      ...["-t", "-x", "-C", `${path}/rules`],
      ...[`--siteconfigpath=${path}/site`, message],
    ], { HOME: path });
    const header = `\nX-Spam-ASN: AS15169 ${zone.prefixes[i]}\r\n`;
    assert(output.includes(header), output);
  }
});

if (hasNetworkNamespaces()) {
  test.mtr("mtr - shows the system of each hop of both families", async () => {
    const url = new URL("./mtr_with_origins.ts", import.meta.url);
    type Outcome = Awaited<ReturnType<typeof outcomeOf>>;
    const { code, output } = await runInNamespace(url) as Outcome;
    assert.equal(code, 0, output);
    for (const ip of [V4, V6]) {
      assert.match(output, new RegExp(`AS15169 +${RegExp.escape(ip)} `));
    }
  });
}
