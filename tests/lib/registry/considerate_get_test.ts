import assert from "node:assert/strict";
import { considerateGet } from "../../../lib/registry/considerate_get.ts";
import { RegistryError } from "../../../lib/registry/registry_error.ts";
import type { SafeAnswer, SafeGet } from "../../../lib/registry/safe_get.ts";

const { signal } = new AbortController();
const one = new URL("https://one.example/ip/192.0.2.1");
const other = new URL("https://other.example/ip/192.0.2.1");

type Outcome = number | Partial<SafeAnswer> | Error;

/** Servers that do as they are told, and count what they are asked. */
function serversOf(outcomes: Record<string, Outcome | URL>) {
  const asked: string[] = [];
  const clock = { now: 1_000_000 };
  const ask: SafeGet = (url, options) => {
    options.onHop?.(url);
    asked.push(url.host);
    const outcome = outcomes[url.host] ?? 200;
    if (outcome instanceof URL) return ask(outcome, options);
    if (outcome instanceof Error) return Promise.reject(outcome);
    const answer = typeof outcome === "number" ? { status: outcome } : outcome;
    return Promise.resolve({
      status: 200,
      headers: {},
      text: "",
      url,
      ...answer,
    });
  };
  // What is thrown on the way is a rejection, as in the real one.
  const get = considerateGet(
    async (url, options) => await ask(url, options),
    () => clock.now,
  );
  /** The status, or the code of the failure. */
  const come = (url: URL, given = signal) =>
    get(url, { types: [], signal: given }).then(
      ({ status }) => status,
      (error) => error instanceof RegistryError ? error.code : error,
    );
  return { outcomes, asked, clock, come, get };
}

Deno.test("considerateGet - leaves a server alone that asks for it, and no other", async () => {
  const { asked, clock, come, outcomes } = serversOf({
    "one.example": { status: 429, headers: { "retry-after": "120" } },
  });
  assert.equal(await come(one), "busy");
  delete outcomes["one.example"];
  clock.now += 119_999;
  assert.equal(await come(one), "resting");
  assert.equal(await come(other), 200);
  assert.deepEqual(asked, ["one.example", "other.example"]);
  clock.now += 1;
  assert.equal(await come(one), 200);
  assert.equal(await come(one), 200);
});

Deno.test("considerateGet - rests for a minute where a busy server does not say how long", async () => {
  const { clock, come, outcomes } = serversOf({ "one.example": 429 });
  assert.equal(await come(one), "busy");
  delete outcomes["one.example"];
  clock.now += 59_999;
  assert.equal(await come(one), "resting");
  clock.now += 1;
  assert.equal(await come(one), 200);
});

Deno.test("considerateGet - says how long a busy server wants to be left alone", async () => {
  const date = new Date(1_700_000_000_000).toUTCString();
  const retryAt = new Date(1_700_000_030_000).toUTCString();
  for (
    const [answer, retryAfterMs] of [
      [{ status: 429, headers: { "retry-after": "120" } }, 120_000],
      [{ status: 429, headers: { date, "retry-after": retryAt } }, 30_000],
      [{ status: 429 }, null],
      [{ status: 503, headers: { "retry-after": "40" } }, 40_000],
    ] as const
  ) {
    const { get } = serversOf({ "one.example": answer });
    await assert.rejects(get(one, { types: [], signal }), {
      name: "RegistryError",
      code: "busy",
      message: "the server asks to be left alone for a while",
      retryAfterMs,
    });
  }
});

Deno.test("considerateGet - leaves a server alone for half a minute that has failed three times, and no other", async () => {
  const failures: [Outcome, unknown][] = [
    [500, 500],
    [503, 503],
    [new RegistryError("unreachable"), "unreachable"],
    [new RegistryError("wrong_type"), "wrong_type"],
  ];
  for (const [failure, expected] of failures) {
    const { asked, clock, come, outcomes } = serversOf({
      "one.example": failure,
    });
    for (let i = 0; i < 3; i++) assert.equal(await come(one), expected);
    assert.equal(await come(one), "resting");
    assert.equal(await come(other), 200);
    assert.equal(asked.length, 4);
    delete outcomes["one.example"];
    clock.now += 30_000;
    assert.equal(await come(one), 200);
    assert.equal(await come(one), 200);
  }
});

Deno.test("considerateGet - an answer that is bad for one question is no failure of the server", async () => {
  // Whoever may ask chooses the question.
  for (
    const outcome of [
      400,
      404,
      new RegistryError("too_large"),
      new RegistryError("too_many_redirects"),
      new RegistryError("redirect_not_allowed"),
    ]
  ) {
    const { asked, come } = serversOf({ "one.example": outcome });
    for (let i = 0; i < 5; i++) await come(one);
    assert.equal(asked.length, 5);
  }
});

Deno.test("considerateGet - holds who was redirected to responsible, not who redirects", async () => {
  const { asked, come, outcomes } = serversOf({
    "one.example": other,
    "other.example": { status: 429, headers: { "retry-after": "120" } },
  });
  assert.equal(await come(one), "busy");
  assert.equal(await come(one), "resting");
  assert.equal(await come(other), "resting");
  outcomes["one.example"] = 200;
  assert.equal(await come(one), 200);
  assert.deepEqual(asked, [
    "one.example",
    "other.example",
    "one.example",
    "one.example",
  ]);
});

Deno.test("considerateGet - a server that redirects to itself and fails has failed", async () => {
  const failing = new RegistryError("unreachable");
  const asked: string[] = [];
  const get = considerateGet((url, { onHop }) => {
    onHop?.(url);
    onHop?.(new URL("/again", url));
    asked.push(url.host);
    return Promise.reject(failing);
  }, () => 0);
  for (let i = 0; i < 3; i++) {
    await assert.rejects(get(one, { types: [], signal }), failing);
  }
  await assert.rejects(get(one, { types: [], signal }), { code: "resting" });
  assert.equal(asked.length, 3);
});

Deno.test("considerateGet - one that is late has failed, one whose asker has gone has not", async () => {
  for (
    const [reason, isFailure] of [
      [new DOMException("late", "TimeoutError"), true],
      [new DOMException("gone", "AbortError"), false],
    ] as const
  ) {
    const { come, outcomes } = serversOf({ "one.example": reason });
    const aborted = AbortSignal.abort(reason);
    for (let i = 0; i < 3; i++) assert.equal(await come(one, aborted), reason);
    outcomes["one.example"] = 200;
    assert.equal(await come(one), isFailure ? "resting" : 200);
  }
});

Deno.test("considerateGet - tells one port of a machine from another", async () => {
  const { come, outcomes } = serversOf({ "one.example": 429 });
  assert.equal(await come(one), "busy");
  outcomes["one.example:8443"] = 200;
  assert.equal(await come(new URL("https://one.example:8443/ip/1")), 200);
});
