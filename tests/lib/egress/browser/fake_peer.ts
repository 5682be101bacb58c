import type { Peer } from "../../../../lib/egress/browser/webrtc_probe.ts";

/** A candidate of this machine, with some values replaced. */
export function candidate(
  more: Partial<RTCIceCandidate> = {},
): Partial<RTCIceCandidate> {
  const udp = { type: "host", protocol: "udp", port: 5000 } as const;
  return { ...udp, address: "192.0.2.7", ...more };
}

/**
 * Connections that gather the given candidates; null is the end, "error" a server that
 * failed.
 */
export function scripted(
  candidates: readonly (Partial<RTCIceCandidate> | "error" | null)[],
) {
  const calls: string[] = [];
  const configurations: RTCConfiguration[] = [];
  class Connection {
    onicecandidate: Peer["onicecandidate"] = null;
    onicecandidateerror: Peer["onicecandidateerror"] = null;
    constructor(configuration: RTCConfiguration) {
      configurations.push(configuration);
    }
    createDataChannel() {
      calls.push("channel");
      return {} as RTCDataChannel;
    }
    createOffer() {
      return Promise.resolve({ type: "offer" });
    }
    setLocalDescription() {
      calls.push("local");
      for (const candidate of candidates) {
        const event = { candidate } as never;
        if (candidate !== "error") {
          this.onicecandidate?.call(this as never, event);
        } else this.onicecandidateerror?.call(this as never, event);
      }
      return Promise.resolve();
    }
    close() {
      calls.push("close");
    }
  }
  return { calls, configurations, connection: Connection as never };
}
