/**
 * Holds the KV Connect server of the tests to the protocol: what Deno's own
 * client sees of it is what the official client for Node.js sees.
 */
import assert from "node:assert/strict";
import { KvU64, openKv } from "@deno/kv";
import { withAccessToken } from "../../support/access_token.ts";
import { pause } from "../accounts/fixture.ts";
import { KvConnectServer } from "../../support/kv_connect.ts";

const token = "token-for-this-test";

interface Client {
  open: (url: string, version: number) => Promise<Deno.Kv>;
  /** A number that `sum`, `min` and `max` combine. */
  u64: (value: bigint) => Deno.KvU64;
}

const clients: Record<string, Client> = {
  "Deno": { open: (url) => Deno.openKv(url), u64: (n) => new Deno.KvU64(n) },
  "npm:@deno/kv": {
    open: async (url, version) => {
      const options = {
        implementation: "remote",
        accessToken: token,
        supportedVersions: [version],
      } as const;
      return await openKv(url, options) as unknown as Deno.Kv;
    },
    u64: (n) => new KvU64(n),
  },
};

const MAX_U64 = 2n ** 64n - 1n;
const keysOf = (entries: readonly Deno.KvEntryMaybe<unknown>[]) =>
  entries.map(({ key }) => key);

/** What a database does, whatever the client. */
const cases: Record<string, (kv: Deno.Kv, client: Client) => Promise<void>> = {
  async "values of every kind come back"(kv) {
    const values = [
      ...["text", 1.5, 2n ** 70n, true, null, new Date(1), [1, [2]]],
      ...[new Uint8Array([0, 255]), new Map([["a", new Set([1])]]), { a: {} }],
      ...["𐍈é\0", new Uint8Array(), ""],
    ];
    for (const value of values) {
      const { ok, versionstamp } = await kv.set(["value"], value);
      assert.equal(ok, true);
      const entry = await kv.get(["value"]);
      assert.deepEqual(entry, { key: ["value"], value, versionstamp });
    }
    await kv.delete(["value"]);
    const none = { key: ["value"], value: null, versionstamp: null };
    assert.deepEqual(await kv.get(["value"]), none);
  },

  async "entries are listed by the order of their keys, both ways, in pages"(
    kv,
  ) {
    const parts: Deno.KvKeyPart[] = [
      ...[new Uint8Array(), new Uint8Array([0]), new Uint8Array([0, 1])],
      ...["", "\0", "a", "a\0", "ab", "é"],
      ...[-(2n ** 70n), -256n, -1n, 0n, 1n, 255n, 256n, 2n ** 70n],
      ...[-Infinity, -1.5, 0, 1, 2, 10, Infinity, false, true],
    ];
    const keys = parts.map((part) => ["row", part]);
    for (const [i, key] of keys.toReversed().entries()) await kv.set(key, i);
    for (const beside of ["ro", "rox"]) await kv.set([beside, 1], 1);
    const prefix = ["row"];
    const list = async (...given: Parameters<Deno.Kv["list"]>) =>
      keysOf(await Array.fromAsync(kv.list(...given)));
    for (const batchSize of [1, 7, 100]) {
      assert.deepEqual(await list({ prefix }, { batchSize }), keys);
      const back = await list({ prefix }, { batchSize, reverse: true });
      assert.deepEqual(back, keys.toReversed());
    }
    const [start, end] = [keys[4], keys[9]];
    assert.deepEqual(await list({ start, end }), keys.slice(4, 9));
    assert.deepEqual(await list({ prefix, start }), keys.slice(4));
    assert.deepEqual(await list({ prefix, end }), keys.slice(0, 9));
    for (const reverse of [false, true]) {
      const paged: Deno.KvKey[] = [];
      for (let cursor: string | undefined, isOver = false; !isOver;) {
        const page = kv.list({ prefix }, { limit: 10, reverse, cursor });
        const entries = await Array.fromAsync(page);
        paged.push(...keysOf(entries));
        isOver = entries.length < 10;
        cursor = page.cursor;
      }
      assert.deepEqual(paged, reverse ? keys.toReversed() : keys);
    }
  },

  async "getMany returns the entries in the order asked for"(kv) {
    const { versionstamp } = await kv.set(["b"], 2);
    assert.deepEqual(await kv.getMany([["b"], ["none"], ["b"]]), [
      { key: ["b"], value: 2, versionstamp },
      { key: ["none"], value: null, versionstamp: null },
      { key: ["b"], value: 2, versionstamp },
    ]);
  },

  async "a commit is whole, and one version of the database"(kv) {
    const first = await kv.atomic().set(["a"], 1).set(["b"], 1).commit();
    const second = await kv.atomic().delete(["a"]).set(["c"], 1).commit();
    assert(first.ok && second.ok);
    for (const { versionstamp } of [first, second]) {
      assert.match(versionstamp, /^[0-9a-f]{20}$/);
    }
    assert(second.versionstamp > first.versionstamp);
    const entries = await kv.getMany([["a"], ["b"], ["c"]]);
    const stamps = entries.map(({ versionstamp }) => versionstamp);
    const expected = [null, first.versionstamp, second.versionstamp];
    assert.deepEqual(stamps, expected);
  },

  async "a check that fails stops a commit"(kv) {
    const { versionstamp } = await kv.set(["a"], 1);
    const attempt = (key: Deno.KvKey, versionstamp: string | null) =>
      kv.atomic().check({ key: ["a"], versionstamp: null })
        .check({ key, versionstamp }).set(["b"], 1).commit();
    assert.deepEqual(await attempt(["none"], null), { ok: false });
    assert.equal((await kv.get(["b"])).versionstamp, null);
    const passed = kv.atomic().check({ key: ["a"], versionstamp })
      .check({ key: ["none"], versionstamp: null }).set(["b"], 1);
    assert.equal((await passed.commit()).ok, true);
    const stale = kv.atomic().check({ key: ["b"], versionstamp }).delete(["a"]);
    assert.deepEqual(await stale.commit(), { ok: false });
    assert.equal((await kv.get(["a"])).value, 1);
  },

  async "numbers are added, and their least and greatest kept"(kv, { u64 }) {
    const combine = async (type: "sum" | "min" | "max", value: bigint) => {
      await kv.atomic().mutate({ type, key: ["n"], value: u64(value) })
        .commit();
      return (await kv.get<Deno.KvU64>(["n"])).value?.value;
    };
    assert.equal(await combine("sum", 5n), 5n);
    assert.equal(await combine("sum", 7n), 12n);
    assert.equal(await combine("max", 11n), 12n);
    assert.equal(await combine("max", MAX_U64), MAX_U64);
    // It wraps around.
    assert.equal(await combine("sum", 3n), 2n);
    assert.equal(await combine("min", 9n), 2n);
    assert.equal(await combine("min", 0n), 0n);
    await kv.set(["n"], "no number");
    await assert.rejects(combine("sum", 1n));
    assert.equal((await kv.get(["n"])).value, "no number");
  },

  async "an entry expires, unless it is written anew"(kv) {
    await kv.set(["soon"], 1, { expireIn: 1 });
    await kv.set(["late"], 1, { expireIn: 3_600_000 });
    await kv.set(["kept"], 1, { expireIn: 1 });
    await kv.set(["kept"], 2);
    while ((await kv.get(["soon"])).versionstamp !== null) await pause(1);
    const listed = await Array.fromAsync(kv.list({ start: [""], end: ["z"] }));
    assert.deepEqual(keysOf(listed), [["kept"], ["late"]]);
    // What has expired does not exist for a check either.
    const check = kv.atomic().check({ key: ["soon"], versionstamp: null });
    assert.equal((await check.set(["soon"], 2).commit()).ok, true);
  },

  async "what is too large is refused"(kv) {
    await kv.set(["fits"], new Uint8Array(65_536));
    await assert.rejects(kv.set(["value"], new Uint8Array(65_537)));
    await assert.rejects(kv.set(["k".repeat(2_048)], 1));
    const many = kv.atomic();
    for (let i = 0; i < 13; i++) many.set(["row", i], new Uint8Array(65_000));
    await assert.rejects(many.commit());
    const checks = kv.atomic().set(["row"], 1);
    for (let i = 0; i <= 100; i++) {
      checks.check({ key: [i], versionstamp: null });
    }
    await assert.rejects(async () => await checks.commit());
    const listed = await Array.fromAsync(kv.list({ start: [""], end: ["z"] }));
    assert.deepEqual(keysOf(listed), [["fits"]]);
  },

  async "queues are refused, since the server has none"(kv) {
    await assert.rejects(kv.enqueue("a message"));
    const both = kv.atomic().set(["a"], 1).enqueue("a message");
    await assert.rejects(both.commit());
    assert.equal((await kv.get(["a"])).versionstamp, null);
  },
};

for (const [name, client] of Object.entries(clients)) {
  Deno.test(`KvConnectServer - ${name}`, (t) =>
    withAccessToken(token, async () => {
      for (const [what, check] of Object.entries(cases)) {
        await t.step(what, async () => {
          await using server = new KvConnectServer({ token });
          const kv = await client.open(server.url, 3);
          await check(kv, client).finally(() => kv.close());
        });
      }
    }));
}

Deno.test("KvConnectServer - npm:@deno/kv of every version reads what Deno wrote, and the other way round", () =>
  withAccessToken(token, async () => {
    for (const version of [1, 2, 3]) {
      const options = { token, versions: [version] };
      await using server = new KvConnectServer(options);
      const opening = Object.values(clients)
        .map(({ open }) => open(server.url, version));
      const all = await Promise.all(opening);
      for (const kv of all) {
        const { value } = await kv.get<number>(["n"]);
        await kv.set(["n"], (value ?? 0) + 1);
      }
      const [deno, npm] = await Promise.all(all.map((kv) => kv.get(["n"])));
      assert.deepEqual(npm, deno);
      assert.equal(deno.value, 2);
      for (const kv of all) kv.close();
    }
  }));
