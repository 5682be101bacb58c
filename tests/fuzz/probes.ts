export interface ProbeReport {
  /** How long `/healthz` took in each probe. */
  lagsMs: number[];
  /** How long the service's main thread was busy in that time. */
  busyMs: number[];
  /** Responses other than `200 ok`. */
  notReady: string[];
}

export interface ProbeOptions {
  origin: string;
  /** Id of the service's process. */
  pid: number;
  stallMs: number;
}

/** Probes a service that is under load. */
export class Probes {
  readonly #worker = new Worker(new URL("probe_worker.ts", import.meta.url), {
    type: "module",
  });
  readonly #report = Promise.withResolvers<ProbeReport>();

  /**
   * @param onStall told of every probe that the main thread kept waiting for longer
   * than `stallMs`
   */
  constructor(options: ProbeOptions, onStall: (busyMs: number) => void) {
    this.#worker.onmessage = ({ data }) => {
      if ("stalledMs" in data) onStall(data.stalledMs);
      else this.#report.resolve(data.report);
    };
    this.#worker.postMessage(options);
  }

  async stop(): Promise<ProbeReport> {
    this.#worker.postMessage("stop");
    const report = await this.#report.promise;
    this.#worker.terminate();
    return report;
  }
}
