import { inNextTurn } from "../../core/turns.ts";
import type { ChargeDesk, ChargeReceipt } from "./quotas.ts";

/** Charges of one request each, of one token. */
interface Gathered {
  count: number;
  readonly taken: Promise<ChargeReceipt>;
}

/**
 * A charge desk in another thread. The requests that a turn of the event loop
 * brings are charged together: a charge of its own, which is two messages and five
 * promises in the main thread, would cost it nearly as much as the whole request.
 */
export class GatheredCharges implements ChargeDesk {
  /** Those that are not sent yet, by the token's hash. */
  readonly #open = new Map<string, Gathered>();

  /** @param desk in the main thread */
  constructor(private readonly desk: ChargeDesk) {}

  async take(hash: string, count: number): Promise<ChargeReceipt> {
    if (count > 1) return await this.desk.take(hash, count);
    let gathered = this.#open.get(hash);
    if (!gathered) {
      gathered = { count: 0, taken: this.#send(hash) };
      this.#open.set(hash, gathered);
    }
    const position = ++gathered.count;
    const { granted, quota, key } = await gathered.taken;
    // Without a request left, or after the last one.
    if (position > granted) return { granted: 0, quota, key };
    const after = granted - position;
    const { used, remaining } = quota;
    return {
      granted: 1,
      quota: { ...quota, used: used - after, remaining: remaining + after },
      key,
    };
  }

  async refund(receipt: ChargeReceipt, count: number): Promise<void> {
    await this.desk.refund(receipt, count);
  }

  async #send(hash: string): Promise<ChargeReceipt> {
    await new Promise<void>(inNextTurn);
    const { count } = this.#open.get(hash)!;
    this.#open.delete(hash);
    return await this.desk.take(hash, count, 1);
  }
}
