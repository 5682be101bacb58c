import assert from "node:assert/strict";
import fc from "fast-check";
import { Counter, CounterTable } from "../../../lib/limits/counter_table.ts";

function clientsFromOldest(table: CounterTable): string[] {
  const clients: string[] = [];
  let newer = null;
  for (let at = table.oldest; at !== null; at = at.newer) {
    assert.equal(at.older, newer);
    newer = at;
    clients.push(at.client);
  }
  return clients;
}

Deno.test("CounterTable - keeps the buckets apart", () => {
  const table = new CounterTable();
  const text = new Counter("text", "192.0.2.1", 0);
  const scan = new Counter("scan", "192.0.2.1", 0);
  table.add(text);
  table.add(scan);
  assert.equal(table.get("text", "192.0.2.1"), text);
  assert.equal(table.get("scan", "192.0.2.1"), scan);
  assert.equal(table.get("geoip", "192.0.2.1"), undefined);
  assert.equal(table.size, 2);
});

Deno.test("CounterTable - agrees with a list under any additions and deletions", () => {
  const clients = ["a", "b", "c", "d", "e"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...clients)), (touched) => {
      const table = new CounterTable();
      let model: string[] = [];
      for (const client of touched) {
        const counter = table.get("text", client);
        if (counter === undefined) {
          table.add(new Counter("text", client, 0));
          model.push(client);
        } else {
          table.delete(counter);
          model = model.filter((other) => other !== client);
        }
        assert.deepEqual(clientsFromOldest(table), model);
        assert.equal(table.size, model.length);
        for (const other of clients) {
          assert.equal(
            table.get("text", other)?.client,
            model.find((name) => name === other),
          );
        }
      }
    }),
  );
});
