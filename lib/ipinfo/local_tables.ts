import { withDeadline } from "../core/deadline.ts";
import type { LabelTable } from "../data/labels.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { labelContribution } from "./labels.ts";
import { type Contribution, inOrder } from "./merge.ts";
import {
  type Findings,
  type LocalSource,
  NO_FINDINGS,
  SOURCE_ORDER,
  type SourcePolicy,
} from "./profile.ts";

/** The sources in memory, in the order of each policy. Immutable. */
export class LocalTables {
  /** Sorted by precedence for addresses outside China, which most are. */
  readonly #byOrder: Readonly<Record<SourcePolicy, readonly LocalSource[]>>;

  /**
   * @param local within a kind, earlier sources take precedence
   * @param onDamaged called with each error of a table in use
   */
  constructor(
    local: readonly LocalSource[],
    private readonly labels?: Pick<LabelTable, "find">,
    private readonly onDamaged?: (source: string, error: unknown) => void,
  ) {
    this.#byOrder = {
      v1: inOrder(local, SOURCE_ORDER.v1.elsewhere),
      v2: inOrder(local, SOURCE_ORDER.v2.elsewhere),
    };
  }

  labelOf(ip: IpAddress): Contribution | undefined {
    const label = this.labels?.find(ip);
    return label && labelContribution(label);
  }

  /** What the sources of a policy contribute to the profile of an address. */
  query(ip: IpAddress, order: SourcePolicy): Contribution[] {
    const contributions: Contribution[] = [];
    for (const source of this.#byOrder[order]) {
      const findings = this.#findingsOrNone(source, ip);
      if (findings === NO_FINDINGS) continue;
      const { facts, evidence, countries, anycast } = findings;
      contributions.push({
        source: source.name,
        kind: source.kind,
        facts,
        evidence,
        countries,
        anycast,
      });
    }
    return contributions;
  }

  /**
   * True if all tables that an address needs are loaded; resolves to false if one
   * does not load in time.
   */
  areLoaded(
    ip: IpAddress,
    order: SourcePolicy,
    timeoutMs: number,
  ): true | Promise<boolean> {
    const pending: Promise<void>[] = [];
    for (const source of this.#byOrder[order]) {
      const loading = source.pending?.(ip);
      if (loading) pending.push(loading);
    }
    if (pending.length === 0) return true;
    return withDeadline(timeoutMs, () => Promise.all(pending))
      .then(() => true, () => false);
  }

  /** A damaged table counts as no result; the others are still used. */
  #findingsOrNone(source: LocalSource, ip: IpAddress): Findings {
    try {
      return source.lookup(ip);
    } catch (error) {
      // A table that is not loaded yet is not damaged.
      if (!source.pending) this.onDamaged?.(source.name, error);
      return NO_FINDINGS;
    }
  }
}
