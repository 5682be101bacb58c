import assert from "node:assert/strict";
import {
  latencyDuring,
  latencyOf,
  measureDownload,
  measureSpeed,
  measureUpload,
} from "../../../../lib/egress/browser/speed_run.ts";
import { endless, fakeClock } from "./fake_clock.ts";

const { signal } = new AbortController();

/** An `XMLHttpRequest` that sends its whole body, and then gets this response; none if it is null. */
function uploads(response: { status: number; body: string } | null) {
  return class {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onload() {}
    onerror() {}
    status = 0;
    responseText = "";
    open() {}
    abort() {}
    getResponseHeader = (name: string) => name === "retry-after" ? "7" : null;
    async send({ size }: Blob) {
      await Promise.resolve();
      this.upload.onprogress?.({ loaded: size });
      if (response === null) return this.onerror();
      this.status = response.status;
      this.responseText = response.body;
      this.onload();
    }
  } as unknown as new () => XMLHttpRequest;
}

const deps = {
  fetch: () => Promise.reject(new TypeError("not used")),
  request: uploads(null),
  random() {},
  now: () => performance.now(),
  wait: (_ms: number, signal: AbortSignal) => endless(signal),
};

type Deps = Parameters<typeof measureUpload>[0];
const upload = (more: Partial<Deps>) =>
  measureUpload({ ...deps, ...more }, () => {}, signal);
const download = (fetch: () => Promise<Response>) =>
  measureDownload({ ...deps, fetch }, () => {}, signal);

Deno.test("measureUpload - has a figure only if the service reports every byte", async () => {
  const whole = { status: 200, body: '{"bytes":10000000}' };
  const rate = await upload({ request: uploads(whole) });
  assert(rate.bitsPerSecond > 0);
  assert.equal(rate.isConfirmed, true);
  const refused = { state: "failed", waitSeconds: undefined };
  const cases = [
    [{ status: 413, body: "<h1>413 Request Entity Too Large</h1>" }, refused],
    [{ status: 200, body: "<h1>Sign in to this network</h1>" }, refused],
    [{ status: 200, body: '{"bytes":131072}' }, refused],
    [{ status: 200, body: "null" }, refused],
    [{ status: 204, body: '{"bytes":10000000}' }, refused],
    [null, refused],
    [{ status: 503, body: "" }, { state: "stopped", waitSeconds: 7 }],
    [{ status: 429, body: "" }, { state: "stopped", waitSeconds: 7 }],
  ] as const;
  for (const [response, expected] of cases) {
    const uploading = upload({ request: uploads(response) });
    await assert.rejects(uploading, expected, JSON.stringify(response));
  }
});

Deno.test("measureUpload - says that no byte is confirmed if the time is up before the first response", async () => {
  const { clock, onTick } = fakeClock();
  const uploads: ((event: { loaded: number }) => void)[] = [];
  onTick(() => {
    for (const onprogress of uploads) onprogress({ loaded: clock.ms * 10 });
  });
  const request = class {
    upload: { onprogress?: (event: { loaded: number }) => void } = {};
    onabort() {}
    open() {}
    abort() {
      this.onabort();
    }
    send() {
      uploads.push(this.upload.onprogress!);
    }
  } as unknown as new () => XMLHttpRequest;
  const measured = await upload({ ...clock, request });
  assert.deepEqual(measured, { bitsPerSecond: 240_000, isConfirmed: false });
});

Deno.test("measureDownload - has a figure only if every byte arrives", async () => {
  const measured = (status: number, announced: number | null = 1000) =>
    download(() => {
      const headers = new Headers();
      if (announced) headers.set("content-length", `${announced}`);
      const body = new Uint8Array(1000);
      return Promise.resolve(new Response(body, { status, headers }));
    });
  const { bitsPerSecond, isConfirmed } = await measured(200);
  assert(bitsPerSecond > 0);
  assert.equal(isConfirmed, true);
  const failed = { state: "failed" };
  await assert.rejects(measured(200, 2000), failed);
  await assert.rejects(measured(200, null), failed);
  await assert.rejects(measured(206), failed);
  await assert.rejects(measured(413), failed);
  const stopped = { state: "stopped", waitSeconds: 60 };
  await assert.rejects(measured(503), stopped);
});

Deno.test("measureSpeed - tells a limit, a failure and a stop apart", async () => {
  const states = { limited: "wait {seconds} s", failed: "no", stopped: "end" };
  const texts = { phases: {}, ...states };
  const ended = (fetch: () => Promise<Response>, signal: AbortSignal) => {
    const all = { ...deps, fetch, texts, onPhase() {}, onResults() {} };
    return measureSpeed(all as never, signal);
  };
  const headers = { "retry-after": "7" };
  const limited = () =>
    Promise.resolve(Response.json({}, { status: 429, headers }));
  assert.equal(await ended(limited, signal), "wait 7 s");
  assert.equal(await ended(deps.fetch, signal), "no");
  assert.equal(await ended(limited, AbortSignal.abort()), "end");
});

Deno.test("latencyOf - is the shortest without the first, and the mean step between them", () => {
  const many = { pingMs: 10, medianMs: 12, jitterMs: 2 };
  assert.deepEqual(latencyOf([90, 10, 14, 12, 12]), many);
  const two = { pingMs: 10, medianMs: 10, jitterMs: 0 };
  assert.deepEqual(latencyOf([90, 10]), two);
});

Deno.test("latencyDuring - is the median of the requests while a transfer runs, if there are enough", async () => {
  const cases = [
    [[30, 80, 50, 900], 65],
    [[30, 80, 50], 50],
    // The transfer ended too soon.
    [[30, 80], null],
    [[], null],
  ] as const;
  for (const [durationsMs, expected] of cases) {
    const { clock } = fakeClock();
    const left = [...durationsMs];
    const { promise, resolve } = Promise.withResolvers<void>();
    const fetch = () => {
      const ms = left.shift();
      if (ms === undefined) throw new Error("asked after the end");
      clock.ms += ms;
      return Promise.resolve(Response.json({}));
    };
    const wait = async () => {
      if (left.length > 0) return;
      resolve();
      // The transfer's end arrives in a later task.
      await new Promise((done) => setTimeout(done));
    };
    const deps = { ...clock, fetch, wait } as never;
    assert.equal(await latencyDuring(deps, promise), expected);
  }
});

Deno.test("latencyDuring - keeps what it has if a request is refused", async () => {
  const { clock } = fakeClock();
  let count = 0;
  const fetch = () => {
    clock.ms += 20;
    const status = ++count > 3 ? 429 : 200;
    return Promise.resolve(Response.json({}, { status }));
  };
  const deps = { ...clock, fetch } as never;
  assert.equal(await latencyDuring(deps, new Promise<never>(() => {})), 20);
  assert.equal(count, 4);
});
