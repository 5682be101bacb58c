/** The lists of blocks: what is on them, their forms, and whether firewalls read them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Runs } from "../../../lib/data/columns/runs.ts";
import { blocksOf } from "../../../lib/ipinfo/ranges/blocks.ts";
import {
  RangeBuilder,
  visitStretches,
} from "../../../lib/ipinfo/ranges/merge_runs.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { ipv4FromValue, ipv6FromWords } from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { RangeList } from "../../../lib/net/ranges.ts";
import { assertGeoipError, openHeaders, types } from "../../support/answers.ts";
import { testApp } from "../../support/app.ts";

const app = await testApp({ env: { RATE_LIMIT_RANGES: "0" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

async function listOf(path: string): Promise<string[]> {
  const answer = await app.get(`/api/ranges/${path}`);
  assert.equal(answer.status, 200, path);
  return (await answer.text()).split("\n").slice(0, -1);
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

Deno.test("GET /api/ranges/country/{country} - lists the addresses that profiles place there", async () => {
  const sets = new Map<string, PrefixSet>();
  for (const code of ["US", "DE", "CN"]) {
    sets.set(code, setOf(await listOf(`country/${code}`)));
  }
  fc.assert(
    fc.property(address, (ip) => {
      const { countryCode } = app.services.profiles.describeLocal(ip).facts;
      for (const [code, set] of sets) {
        assert.equal(set.has(ip), countryCode === code, `${code} ${ip.text}`);
      }
    }),
    { numRuns: 20_000, seed: 1 },
  );
});

Deno.test("GET /api/ranges/asn/{asn} - lists the addresses that the AS announces", async () => {
  const set = setOf(await listOf("asn/AS15169"));
  for (const text of ["8.8.8.8", "2001:4860:4860::8888"]) {
    assert.equal(set.has(parseCidr(text)!.address), true);
  }
  fc.assert(
    fc.property(address, (ip) => {
      const { asn } = app.services.profiles.describeLocal(ip).facts;
      assert.equal(set.has(ip), asn === 15169, ip.text);
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

/** The fewest blocks of a small set of neighbours: halves that are both in it are one. */
function naiveBlocks(members: ReadonlySet<number>, bits: number): string[] {
  const blocksIn = (start: number, size: number): string[] => {
    const all = Array.from({ length: size }, (_, i) => start + i);
    if (all.every((i) => members.has(i))) return [`${start}+${size}`];
    if (size === 1) return [];
    const half = size / 2;
    return [...blocksIn(start, half), ...blocksIn(start + half, half)];
  };
  return blocksIn(0, 2 ** bits);
}

for (const family of [4, 6] as const) {
  Deno.test(`blocksOf - of IPv${family}, no two blocks could be one`, () => {
    const bits = 7;
    // IPv6 in /64s, across the boundary between the two words.
    const base = family === 4 ? 0x01ff_ff80 : 0;
    const whole = family === 4 ? 32 : 64;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat({ max: 2 ** bits - 1 })),
        fc.nat({ max: 32 - bits }),
        (numbers, shift) => {
          const members = new Set(numbers);
          const ranges = new RangeList(2);
          const at = (value: number): [number, number] => {
            if (family === 4) return [0, base + value];
            // Shifted, some of its bits are in the upper word.
            const wide = BigInt(value) << BigInt(shift);
            return [
              0x2001_0000 + Number(wide >> 32n),
              Number(wide & 0xffff_ffffn),
            ];
          };
          const lastAt = (value: number): [number, number] => {
            if (family === 4) return at(value);
            const wide = (BigInt(value + 1) << BigInt(shift)) - 1n;
            return [
              0x2001_0000 + Number(wide >> 32n),
              Number(wide & 0xffff_ffffn),
            ];
          };
          for (let i = 0; i < 2 ** bits; i++) {
            if (!members.has(i) || members.has(i - 1)) continue;
            let end = i;
            while (members.has(end + 1)) end++;
            const row = ranges.addRow();
            ranges.starts.set(at(i), row);
            ranges.ends.set(lastAt(end), row);
          }
          const expected = naiveBlocks(members, bits).map((block) => {
            const [start, size] = block.split("+").map(Number);
            const length = whole - Math.log2(size) -
              (family === 6 ? shift : 0);
            const [high, low] = at(start);
            const { text } = family === 4
              ? ipv4FromValue(low)
              : ipv6FromWords([high, low, 0, 0]);
            return `${text}/${length}`;
          });
          assert.deepEqual([...blocksOf(family, ranges)], expected);
        },
      ),
    );
  });
}

Deno.test("blocksOf - takes the first and the last address", () => {
  const all = (ends: number[]) => {
    const ranges = new RangeList(2);
    const row = ranges.addRow();
    ranges.ends.set(ends, row);
    return ranges;
  };
  assert.deepEqual([...blocksOf(4, all([0, 0xffff_ffff]))], ["0.0.0.0/0"]);
  assert.deepEqual([...blocksOf(6, all([0xffff_ffff, 0xffff_ffff]))], ["::/0"]);
});

Deno.test("visitStretches - joins what touches, and pauses when asked to", async () => {
  const starts = fc.uniqueArray(fc.nat({ max: 600 }), { maxLength: 400 });
  await fc.assert(
    fc.asyncProperty(starts, starts, async (first, second) => {
      let pauses = 0;
      const pause = () => {
        pauses++;
        return Promise.resolve();
      };
      const all = [first, second].map((list) => {
        const runs = new Runs();
        runs.add(0, 0, 0);
        list.sort((a, b) => a - b).forEach((at, i) => runs.add(0, at, i % 3));
        return runs;
      });
      const builder = new RangeBuilder();
      await visitStretches(4, all, ([a, b], stretch) => {
        if (a === 1 || b === 1) builder.add(stretch);
      }, pause);
      const { starts, ends, count } = builder.ranges;
      const found = new Set<number>();
      for (let row = 0; row < count; row++) {
        const [start, end] = [starts[row * 2 + 1], ends[row * 2 + 1]];
        if (row > 0) assert(start > ends[row * 2 - 1] + 1);
        for (let i = start; i <= Math.min(end, 700); i++) found.add(i);
      }
      for (let i = 0; i <= 700; i++) {
        const isIn = all.some((runs) => runs.values[runs.find(0, i)] === 1);
        assert.equal(found.has(i), isIn);
      }
      const changes = new Set(all.flatMap(({ lows, count }) => [
        ...lows.subarray(1, count),
      ]));
      assert.equal(pauses, Math.floor(changes.size / 16));
    }),
    { numRuns: 50 },
  );
});

Deno.test("GET /api/ranges/country/{country} - has a strong ETag, and is 304 for who has it", async () => {
  const answer = await app.get("/api/ranges/country/va");
  const text = await answer.text();
  const etag = answer.headers.get("etag") ?? "";
  assert.match(etag, /^"[\w-]{43}"$/);
  const headers = {
    ...openHeaders,
    "cache-control": "max-age=86400, no-transform",
    etag,
    "x-content-type-options": "nosniff",
  };
  assert.deepEqual(Object.fromEntries(answer.headers), {
    ...headers,
    "content-type": types.text,
  });
  const again = await app.get("/api/ranges/country/VA", {
    headers: { "if-none-match": `"other", ${etag}` },
  });
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
  const of = async (format: string) => {
    const answer = await app.get(
      `/api/ranges/asn/3333?family=4&format=${format}`,
    );
    return {
      type: answer.headers.get("content-type"),
      text: await answer.text(),
    };
  };
  assert.deepEqual(await of("text"), {
    type: types.text,
    text: lines((block) => `${block}\n`),
  });
  assert.deepEqual(await of("json"), {
    type: types.json,
    text: `{"asn":3333,"prefixes":[\n"${blocks.join('",\n"')}"\n]}\n`,
  });
  assert.deepEqual(await of("nginx"), {
    type: types.text,
    text: lines((block) => `${block} 1;\n`),
  });
  assert.deepEqual(await of("nft"), {
    type: types.text,
    text: `add table inet porthole
add set inet porthole as3333_4 { type ipv4_addr; flags interval; }
flush set inet porthole as3333_4
add element inet porthole as3333_4 { ${blocks.join(", ")} }
`,
  });
  assert.deepEqual(await of("ipset"), {
    type: types.text,
    text: `create as3333_4 hash:net family inet maxelem 1048576 -exist
create as3333_4_new hash:net family inet maxelem 1048576 -exist
flush as3333_4_new
${lines((block) => `add as3333_4_new ${block}\n`)}swap as3333_4_new as3333_4
destroy as3333_4_new
`,
  });
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
  return { code, said: new TextDecoder().decode(stderr) };
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
      const answer = await app.get(`/api/ranges/country/VA?format=${format}`);
      const list = await answer.text();
      const { code, said } = await outcomeOf(script, list);
      assert.equal(code, 0, said);
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
    const answer = await app.get(`/api/ranges/${path}`);
    await assertGeoipError(answer, status, code);
  }
});

Deno.test("GET /api/ranges - ten requests a minute", async () => {
  await using limited = await testApp();
  for (let i = 0; i < 10; i++) {
    const answer = await limited.get("/api/ranges/asn/3333");
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
  }
  const refused = await limited.get("/api/ranges/country/DE");
  assert.equal(refused.headers.get("ratelimit-policy"), '"ranges";q=10;w=60');
  await assertGeoipError(refused, 429, "RATE_LIMIT_EXCEEDED");
});
