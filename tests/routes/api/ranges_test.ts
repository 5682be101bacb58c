/** The lists of blocks: what is on them, their forms, and whether firewalls read them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { localSources } from "../../../lib/app/services/sources.ts";
import {
  combineRuns,
  rangesByValue,
  Runs,
  type RunSource,
} from "../../../lib/data/columns/runs.ts";
import { countryCodeOf } from "../../../lib/data/places/countries.ts";
import { MmdbFile } from "../../../lib/data/mmdb_file.ts";
import { PlaceTable } from "../../../lib/data/places/place_table.ts";
import { compilePlaceTable } from "../../support/place_table.ts";
import { openRegionalFile } from "../../../lib/data/regional/regional_file.ts";
import type { Tables } from "../../../lib/data/tables.ts";
import { Profiles } from "../../../lib/ipinfo/profiles.ts";
import { computeCountryRanges } from "../../../lib/ipinfo/ranges/country_ranges.ts";
import { listStream } from "../../../lib/http/list_response.ts";
import { RangeLists } from "../../../lib/ipinfo/ranges/range_lists.ts";
import { encodeColumnFile } from "../../../lib/data/columns/column_file.ts";
import { AddressRowsBuilder } from "../../../lib/data/columns/range_rows_build.ts";
import {
  REGISTERED_COUNTRIES,
  RegisteredCountries,
} from "../../../lib/data/networks/registered_countries.ts";
import { CountryNumbers } from "../../../lib/data/networks/registered_countries_build.ts";
import { CountryVote } from "../../../lib/ipinfo/sources/country_vote.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { anycastServices } from "../../../lib/net/anycast.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { RangeList } from "../../../lib/net/ranges.ts";
import {
  assertGeoipError,
  assertResponse,
  exposedHeaders,
  openHeaders,
  statusOf,
  types,
} from "../../support/responses.ts";
import { blocksOf } from "../../support/address.ts";
import { testApp } from "../../support/validated_app.ts";
import { bundledData, openBundled } from "../../support/bundled_data.ts";
import { caller, client } from "../../support/caller.ts";
import { writeIpdb } from "../../support/ipdb.ts";
import { writeMmdb } from "../../support/mmdb.ts";
import { writeXdb } from "../../support/xdb.ts";
import { forAll, forAllAsync } from "../../support/for_all.ts";

const app = await testApp({ env: { RATE_LIMIT_RANGES: "0" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

async function listOf(path: string): Promise<string[]> {
  const response = await app.get(`/api/ranges/${path}`);
  assert.equal(response.status, 200, path);
  return (await response.text()).split("\n").slice(0, -1);
}

const setOf = (blocks: readonly string[]) =>
  PrefixSet.from(blocks.map((text) => parseCidr(text)!));

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const address = fc.oneof(
  word.map(ipv4FromValue),
  // In 2400::/6 and 2a00::/8, where most of the announced addresses are.
  fc.tuple(fc.boolean(), word, word, word, word).map((
    [isFirst, first, ...others],
  ) =>
    ipv6FromWords([
      ((isFirst ? 0x24 : 0x2a) << 24 | first & 0x03ff_ffff) >>> 0,
      ...others,
    ])
  ),
);

/** Asserts that the sets of countries have the addresses that profiles place there. */
function assertCountries(
  sets: ReadonlyMap<string, PrefixSet>,
  profiles: Profiles,
  numRuns: number,
) {
  forAll([address], (ip) => {
    const { countryCode } = profiles.describeLocal(ip).facts;
    for (const [code, set] of sets) {
      assert.equal(set.has(ip), countryCode === code, `${code} ${ip.text}`);
    }
  }, { numRuns, seed: 1 });
}

Deno.test("GET /api/ranges/country/{country} - lists the addresses that profiles place there", async () => {
  const sets = new Map<string, PrefixSet>();
  for (const code of ["US", "DE", "CN"]) {
    sets.set(code, setOf(await listOf(`country/${code}`)));
  }
  assertCountries(sets, app.services.profiles, 4_000);
});

Deno.test("GET /api/ranges/asn/{asn} - lists the addresses that the AS announces", async () => {
  const set = setOf(await listOf("asn/AS15169"));
  for (const text of ["8.8.8.8", "2001:4860:4860::8888"]) {
    assert.equal(set.has(parseCidr(text)!.address), true);
  }
  forAll([address], (ip) => {
    const { asn } = app.services.profiles.describeLocal(ip).facts;
    assert.equal(set.has(ip), asn === 15169, ip.text);
  }, { numRuns: 5_000, seed: 1 });
});

Deno.test("rangesByValue - has the ranges of what is made of both values, in pieces of any size", async () => {
  const starts = fc.uniqueArray(fc.nat({ max: 3000 }), { maxLength: 1500 });
  const piece = fc.integer({ min: 1, max: 400 });
  // Across the boundary between the two words.
  const startOf = (at: number) => [at >> 11, (at << 21) >>> 0] as const;
  const inPieces = function* (all: Runs, size: number): RunSource {
    for (let from = 0; from < all.count; from += size) {
      const runs = new Runs();
      for (let i = from; i < Math.min(from + size, all.count); i++) {
        runs.add(all.highs[i], all.lows[i], all.values[i]);
      }
      yield runs;
    }
  };
  await forAllAsync([starts, starts, piece, piece], async (a, b, ...sizes) => {
    const all = [a, b].map((list) => {
      const runs = new Runs();
      runs.add(0, 0, 0);
      for (const at of list.sort((a, b) => a - b)) {
        runs.add(...startOf(at), at % 3);
      }
      return runs;
    });
    const valueOf = (first: number, second: number) =>
      first === second ? 7 : first;
    const expected: [start: number, end: number][][] = [];
    for (let at = 0; at <= 3000; at++) {
      const [high, low] = startOf(at);
      const [first, second] = all.map(({ highs, lows, values, count }) => {
        let i = count - 1;
        while (highs[i] > high || highs[i] === high && lows[i] > low) i--;
        return values[i];
      });
      const value = valueOf(first, second);
      if (value === 0) continue;
      const ranges = expected[value] ??= [];
      const last = ranges.at(-1);
      if (last?.[1] === at - 1) last[1] = at;
      else ranges.push([at, at]);
    }
    let pauses = 0;
    const both = combineRuns(
      inPieces(all[0], sizes[0]),
      inPieces(all[1], sizes[1]),
      valueOf,
    );
    const found = await rangesByValue(6, both, () => void pauses++);
    for (const value of [1, 2, 7]) {
      const { starts, ends, count } = found.get(value) ?? new RangeList(2);
      const wordsOf = (words: Uint32Array) => [...words.subarray(0, count * 2)];
      const ranges = expected[value] ?? [];
      const endOf = (at: number) => {
        const [high, low] = startOf(at + 1);
        if (at === 3000) return [0xffff_ffff, 0xffff_ffff];
        return low === 0 ? [high - 1, 0xffff_ffff] : [high, low - 1];
      };
      assert.deepEqual(
        [wordsOf(starts), wordsOf(ends)],
        [
          ranges.flatMap(([start]) => startOf(start)),
          ranges.flatMap(([, end]) => endOf(end)),
        ],
      );
    }
    assert.equal(found.has(0), false);
    // Once for each piece, so that others wait for at most one.
    const pieces = all.map(({ count }, i) => Math.ceil(count / sizes[i]));
    assert(pauses >= Math.max(...pieces), `${pauses} of ${pieces}`);
  }, { numRuns: 50, seed: 1 });
});

/** For each block of a length below some others, a country, none or no record, at random. */
function randomBlocks(
  seed: number,
  bases: readonly string[],
  bits: number,
): [bits: string, country: string][] {
  const countries = ["US", "DE", "CN", "HK", "", "", ...Array(14).fill(null)];
  return bases.flatMap((base) =>
    Array.from({ length: 2 ** (bits - base.length) }, (_, i) => {
      const hash = Math.imul(i * 40_503 + seed, 0x9e37_79b1) >>> 16;
      const country = countries[hash % countries.length];
      const rest = i.toString(2).padStart(bits - base.length, "0");
      return country === null ? [] : [[base + rest, country]] as const;
    }).flat() as [string, string][]
  );
}

Deno.test("RangeLists.country - follows lists of places, own databases and regional files as profiles do", async () => {
  const wordBits = (word: number) => word.toString(2).padStart(32, "0");
  // Most announced addresses of IPv6; a /64 that is divided; and one before it.
  const six = [0x2400_0000, 0x2600_0000, 0x2a00_0000].map((word) =>
    wordBits(word).slice(0, 12)
  );
  const divided = wordBits(0x2c0f_f000) + wordBits(0x0001_0800);
  const databaseOf = (seed: number, more: [string, string][] = []) =>
    writeMmdb(
      [
        ...randomBlocks(seed, ["0".repeat(96)], 96 + 12),
        ...randomBlocks(seed, six, 24),
        ...more,
      ].map(([bits, country]) => [bits, { country: { iso_code: country } }]),
      { ipVersion: 6, repeated: [wordBits(0x2002_0000).slice(0, 16)] },
    );
  const placesOf = (seed: number) =>
    new PlaceTable(
      compilePlaceTable(MmdbFile.open(databaseOf(seed))),
      (facts) => facts,
    );
  const tables: Tables = {
    ...await openBundled(bundledData, "country"),
    countryRanges: undefined,
    placeLists: [
      {
        name: "believed",
        places: placesOf(1),
        networks: new Set([15169, 16509, 4134, 3320, 7922, 7018]),
        builtAt: 0,
      },
      { name: "icloud-relay", places: placesOf(2), builtAt: 0 },
      { name: "many", places: placesOf(7), builtAt: 0 },
    ],
    anycast: [{
      name: "census",
      // Announced, not announced, up to the end of a bound of 32 bits, and the last.
      prefixes: setOf([
        ...["2.0.0.0/16", "8.0.0.0/9", "23.0.0.0/8", "26.0.0.0/8"],
        ...["2600:0:0:ff00::/56", "2a00:1450:ffff:ffff::/64", "2a02::/16"],
      ]),
      builtAt: 0,
    }],
    ipfire: [ipfireOf(7)],
    geoFiles: [
      databaseOf(3),
      databaseOf(4, [[`${divided}0`, "FR"], [`${divided}1`, "JP"]]),
    ].map((database) => MmdbFile.open(database)),
    regional: [
      openRegionalFile(writeXdb(
        randomBlocks(5, [""], 12).map(([bits, country]) => {
          const start = parseInt(bits, 2) * 2 ** 20;
          return [
            ipv4FromValue(start).text,
            ipv4FromValue(start + 0xf_ffff).text,
            `${country}|0|0|0|${country}`,
          ];
        }),
      )),
      openRegionalFile(writeIpdb(
        randomBlocks(6, six, 24)
          .map(([bits, country]) => [bits, [...Array(6).fill(""), country]]),
      )),
    ],
  };
  const profiles = new Profiles({ local: localSources(tables), now: () => 0 });
  const lists = new RangeLists(() => tables);
  const sets = new Map<string, PrefixSet>();
  for (const code of ["US", "CN", "HK", "JP"]) {
    const ranges = await lists.country(code, [4, 6], caller);
    const blocks = ([4, 6] as const)
      .flatMap((family) => blocksOf(family, ranges[family]!));
    sets.set(code, setOf(blocks));
  }
  const middle = parseCidr("2c0f:f000:1:800:8000:0:8000:0")!.address;
  assert.equal(sets.get("JP")!.has(middle), true);
  assertCountries(sets, profiles, 5_000);
});

/** A table with countries of a third of the addresses, also such that only the registry of a block makes count. */
function ipfireOf(seed: number): RegisteredCountries {
  let state = seed;
  const random = () =>
    (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const countries = new CountryNumbers();
  const rows = new AddressRowsBuilder();
  const codes = ["", "", "", "US", "CN", "HK", "JP", "DE", "NL"];
  const cases = [[4, 0, 0xfff], [6, 0x200, 0x2ff]] as const;
  for (const [family, first, last] of cases) {
    for (let i = first; i <= last; i++) {
      const number = countries.numberOf(
        codes[Math.floor(random() * codes.length)],
      );
      if (number === 0) continue;
      const shift = family === 4 ? 20n : 116n;
      const start = BigInt(i) << shift;
      rows.add(family, { start, end: start + (1n << shift) - 1n, number });
    }
  }
  return new RegisteredCountries(encodeColumnFile(REGISTERED_COUNTRIES, 0, [
    ...rows.columns(),
    new Uint32Array(0),
    new Uint8Array(0),
    countries.encode(),
  ]));
}

/** Tables of which finding out countries never ends. Calls back for each piece that is read, with the number of the work. */
function endless(tables: Tables, onPiece: (work: number) => void): Tables {
  const runs = new Runs();
  runs.add(0, 0, 0);
  let begun = 0;
  const geo = {
    countryRuns() {
      const work = ++begun;
      const pieces = function* (): RunSource {
        for (;;) {
          onPiece(work);
          yield runs;
        }
      };
      return Promise.resolve([pieces()]);
    },
  };
  const own = geo as unknown as Tables["geo"];
  return { ...tables, geo: own, countryRanges: undefined };
}

Deno.test("RangeLists.country - reads one list of the build at a time, and once for all who wait for it", async () => {
  const bundled = await openBundled(bundledData, "country");
  const read: string[] = [];
  let reading = 0;
  const tables: Tables = {
    ...bundled,
    countryRanges: {
      async of(family, code) {
        read.push(`${code} ${family}`);
        assert.equal(++reading, 1);
        const list = await bundled.countryRanges!.of(family, code);
        reading--;
        return list;
      },
    },
  };
  const lists = new RangeLists(() => tables);
  const codes = ["VA", "SM", "VA", "VA"];
  const found = await Promise.all(
    codes.map((code) => lists.country(code, [4], caller)),
  );
  assert.deepEqual(read, ["VA 4", "SM 4"]);
  const expected = await Promise.all(
    codes.map((code) => bundled.countryRanges!.of(4, code)),
  );
  assert.deepEqual(found.map((list) => list[4]), expected);
});

Deno.test("RangeLists - stops work that nobody waits for, or whose tables are replaced", async () => {
  const bundled = await openBundled(bundledData, "country");
  const expected = await new RangeLists(() => bundled)
    .country("VA", [4], caller);

  const begun = [1, 2].map(() => Promise.withResolvers<void>());
  let current = endless(bundled, (work) => begun[work - 1].resolve());
  const lists = new RangeLists(() => current);
  const leaving = new AbortController();
  const left = lists.country("VA", [4], { client, signal: leaving.signal });
  await begun[0].promise;
  leaving.abort(new Error("left"));
  await assert.rejects(left, { message: "left" });

  const waiting = lists.country("VA", [4], caller);
  // One such work runs at a time.
  await begun[1].promise;
  const { 4: announced } = await lists.system(3333, [4], caller);
  assert.notEqual(announced?.count, 0, "systems don't wait for countries");
  current = bundled;
  assert.deepEqual(await waiting, expected, "as of the newer tables");
});

/** Whether an address is in one of the ranges. */
function isInRanges({ starts, ends, count }: RangeList, ip: IpAddress) {
  const [high, low] = ip.family === 4 ? [0, ip.value] : ip.words;
  const isAtMost = (words: Uint32Array, at: number) =>
    words[at] < high || words[at] === high && words[at + 1] <= low;
  let row = 0;
  while (row < count && isAtMost(starts, row * 2)) row++;
  const last = (row - 1) * 2;
  return row > 0 &&
    (!isAtMost(ends, last) || ends[last] === high && ends[last + 1] === low);
}

/** Tables of which another file than that of the build decides, and which tell what they are asked. */
function countingTables(tables: Tables) {
  const families: (4 | 6)[] = [];
  const begun = Promise.withResolvers<void>();
  const geo = {
    countryRuns(family: 4 | 6) {
      families.push(family);
      begun.resolve();
      return tables.geo.countryRuns(family);
    },
    lookup: (ip: IpAddress) => tables.geo.lookup(ip),
  } as unknown as Tables["geo"];
  return {
    tables: { ...tables, geo, countryRanges: undefined },
    families,
    begun: begun.promise,
  };
}

Deno.test("RangeLists.prepare - computes lists of newer tables only if countries have changed, and lists are used", async () => {
  const bundled = await openBundled(bundledData, "country");
  const first = countingTables(bundled);
  const second = countingTables(bundled);
  let current: Tables = first.tables;
  await using lists = new RangeLists(() => current);
  lists.prepare();
  const before = await lists.country("VA", [4, 6], caller);
  assert.deepEqual(first.families, [4, 6], "once, by the request");
  // Such as a newer list of Tor exits.
  current = { ...first.tables, prefixLists: [] };
  lists.prepare();
  assert.deepEqual(await lists.country("VA", [4, 6], caller), before);
  assert.deepEqual(first.families, [4, 6], "countries stay the same");
  current = second.tables;
  lists.prepare();
  await second.begun;
  assert.deepEqual(await lists.country("VA", [4, 6], caller), before);
  assert.deepEqual(second.families, [4, 6], "in the background alone");
});

for (const edition of ["city", "country"] as const) {
  Deno.test(`CountryRanges - what the build packed of the ${edition} edition is what its tables say`, async () => {
    const tables = await openBundled(bundledData, edition);
    const { geo, countries, asn: table, countryRanges } = tables;
    assert(countryRanges);
    const vote = new CountryVote({ geo, countries, table });
    for (const family of [4, 6] as const) {
      const packedOf = async (code: string): Promise<RangeList> =>
        (await countryRanges.of(family, code))!;
      const computed = await computeCountryRanges(
        family,
        tables,
        vote,
        () => {},
      );
      assert(computed.size > 200);
      for (const [number, { starts, ends, count }] of computed) {
        const code = countryCodeOf(number)!;
        const packed = await packedOf(code);
        assert.equal(packed.count, count, code);
        const wrong = packed.starts.findIndex((word, i) =>
          word !== starts[i] || packed.ends[i] !== ends[i]
        );
        assert.equal(wrong, -1, `${code} in IPv${family}`);
      }
      assert.equal((await packedOf("ZZ")).count, 0);
      for (const { countryCode, operator, blocks } of anycastServices()) {
        const ranges = await packedOf(countryCode);
        for (const { address } of blocks) {
          if (address.family !== family) continue;
          assert.equal(isInRanges(ranges, address), true, operator);
        }
      }
    }
  });
}

Deno.test("GET /api/ranges/country/{country} - has a strong ETag, and is 304 for who has it", async () => {
  const response = await app.get("/api/ranges/country/va");
  const text = await response.text();
  const etag = response.headers.get("etag") ?? "";
  assert.match(etag, /^"[\w-]{43}"$/);
  const headers = {
    ...openHeaders,
    ...exposedHeaders,
    "cache-control": "max-age=86400, no-transform",
    etag,
    "x-content-type-options": "nosniff",
  };
  const whole = { ...headers, "content-type": types.text };
  assert.deepEqual(Object.fromEntries(response.headers), whole);
  const known = { headers: { "if-none-match": `"other", ${etag}` } };
  const again = await app.get("/api/ranges/country/VA", known);
  assert.deepEqual([again.status, again.body], [304, null]);
  assert.deepEqual(Object.fromEntries(again.headers), headers);
  for (const query of ["?family=4", "?format=nft", "?format=json"]) {
    const other = await app.get(`/api/ranges/country/VA${query}`);
    assert.notEqual(other.headers.get("etag"), etag);
    await other.body?.cancel();
  }
  const four = await listOf("country/VA?family=4");
  const six = await listOf("country/VA?family=6");
  assert.equal([...four, ...six].join("\n") + "\n", text);
  assert(four.length > 0 && four.every((block) => block.includes(".")));
  assert(six.length > 0 && six.every((block) => block.includes(":")));
});

Deno.test("GET /api/ranges/asn/{asn} - writes each format", async () => {
  const blocks = await listOf("asn/3333?family=4");
  const lines = (of: (block: string) => string) => blocks.map(of).join("");
  const formats = {
    text: lines((block) => `${block}\n`),
    json: `{"asn":3333,"prefixes":[\n"${blocks.join('",\n"')}"\n]}\n`,
    nginx: lines((block) => `${block} 1;\n`),
    nft: `add table inet porthole
add set inet porthole as3333_4 { type ipv4_addr; flags interval; }
flush set inet porthole as3333_4
add element inet porthole as3333_4 { ${blocks.join(", ")} }
`,
    ipset: `create as3333_4 hash:net family inet maxelem 1048576 -exist
create as3333_4_new hash:net family inet maxelem 1048576 -exist
flush as3333_4_new
${lines((block) => `add as3333_4_new ${block}\n`)}swap as3333_4_new as3333_4
destroy as3333_4_new
`,
  };
  for (const [format, text] of Object.entries(formats)) {
    const type = format === "json" ? types.json : types.text;
    const path = `/api/ranges/asn/3333?family=4&format=${format}`;
    await assertResponse(app.get(path), 200, type, text);
  }
});

Deno.test("GET /api/ranges/country/{country} - each format has all blocks of a list of several chunks", async () => {
  const blocks = await listOf("country/DE");
  assert(blocks.length > 10_000);
  const of = async (format: string) =>
    await (await app.get(`/api/ranges/country/DE?format=${format}`)).text();
  const list = { country: "DE", prefixes: blocks };
  assert.deepEqual(JSON.parse(await of("json")), list);
  const nft = (await of("nft")).matchAll(/^add element .* \{ (.*) \}$/gm);
  const groups = Array.from(nft, ([, elements]) => elements.split(", "));
  assert.deepEqual(groups.flat(), blocks);
  assert(groups.every(({ length }) => length <= 256));
  const ipset = (await of("ipset")).matchAll(/^add \S+ (.*)$/gm);
  assert.deepEqual(Array.from(ipset, ([, block]) => block), blocks);
  const lines = (await of("nginx")).split("\n").slice(0, -1);
  assert.deepEqual(lines, blocks.map((block) => `${block} 1;`));
});

/** Runs a program in a network of its own. Null if it can't run here. */
async function outcomeOf(script: string, input: string) {
  const process = new Deno.Command("unshare", {
    args: ["-rn", "sh", "-c", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  // A program that is missing reads nothing.
  const written = writer.write(new TextEncoder().encode(input))
    .then(() => writer.close()).catch(() => {});
  const { code, stderr } = await process.output();
  await written;
  return { code, output: new TextDecoder().decode(stderr) };
}

/** Programs, what they run on a list, and a list that they accept wherever they work. */
const readers: [format: string, script: string, small: string][] = [
  ["nft", "nft -c -f -", "add table inet porthole\n"],
  ["ipset", "ipset restore", "create a hash:net family inet\n"],
  [
    "nginx",
    'd=$(mktemp -d) && cat > "$d/list" && printf \'pid %s/pid; error_log stderr; events {} http { access_log off; geo $listed { default 0; include %s/list; } }\' "$d" "$d" > "$d/conf" && nginx -t -e stderr -c "$d/conf"; code=$?; rm -r "$d"; exit $code',
    "192.0.2.0/24 1;\n",
  ],
];

for (const [format, script, small] of readers) {
  Deno.test(`GET /api/ranges/country/{country} - ${format} reads the list of a country`, async (t) => {
    let isAble = false;
    try {
      isAble = (await outcomeOf(script, small)).code === 0;
    } catch {
      // There is no unshare.
    }
    // Containers often forbid networks of one's own, or have no such kernel module.
    if (!isAble) {
      console.warn(`${format} does not work here: its list is not tried`);
      return;
    }
    await t.step("as it is", async () => {
      const response = await app.get(`/api/ranges/country/VA?format=${format}`);
      const list = await response.text();
      const { code, output } = await outcomeOf(script, list);
      assert.equal(code, 0, output);
    });
    await t.step("not with a mistake in it", async () => {
      const wrong = small.replace(/\n$/, "\nmistake 300.0.0.0/8\n");
      assert.notEqual((await outcomeOf(script, wrong)).code, 0);
    });
  });
}

Deno.test("GET /api/ranges - refuses what it can't list", async () => {
  const refused: [path: string, status: number, code: string][] = [
    ["country/USA", 400, "INVALID_INPUT"],
    ["country/%C3%A9%C3%A9", 400, "INVALID_INPUT"],
    ["country/ZZ", 404, "NOT_FOUND"],
    ["country/US?family=5", 400, "INVALID_INPUT"],
    ["country/US?format=xml", 400, "INVALID_INPUT"],
    ["asn/4294967296", 400, "INVALID_INPUT"],
    ["asn/x", 400, "INVALID_INPUT"],
    ["asn/4294967295", 404, "NOT_FOUND"],
  ];
  for (const [path, status, code] of refused) {
    await assertGeoipError(await app.get(`/api/ranges/${path}`), status, code);
  }
});

Deno.test("GET /api/ranges - ten requests a minute", async () => {
  await using limited = await testApp();
  for (let i = 0; i < 10; i++) {
    assert.equal(await statusOf(limited.get("/api/ranges/asn/3333")), 200);
  }
  const refused = await limited.get("/api/ranges/country/DE");
  assert.equal(refused.headers.get("ratelimit-policy"), '"ranges";q=10;w=60');
  await assertGeoipError(refused, 429, "RATE_LIMIT_EXCEEDED");
});

Deno.test("GET /api/ranges/… - a client holds four lists at once, others get theirs, and a list that is left is free", async () => {
  const controller = new AbortController();
  const ask = (peer = "192.0.2.77", signal?: AbortSignal) =>
    app.get("/api/ranges/country/DE", { peer, signal });
  const unread = await Promise.all([ask(), ask(), ask(), ask()]);
  let isAnswered = false;
  const fifth = ask().finally(() => isAnswered = true);
  const sixth = ask("192.0.2.77", controller.signal);
  assert.equal(await statusOf(ask("192.0.2.78")), 200);
  assert.equal(isAnswered, false);
  controller.abort();
  assert.equal((await sixth).status, 499);
  await unread[0].body?.cancel();
  const response = await fifth;
  assert.equal(response.status, 200);
  // What was read to its end is free as well.
  assert((await response.text()).length > 1_000);
  const again = await ask();
  for (const { body } of [...unread.slice(1), again]) await body?.cancel();
});

Deno.test("listStream - ends with an error if the client pauses too long, and disposes of what it held", async () => {
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const held = { [Symbol.dispose]: free };
  const chunks = [new Uint8Array(3), new Uint8Array(2)].values();
  const options = { timeoutMs: 1, now: () => 0 };
  const reader = listStream(chunks, held, options).getReader();
  await freed;
  await assert.rejects(reader.read(), { name: "TimeoutError" });
});
