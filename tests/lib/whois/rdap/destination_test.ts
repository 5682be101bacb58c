import assert from "node:assert/strict";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import {
  type AddressRule,
  allowedAddresses,
  allowedHostAddresses,
  bareHostname,
} from "../../../../lib/whois/rdap/destination.ts";
import { ruleOf } from "./local_registry.ts";
import samples from "./destination.json" with { type: "json" };

const { signal } = new AbortController();

async function allowed(url: string, rule = ruleOf([])): Promise<string[]> {
  const ips = await allowedAddresses(new URL(url), rule, signal);
  return ips.map((ip) => ip.text);
}

function assertRefused(url: string, code: string, rule = ruleOf([])) {
  return assert.rejects(allowed(url, rule), { name: "RegistryError", code });
}

const SIX = "2001:500:31::46";

Deno.test("allowedAddresses - returns a public literal", async () => {
  assert.deepEqual(await allowed("https://8.8.8.8/"), ["8.8.8.8"]);
  assert.deepEqual(await allowed(`https://[${SIX}]/`), [SIX]);
});

/** A rule with this resolver of names. */
const resolving = (addresses: AddressRule["resolver"]["addresses"]) => ({
  ...ruleOf(),
  resolver: { addresses },
});

Deno.test("allowedAddresses - refuses other schemes without resolving", async () => {
  const rule = resolving(() => assert.fail("resolved"));
  const urls = [
    ...["javascript:alert(1)", "file:///etc/passwd", "ftp://inner.test/"],
    ...["data:application/json,{}", "ftp://127.0.0.1/"],
  ];
  for (const url of urls) await assertRefused(url, "insecure", rule);
});

Deno.test("allowedAddresses - refuses reserved literals in every spelling", async () => {
  for (const host of samples.innerSpellings) {
    for (const scheme of ["https", "http"]) {
      await assertRefused(`${scheme}://${host}/`, "server_not_allowed");
    }
  }
});

Deno.test("allowedAddresses - returns all addresses of a name, IPv4 first", async () => {
  const rule = ruleOf([], { "rdap.test": [SIX, "8.8.8.8"] });
  const both = ["8.8.8.8", SIX];
  assert.deepEqual(await allowed("https://rdap.test/", rule), both);
  assert.deepEqual(await allowed("https://RDAP.test.:8443/x", rule), both);
});

Deno.test("allowedAddresses - refuses a name with a single reserved address, or none", async () => {
  const names = {
    "inner.test": ["10.0.0.1"],
    "mixed.test": ["8.8.8.8", "127.0.0.1"],
    "mixed6.test": ["8.8.8.8", "::1"],
    "localhost": ["127.0.0.1"],
  };
  const rule = ruleOf([], names);
  for (const name of Object.keys(names)) {
    await assertRefused(`https://${name}/`, "server_not_allowed", rule);
  }
  await assertRefused("https://nothing.test/", "unreachable", rule);
});

Deno.test("allowedAddresses - refuses plain HTTP and other schemes", async () => {
  const rule = ruleOf(["10.0.0.0/8"], { "rdap.test": ["8.8.8.8"] });
  const urls = [
    ...["http://8.8.8.8/", "http://rdap.test/", "ftp://rdap.test/"],
    ...["ftp://10.0.0.1/", "file:///etc/passwd"],
  ];
  for (const url of urls) await assertRefused(url, "insecure", rule);
});

Deno.test("allowedAddresses - permits reserved addresses and plain HTTP in allowed networks", async () => {
  const rule = ruleOf(["10.0.0.0/8", "fd00::/8"], {
    "private.test": ["10.0.0.1"],
    "mixed.test": ["10.0.0.1", "8.8.8.8"],
    "half.test": ["10.0.0.1", "192.168.0.1"],
  });
  const cases = [
    ["http://10.0.0.1/", "10.0.0.1"],
    ["http://167772161/", "10.0.0.1"],
    ["http://[fd00::1]/", "fd00::1"],
    ["http://private.test/", "10.0.0.1"],
    ["https://mixed.test/", "10.0.0.1", "8.8.8.8"],
  ];
  for (const [url, ...ips] of cases) {
    assert.deepEqual(await allowed(url, rule), ips, url);
  }
  await assertRefused("http://mixed.test/", "insecure", rule);
  await assertRefused("https://half.test/", "server_not_allowed", rule);
  await assertRefused("http://192.168.0.1/", "server_not_allowed", rule);
});

Deno.test("allowedAddresses - permits an IPv4-mapped address if its IPv4 address is allowed", async () => {
  const { text } = parseIp("::ffff:7f00:1")!;
  const found = await allowed("http://[::ffff:127.0.0.1]/", ruleOf());
  assert.deepEqual(found, [text]);
});

Deno.test("allowedAddresses - returns one family if the other fails", async () => {
  const failing = (...bad: number[]) =>
    resolving((_name, family) => {
      if (bad.includes(family)) return Promise.reject(new Error("no server"));
      const ips = [parseIp(family === 4 ? "8.8.8.8" : "2620::1")!];
      return Promise.resolve({ ips, ttlSeconds: null });
    });
  const url = "https://rdap.test/";
  assert.deepEqual(await allowed(url, failing(6)), ["8.8.8.8"]);
  assert.deepEqual(await allowed(url, failing(4)), ["2620::1"]);
  await assertRefused(url, "unreachable", failing(4, 6));
});

Deno.test("allowedAddresses - returns at most eight addresses", async () => {
  const many = Array.from({ length: 20 }, (_, i) => `8.8.8.${i}`);
  const rule = ruleOf([], { "many.test": many });
  assert.deepEqual(await allowed("https://many.test/", rule), many.slice(0, 8));
});

Deno.test("allowedAddresses - stops on abort", async () => {
  const controller = new AbortController();
  const rule = resolving((_name, _family, given) => {
    controller.abort(new Error("enough"));
    return Promise.reject(given.signal.reason);
  });
  const url = new URL("https://rdap.test/");
  const checking = allowedAddresses(url, rule, controller.signal);
  await assert.rejects(checking, { message: "enough" });
});

Deno.test("bareHostname - strips brackets and a trailing dot", () => {
  assert.equal(bareHostname(new URL("https://[::1]:8443/")), "::1");
  assert.equal(bareHostname(new URL("https://rdap.test./")), "rdap.test");
  assert.equal(bareHostname(new URL("https://rdap.test/")), "rdap.test");
});

Deno.test("allowedHostAddresses - permits or refuses a host for any protocol", async () => {
  const rule = ruleOf([], {
    "whois.test": [SIX, "8.8.8.8"],
    "mixed.test": ["8.8.8.8", "10.0.0.1"],
  });
  const textsOf = async (host: string, of = rule) => {
    const ips = await allowedHostAddresses(host, of, signal);
    return ips.map(({ text }) => text);
  };
  assert.deepEqual(await textsOf("whois.test"), ["8.8.8.8", SIX]);
  assert.deepEqual(await textsOf("8.8.4.4"), ["8.8.4.4"]);
  const inner = ruleOf(["10.0.0.0/8"]);
  assert.deepEqual(await textsOf("10.0.0.1", inner), ["10.0.0.1"]);
  for (const host of ["mixed.test", "10.0.0.1", "::1", "::ffff:10.0.0.1"]) {
    await assert.rejects(textsOf(host), { code: "server_not_allowed" });
  }
  // Other spellings of an address are names here, and do not resolve.
  for (const host of ["0x7f.1", "2130706433", "none.test", ""]) {
    await assert.rejects(textsOf(host), { code: "unreachable" });
  }
});
