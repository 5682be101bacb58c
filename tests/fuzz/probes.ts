export interface ProbeReport {
  /** Of each probe, how long `/healthz` took. */
  lagsMs: number[];
  /** And how much of that the main thread of the service was at work. */
  busyMs: number[];
  /** What was said where it was not `200 ok`. */
  notReady: string[];
}

export interface ProbeOptions {
  origin: string;
  /** Of the service's process. */
  pid: number;
  stallMs: number;
}

/** Probes of a service while something else asks it. */
export class Probes {
  readonly #worker = new Worker(new URL("probe_worker.ts", import.meta.url), {
    type: "module",
  });
  readonly #report = Promise.withResolvers<ProbeReport>();

  /** @param onStall told of every probe that the main thread kept waiting for longer than `stallMs` */
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
