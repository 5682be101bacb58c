import assert from "node:assert/strict";
import { runWebRtc } from "../../../../components/egress/browser/run_webrtc.ts";
import type { Peer } from "../../../../components/egress/browser/webrtc_probe.ts";
import type { EgressReport } from "../../../../lib/shared/egress/report.ts";
import { reportWith } from "./reports.ts";

/** A connection that offers one candidate, and then the end if it has one. */
function offering(hasEnd: boolean) {
  return class {
    onicecandidate: Peer["onicecandidate"] = null;
    createDataChannel() {
      return {} as RTCDataChannel;
    }
    createOffer() {
      return Promise.resolve({ type: "offer" });
    }
    setLocalDescription() {
      const found = {
        type: "host",
        protocol: "udp",
        address: "192.0.2.7",
        port: 5000,
      };
      for (const candidate of hasEnd ? [found, null] : [found]) {
        const event = { candidate } as RTCPeerConnectionIceEvent;
        this.onicecandidate?.call(this as never, event);
      }
      return Promise.resolve();
    }
    close() {}
  } as never;
}

/** A cell that keeps all that is written to it. */
function recorded() {
  const written: EgressReport[] = [];
  const first = reportWith({ startedAtMs: 7 });
  return {
    written,
    report: {
      get value() {
        return written.at(-1) ?? first;
      },
      set value(next) {
        written.push(next);
      },
    },
  };
}

Deno.test("runWebRtc - writes that it runs at once, then what was found", async () => {
  const { report, written } = recorded();
  let time = 0;
  const run = runWebRtc({
    report,
    connection: offering(true),
    stunUrls: [],
    signal: new AbortController().signal,
    now: () => time += 20,
  });
  assert.deepEqual(written, [
    reportWith({ startedAtMs: 7, candidates: { state: "running" } }),
  ]);
  await run;
  assert.equal(written.length, 2);
  assert.deepEqual(
    written[1],
    reportWith({
      startedAtMs: 7,
      candidates: {
        state: "found",
        value: [{
          type: "host",
          protocol: "udp",
          address: "192.0.2.7",
          port: 5000,
          isHidden: false,
        }],
        elapsedMs: 20,
      },
    }),
  );
});

Deno.test("runWebRtc - keeps what others write meanwhile, and ends with the run", async () => {
  const { report } = recorded();
  const controller = new AbortController();
  const run = runWebRtc({
    report,
    connection: offering(false),
    stunUrls: [],
    signal: controller.signal,
    now: () => 0,
  });
  report.value = { ...report.value, resolvers: { state: "none" } };
  controller.abort();
  await run;
  assert.deepEqual(report.value.resolvers, { state: "none" });
  assert.deepEqual(report.value.candidates, { state: "stopped", elapsedMs: 0 });
});

Deno.test("runWebRtc - a browser without it is said to block it", async () => {
  const { report } = recorded();
  await runWebRtc({
    report,
    connection: undefined,
    stunUrls: [],
    signal: new AbortController().signal,
    now: () => 0,
  });
  assert.deepEqual(report.value.candidates, { state: "blocked", elapsedMs: 0 });
});
