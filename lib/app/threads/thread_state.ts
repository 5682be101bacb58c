import type { FieldSettings } from "../../ipinfo/view/home_fields.ts";
import type { Profiles } from "../../ipinfo/profiles.ts";
import type { SharedLimits } from "../../limits/thread_limits.ts";
import type { Served } from "./remote.ts";

/** Begins the name of each thread that serves requests. */
export const THREAD_NAME = "porthole thread";

/** What the main thread tells a thread at its start. */
export interface ThreadStart {
  readonly hostname: string;
  readonly port: number;
  readonly state: ThreadState;
}

/** What the main thread's services have in memory, for another thread. */
export interface ThreadState {
  /** From 1; the main thread is 0. */
  readonly number: number;
  readonly limits: SharedLimits;
  readonly inFlight: SharedArrayBuffer;
  /** For the metrics; null if nobody may read them. */
  readonly requestCounts: SharedArrayBuffer | null;
  readonly padding: string;
  readonly changes: ThreadChanges;
}

/** What changes while threads run. What is missing stays as it is. */
export interface ThreadChanges {
  /** Threads that serve, the main one included. */
  readonly threads?: number;
  /** The files of the tables in use. */
  readonly files?: ReadonlyMap<string, SharedArrayBuffer>;
  /** Manual bans, as the store has them. */
  readonly bans?: readonly (readonly [id: string, record: unknown])[];
  readonly fields?: FieldSettings;
}

/** Figures of a thread that it counts by itself. */
export interface ThreadFigures {
  /** Of the DNS client. */
  readonly queryCount: number;
  readonly sourceCounts: Profiles["sourceCounts"];
}

/** What threads need from the services of the main thread. */
export interface ThreadHost {
  /** The state for a new thread, and what it calls. */
  open(number: number): { state: ThreadState; served: Served };
  /** All that can change, as it is now. */
  changes(): ThreadChanges;
  /** Releases what a thread held that has ended. */
  close(number: number): void;
  /** Called with the number of threads that serve, the main one included. */
  share(threads: number): void;
  /** Passes on changes; resolves when they are in effect. Set by the pool. */
  publish: (changes: ThreadChanges) => Promise<void>;
}
