/** One that fails costs its row: against real servers, drawn from by wrk. */
import assert from "node:assert/strict";
import { alternated, type Draw, Failure } from "./contenders.ts";
import { drawFrom } from "./peers.ts";
import { rateRow, ratioRow, tableOf } from "./rows.ts";
import { freePort, isInstalled, startOnCore } from "./servers.ts";
import { wrk } from "./wrk.ts";

const hasWrk = await isInstalled("wrk", "-v");
if (!hasWrk && Deno.env.get("CI")) throw new Error("wrk is missing");

const connections = 2;

/** A server whose every answer is made by `answer`, soon rather than at once: wrk asks as fast as it is answered. */
function serving(response: () => Response | Promise<Response>) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return await response();
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  return { url, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** A process that answers so many requests and dies. */
async function mortal(requests: number) {
  const port = freePort();
  const code = `let left = ${requests};
    Deno.serve({ hostname: "127.0.0.1", port: ${port}, onListen() {} }, () => {
      if (left-- === 0) Deno.exit(7);
      return new Response("ok");
    });`;
  const line = [Deno.execPath(), "eval", "-q", code];
  return await startOnCore(line, `http://127.0.0.1:${port}/`);
}

Deno.test({
  name:
    "alternated - a peer that hangs, one that dies and one that answers 500 cost their rows alone",
  ignore: !hasWrk,
  async fn() {
    await using good = serving(() => new Response("ok"));
    await using broken = serving(() => new Response("no", { status: 500 }));
    const { promise: never, resolve } = Promise.withResolvers<Response>();
    await using hanging = serving(() => never);
    const dying = await mortal(10);
    const drawn: string[] = [];
    const from = (name: string, url: string): Draw => (seconds) => {
      drawn.push(name);
      return wrk(url, seconds, { connections });
    };
    const rates = await alternated(
      {
        own: from("own", good.url),
        hanging: from("hanging", hanging.url),
        dying: from("dying", dying.url),
        broken: from("broken", broken.url),
        missing: undefined,
      },
      2,
      1,
    );
    resolve(new Response());
    await dying.stop();
    assert.deepEqual(drawn, [
      ...["own", "hanging", "dying", "broken"],
      ...["own", "own"],
    ]);
    const { own } = rates;
    assert(typeof own === "number" && own > 0);
    assert.equal("missing" in rates, false);
    const cases = [
      ["hanging", /^wrk on http:\S+: no response within 1 s$/],
      ["dying", /^wrk on http:\S+: (?:Socket errors: |unable to connect)/],
      ["broken", /^wrk on http:\S+: Non-2xx or 3xx responses: \d+$/],
    ] as const;
    for (const [name, reason] of cases) {
      const outcome = rates[name];
      assert(outcome instanceof Failure, name);
      assert.match(outcome.reason, reason);
      const row = ratioRow("own", own, { name, rate: outcome }, 0.5);
      assert.equal(row.peer, `${name} failed: ${outcome.reason}`);
      assert.deepEqual([row.ratio, row.isReached], [undefined, null]);
      assert.match(row.figure ?? "", /^[\d,]+\/s$/);
    }
  },
});

Deno.test("alternated - medians of the rounds, in turn, the first unmeasured", async () => {
  const draws: [string, number][] = [];
  const of = (name: string, values: number[]): Draw => (seconds) => {
    draws.push([name, seconds]);
    return Promise.resolve(values.shift()!);
  };
  const rates = await alternated(
    { a: of("a", [1_000, 5, 1, 3]), b: of("b", [2_000, 2, 9, 4]) },
    3,
    7,
  );
  assert.deepEqual(rates, { a: 3, b: 4 });
  assert.deepEqual(draws.slice(0, 4), [["a", 1], ["b", 1], ["a", 7], ["b", 7]]);
  assert.equal(draws.length, 8);
});

Deno.test("alternated - one that fails in a later round has no figure", async () => {
  let draws = 0;
  const rates = await alternated(
    {
      a: () =>
        draws++ < 2
          ? Promise.resolve(5)
          : Promise.reject(new Error("it died\nof | something")),
      b: () => Promise.resolve(6),
    },
    4,
    1,
  );
  assert.deepEqual(rates, { a: new Failure("it died of / something"), b: 6 });
  assert.equal(draws, 3);
});

Deno.test("startOnCore - a program that never answers is an error, and ends", async () => {
  const { promise: never, resolve } = Promise.withResolvers<Response>();
  await using silent = serving(() => never);
  const file = await Deno.makeTempFile();
  const line = ["sh", "-c", 'echo $$ >"$0"; exec sleep 600', file];
  await assert.rejects(startOnCore(line, silent.url, {}, 5_000), {
    message: `${silent.url} does not answer in 5 s`,
  });
  const pid = (await Deno.readTextFile(file)).trim();
  assert.match(pid, /^\d+$/);
  await assert.rejects(Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);
  resolve(new Response());
  await Deno.remove(file);
});

Deno.test("drawFrom - fails as the peer did that could not be started", async () => {
  const draw = drawFrom(new Failure("no port"), () => Promise.resolve(1));
  await assert.rejects(draw!(1), { message: "no port" });
  assert.equal(drawFrom(null, () => Promise.resolve(1)), undefined);
});

Deno.test("tableOf - explains a missing figure in one line", () => {
  const failure = new Failure(new Error("wrk on x: a | b"));
  const peer = { name: "echoip's page", rate: failure };
  assert.deepEqual(
    tableOf([
      ratioRow("page", 1_234, peer, 6),
      ratioRow("page", failure, { name: "raw", rate: 5 }, 0.5),
      rateRow("page", failure, 10_000),
    ]).split("\n").slice(2, -1),
    [
      "| page | 1,234/s | echoip's page failed: wrk on x: a / b |  | ≥ 6 of echoip's page | not measured |",
      "| page | – | failed: wrk on x: a / b |  | ≥ 0.5 of raw | not measured |",
      "| page | – | failed: wrk on x: a / b |  | ≥ 10,000/s | not measured |",
    ],
  );
});
