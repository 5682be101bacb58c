import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FairMap,
  networkOf,
  takeFairly,
} from "../../../lib/limits/fair_table.ts";
import { forAll, forAllAsync } from "../../support/for_all.ts";

const cases = [
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1 account", "192.0.2.1"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::/64 account", "2001:db8:1::/48"],
  ["2001:db8:1:2::3", "2001:db8:1::/48"],
  ["2001:db8::/32", "2001:db8::/48"],
  ["account:x", "account:x"],
  ["account:x y", "account:x"],
  ["", ""],
];
for (const [client, network] of cases) {
  Deno.test(`networkOf - of "${client}" is "${network}"`, () => {
    assert.equal(networkOf(client), network);
  });
}

/** Clients of a few networks, of which the first has by far the most. */
const client = fc.tuple(
  fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 4, 5),
  fc.nat({ max: 60 }),
).map(([network, i]) => `2001:db8:${network}:${i.toString(16)}::/64`);

function counts(clients: readonly string[]): Map<string, number> {
  const networks = new Map<string, number>();
  for (const client of clients) {
    const network = networkOf(client);
    networks.set(network, (networks.get(network) ?? 0) + 1);
  }
  return networks;
}

Deno.test("FairMap - agrees with a list that evicts the oldest of the network with the most", () => {
  const step = fc.tuple(client, fc.nat({ max: 4 }));
  const steps = fc.array(step, { maxLength: 200 });
  forAll([steps, fc.integer({ min: 1, max: 64 })], (steps, max) => {
    const evicted: string[] = [];
    const map = new FairMap<number>(max, (client) => evicted.push(client));
    const perNetwork = Math.max(1, Math.floor(max / 16));
    let model: string[] = [];
    for (const [i, [client, kind]] of steps.entries()) {
      model = model.filter((other) => other !== client);
      if (kind === 0) {
        map.delete(client);
        assert.equal(map.get(client), undefined);
      } else {
        const before = counts(model);
        const most = Math.max(0, ...before.values());
        const own = networkOf(client);
        const known = evicted.length;
        map.set(client, i);
        const [gone] = evicted.slice(known);
        const isCrowded = (before.get(own) ?? 0) >= perNetwork;
        assert.equal(gone !== undefined, isCrowded || model.length >= max);
        if (gone !== undefined) {
          const network = networkOf(gone);
          if (isCrowded) assert.equal(network, own);
          else assert.equal(before.get(network), most);
          const oldest = model.find((other) => networkOf(other) === network);
          assert.equal(gone, oldest);
          model = model.filter((other) => other !== gone);
        }
        model.push(client);
        assert.equal(map.get(client), i);
      }
      assert.deepEqual([...map].map(([client]) => client), model);
      assert.equal(map.size, model.length);
    }
  });
});

function take(records: { time: number; network: string }[], max: number) {
  return takeFairly(
    (async function* () {
      for (const record of records) yield await Promise.resolve(record);
    })(),
    { max, timeMs: ({ time }) => time, networkOf: ({ network }) => network },
  );
}

Deno.test("takeFairly - the newest records in ascending order, if each has its own network", () =>
  forAllAsync([
    fc.array(fc.integer({ min: 0, max: 50 })),
    fc.integer({ min: 1, max: 10 }),
  ], async (times, max) => {
    const records = times.map((time, i) => ({ time, network: String(i) }));
    const taken = await take(records, max);
    assert.deepEqual(
      taken.map(({ time }) => time),
      times.toSorted((a, b) => a - b).slice(-max),
    );
  }));

Deno.test("takeFairly - many records of one network displace no other", async () => {
  const records = [
    ...Array.from({ length: 10 }, (_, i) => ({ time: i, network: `few ${i}` })),
    ...Array.from({ length: 500 }, () => ({ time: 99, network: "many" })),
  ];
  const taken = await take(records, 32);
  const few = records.slice(0, 10).map(({ network }) => network);
  assert.deepEqual(taken.slice(0, 10).map(({ network }) => network), few);
  assert.equal(taken.length <= 32, true);
});
