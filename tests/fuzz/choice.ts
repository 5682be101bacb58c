import { seededRandom } from "../bench/host_names.ts";

/** Reproducible choices, which depend only on the seed and the number. */
export class Choice {
  readonly #random: () => number;

  constructor(seed: number, number = 0) {
    this.#random = seededRandom(
      Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b),
    );
  }

  /** An integer from 0 to the limit, exclusive. */
  upTo(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)];
  }

  /** Characters of one octet each, of any kind. */
  octets(length: number): string {
    return Array.from(
      { length },
      () => String.fromCharCode(this.upTo(256)),
    ).join("");
  }
}
