import assert from "node:assert/strict";
import { lookup } from "../../../../lib/app/commands/lookup.ts";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import { errorText } from "../../../../lib/i18n/errors.ts";
import { NameResolver } from "../../../../lib/dns/name_resolver.ts";
import { IpInfoService } from "../../../../lib/ipinfo/ipinfo_service.ts";
import { Profiles } from "../../../../lib/ipinfo/profiles.ts";
import { evidenceOf } from "../../../support/profile.ts";

const now = Date.UTC(2026, 10, 21, 12);

const commercial = { timeoutMs: 1000, lifetimeMs: 1000, emptyLifetimeMs: 1000 };
const free = { speaker: "free", trait: "vpn" } as const;
const profiles = new Profiles({
  local: [{
    name: "tables",
    kind: "open",
    lookup: () => ({ facts: { country: "Germany", asn: 3320 } }),
  }, {
    name: "lists",
    kind: "lists",
    lookup: () => ({
      facts: {},
      evidence: [evidenceOf("hosting"), {
        ...evidenceOf("vpn"),
        weight: -40,
        detail: { code: "trait-denied", params: free },
      }, {
        ...evidenceOf("abuser"),
        weight: -20,
        detail: { code: "abuse-unreported", params: {} },
      }],
    }),
  }],
  remote: [{
    ...{ name: "seller", kind: "commercial" as const, ...commercial },
    lookup: () => Promise.resolve({ facts: { city: "Bonn" } }),
  }],
  now: () => now,
});
const resolver = {
  addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }),
};
const names = new NameResolver({ resolver, now: () => now });
const ipinfo = new IpInfoService({
  names,
  profiles,
  now: () => now,
  checks: () => ({
    tor: [{ builtAt: now, families: [4] }],
    relay: [{ builtAt: now, families: [6] }],
    satellite: [{ builtAt: now, families: null }],
  }),
});
const nameless = { reason: "name_without_address", family: "" } as const;
const noAddress = errorText("en", nameless);

interface RunOptions {
  v2?: boolean;
  format?: "text" | "json" | "csv";
  stdin?: ReadableStream<Uint8Array>;
  isTerminal?: boolean;
  ipinfo?: Pick<IpInfoService, "checks" | "describe">;
  /** Called for each output; false as if the reader had gone. */
  onOut?: (text: string) => unknown;
}

async function run(targets: string[], {
  v2 = false,
  format = "text",
  stdin = ReadableStream.from<Uint8Array>([]),
  isTerminal = false,
  ipinfo: used = ipinfo,
  onOut,
}: RunOptions = {}) {
  let out = "";
  let err = "";
  const code = await lookup({ targets, v2, format }, {
    ipinfo: () => Promise.resolve(used),
    stdin: { readable: stdin, isTerminal: () => isTerminal },
    out(text) {
      out += text;
      return onOut?.(text);
    },
    err: (text) => err += text,
    now: () => now,
  });
  return { code, out, err };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const recordsIn = (out: string) =>
  out.trimEnd().split("\n").map((line) => JSON.parse(line));

Deno.test("lookup - prints the whole profile with sources", async () => {
  const { code, out } = await run(["66.102.0.1"], { v2: true });
  assert.equal(code, 0);
  const lines = out.split("\n");
  assert.equal(lines[0], "66.102.0.1");
  const some = [
    "  Country          Germany  tables",
    "  City             Bonn     seller",
    "  ASN              3320     tables",
    "  Postal code      –",
    "  hosting  +80 A database says it is a hosting address                     a list",
    "  abuser   -20 An abuse report service has no reports of the last 90 days  a list",
    "  Hosting           yes",
    "  Reserved address  no",
    "  Country sure      –",
  ];
  for (const line of some) assert(lines.includes(line), line);
  const verdicts = /^ {2}(?:VPN|Tor|Relay|Satellite|Abuser) /;
  assert.deepEqual(lines.filter((line) => verdicts.test(line)), [
    "  VPN               no",
    "  Tor               not listed",
    "  Relay             not checked",
    "  Satellite         not listed",
    "  Abuser            not listed",
  ]);
  assert.match(out, /^ {2}Risk score {8}at least \d+ out of 100$/m);
  const [fact, verdict] = ["Fact", "Verdict"].map((h) => lines.indexOf(h));
  assert(fact > 0 && verdict > fact);
});

Deno.test("lookup - says how sure the country is, and which other one it can be", async () => {
  const sure = async (...codes: string[]) => {
    const local = codes.map((countryCode, i) => ({
      name: `source ${i}`,
      kind: "open" as const,
      lookup: () => ({ facts: { countryCode } }),
    }));
    const { out } = await run(["66.102.0.1"], {
      v2: true,
      ipinfo: new IpInfoService({
        names,
        profiles: new Profiles({ local, now: () => now }),
        now: () => now,
        checks: () => ({}),
      }),
    });
    return out.match(/^ {2}Country sure {6}(.*)$/m)?.[1];
  };
  assert.equal(await sure("DE", "DE"), "97 %");
  assert.equal(await sure("DE", "FR"), "22 %, or else FR");
});

Deno.test("lookup - marks a reserved address, without evidence", async () => {
  const { out: text } = await run(["10.0.0.1"], { v2: true });
  assert.match(text, /\nEvidence\n {2}none\n/);
  assert.match(text, /\n {2}Reserved address {2}yes\n/);
  assert.match(text, /\n {2}Tor {15}not checked\n/);
  // Zero would look like praise.
  assert.match(text, /\n {2}Risk score {8}not checked\n/);
  assert.match(text, /\n {2}Confidence {8}–\n/);
});

Deno.test("lookup - does not query commercial sources without --v2", async () => {
  const { out: text } = await run(["66.102.0.1"]);
  assert.match(text, /^geo\.country {12}Germany$/m);
  assert.match(text, /^geo\.city {15}–$/m);
});

Deno.test("lookup - prints a JSON record a line, with failures in their places", async () => {
  const targets = ["66.102.0.1", "nowhere.example", "66.102.0.2"];
  const { code, out, err } = await run(targets, { format: "json" });
  assert.deepEqual([code, err], [1, ""]);
  assert.equal(out.at(-1), "\n");
  const records = recordsIn(out);
  assert.deepEqual(
    [records[0], records[2]].map((
      { ip, geo, meta },
    ) => [ip, geo.city, meta.version]),
    [["66.102.0.1", null, "v1"], ["66.102.0.2", null, "v1"]],
  );
  assert.deepEqual(records.slice(1, -1), [{
    ok: false,
    target: "nowhere.example",
    error: { code: "NOT_FOUND", message: noAddress },
  }]);
});

Deno.test("lookup - V2 records have commercial facts, and the verdicts that lists were checked for", async () => {
  const { code, out } = await run(["66.102.0.1"], { v2: true, format: "json" });
  assert.equal(code, 0);
  const { geo, meta: { version, checked } } = JSON.parse(out);
  assert.deepEqual([geo.city, version], ["Bonn", "v2"]);
  assert.deepEqual(checked, ["hosting", "satellite", "vpn", "tor", "abuser"]);
});

Deno.test("lookup - prints CSV with a column for each field", async () => {
  const targets = ["66.102.0.1", "nowhere.example"];
  const { code, out } = await run(targets, { v2: true, format: "csv" });
  assert.equal(code, 1);
  const [header, found, failed, ...rest] = out.split("\r\n")
    .map((line) => line.split(","));
  assert.deepEqual(rest, [[""]]);
  const cells = Object.fromEntries(header.map((name, i) => [name, found[i]]));
  const actual = [header[0], header.at(-1), header.includes("ok")];
  assert.deepEqual(actual, ["target", "error", false]);
  assert.deepEqual(
    [cells.target, cells["geo.city"], cells["network.asn"], cells.error],
    ["66.102.0.1", "Bonn", "3320", ""],
  );
  assert.equal(cells["risk.is_datacenter"], "true");
  const empty = Array(header.length - 2).fill("");
  assert.deepEqual(failed, ["nowhere.example", ...empty, "NOT_FOUND"]);
});

Deno.test("lookup - separates texts, and reports failures on standard error", async () => {
  const { code, out, err } = await run(["-"], {
    stdin: ReadableStream.from([
      bytesOf("\ufeff# list\r\n66.102.0.1 # one\r\n\n  \nno\u202ewhere\n66.1"),
      bytesOf("02.0.2"),
    ]),
  });
  assert.equal(code, 1);
  const found = [...out.matchAll(/^(?:|ip +(.*))$/gm)].map(([, ip = ""]) => ip);
  assert.deepEqual(found, ["66.102.0.1", "", "66.102.0.2", ""]);
  const malformed = errorText("en", { reason: "domain_malformed" });
  assert.equal(err, `porthole: no\\u{202e}where: ${malformed}\n`);
});

Deno.test("lookup - cuts an endless line of standard input", async () => {
  const { code, out } = await run([], {
    format: "json",
    stdin: ReadableStream.from([
      ...Array.from({ length: 50 }, () => bytesOf("a".repeat(100))),
      bytesOf("\n66.102.0.1\n"),
    ]),
  });
  const [failure, record] = recordsIn(out);
  assert.equal(code, 1);
  assert.equal(failure.target, "a".repeat(1_000));
  assert.equal(record.ip, "66.102.0.1");
});

Deno.test("lookup - keeps the order, a few at a time, and prints before the input ends", async () => {
  const first = Promise.withResolvers<void>();
  let started = 0;
  const slow: Pick<IpInfoService, "checks" | "describe"> = {
    checks: () => ({}),
    async describe(target, policy, options) {
      if (++started === 16) first.resolve();
      if (started === 1) await first.promise;
      return await ipinfo.describe(target, policy, options);
    },
  };
  let input!: ReadableStreamDefaultController<Uint8Array>;
  const stdin = new ReadableStream<Uint8Array>({
    start: (controller) => void (input = controller),
  });
  const ips = Array.from({ length: 60 }, (_, i) => `66.102.0.${i}`);
  input.enqueue(bytesOf(ips.slice(0, 59).join("\n") + "\n"));
  let printed = 0;
  let startedAtFirst = 0;
  const { code, out } = await run([], {
    format: "json",
    stdin,
    ipinfo: slow,
    onOut() {
      if (printed === 0) startedAtFirst = started;
      if (++printed !== 59) return;
      input.enqueue(bytesOf(ips[59]));
      input.close();
    },
  });
  assert.equal(code, 0);
  assert.deepEqual(recordsIn(out).map(({ ip }) => ip), ips);
  assert(startedAtFirst <= 18, String(startedAtFirst));
});

for (const [line, code] of [["66.102.0.1\n", 0], ["1.2\n", 1]] as const) {
  Deno.test(`lookup - ends with ${code} when nobody reads the output any more`, async () => {
    const canceled = Promise.withResolvers<void>();
    const stdin = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf(line)),
      cancel: () => canceled.resolve(),
    });
    const ended = await run([], { format: "json", stdin, onOut: () => false });
    assert.equal(ended.code, code);
    assert.equal(ended.out.split("\n").length, 2);
    await canceled.promise;
  });
}

Deno.test("lookup - refuses an invalid argument before it looks up any, and waits for no terminal", async () => {
  const unused = {
    checks: () => ({}),
    describe: () => Promise.reject(new Error("not expected")),
  };
  await assert.rejects(
    run(["66.102.0.1", "1.2.3.4.5"], { ipinfo: unused }),
    UsageError,
  );
  const error = new UsageError("lookup: missing IP or DOMAIN");
  await assert.rejects(run([], { isTerminal: true }), error);
});

Deno.test("lookup - reports a name without an address", async () =>
  assert.deepEqual(
    await run(["nowhere.example"]),
    { code: 1, out: "", err: `porthole: nowhere.example: ${noAddress}\n` },
  ));
