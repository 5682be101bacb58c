import { Bans } from "../../lib/limits/bans.ts";
import { Limiter } from "../../lib/limits/limiter.ts";

/*
 * The limiter's hot path: `deno bench -A tests/bench/limits_bench.ts`.
 *
 * A request of a known client should take less than 150 ns, that of a new one less
 * than 2 µs. The keys are new strings, which V8 has to flatten and hash, as in real
 * requests.
 */

const kv = await Deno.openKv(":memory:");
const windowMs = 86_400_000;
const limits = {
  text: 1e9,
  jsonip: 1e9,
  geoip: 1,
  lookup: 1e9,
  pages: 1e9,
  previews: 1e9,
  scan: 1e9,
  ranges: 1e9,
  batch: 1e9,
  auth: 1e9,
  names: 1e9,
  auth_total: 1e9,
  signup: 1e9,
};

function limiterWith(count: number): Limiter {
  const limiter = new Limiter({ kv, limits, now: Date.now, windowMs });
  for (let i = 0; i < count; i++) {
    limiter.take("text", address(i));
    limiter.take("geoip", address(i));
  }
  return limiter;
}

function address(i: number): string {
  return `10.${i >>> 16 & 255}.${i >>> 8 & 255}.${i & 255}`;
}

const batch = 1000;
const known = Array.from({ length: 10_000 }, (_, i) => address(i));
const few = limiterWith(10_000);
const full = limiterWith(100_000);
const bans = new Bans({ kv, now: Date.now, maxStrikes: 1 });
let next = 0;

Deno.bench(`take ${batch} times: a known client`, () => {
  for (let i = 0; i < batch; i++) few.take("text", known[next++ % 10_000]);
});

Deno.bench(`take ${batch} times: a known client, its text made anew`, () => {
  for (let i = 0; i < batch; i++) few.take("text", address(next++ % 10_000));
});

Deno.bench(`take ${batch} times: refused`, () => {
  for (let i = 0; i < batch; i++) few.take("geoip", known[next++ % 10_000]);
});

Deno.bench(`take ${batch} times: new clients, the table full`, () => {
  for (let i = 0; i < batch; i++) full.take("pages", address(next++));
});

Deno.bench(`banEndMs ${batch} times: nobody is banned`, () => {
  for (let i = 0; i < batch; i++) bans.table.banEndMs(known[next++ % 10_000]);
});

Deno.bench({
  name: "flush: 5,000 counters",
  n: 20,
  async fn(bench) {
    for (let i = 0; i < 5000; i++) few.take("lookup", known[i]);
    bench.start();
    await few.flush();
    bench.end();
  },
});
