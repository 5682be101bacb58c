/** Fills a block with cryptographically random numbers. */
export type FillRandom = (block: Uint16Array<ArrayBuffer>) => void;

const BLOCK_LENGTH = 1024;

/** Random numbers from 0 to 65535, drawn in blocks: one draw per query would cost as much as the query. */
export class RandomNumbers {
  readonly #fill: FillRandom;
  readonly #block = new Uint16Array(BLOCK_LENGTH);
  #next = BLOCK_LENGTH;

  constructor(fill: FillRandom) {
    this.#fill = fill;
  }

  next(): number {
    if (this.#next === BLOCK_LENGTH) {
      this.#fill(this.#block);
      this.#next = 0;
    }
    return this.#block[this.#next++];
  }
}

/*
 * Randomized letter case. A server copies the question into its response
 * unchanged, so each letter is one more bit that a forger must guess
 * (draft-vixie-dnsext-dns0x20-00).
 */

const CASE_BIT = 0x20;

/** Randomizes the case of each letter of a wire-form name, in place. */
export function randomizeCase0x20(
  wireName: Uint8Array,
  random: RandomNumbers,
): void {
  let bits = 0;
  let left = 0;
  for (let i = 0; i < wireName.length; i++) {
    const folded = wireName[i] | CASE_BIT;
    // Label lengths are below any letter.
    if (!isLetter(folded)) continue;
    if (left === 0) {
      bits = random.next();
      left = 16;
    }
    wireName[i] = bits & 1 ? folded : folded & ~CASE_BIT;
    bits >>>= 1;
    left--;
  }
}

/** An octet in lower case. */
export function toLowerOctet(octet: number): number {
  const folded = octet | CASE_BIT;
  return isLetter(folded) ? folded : octet;
}

/** The value of an octet whose case bit is set. */
function isLetter(octet: number): boolean {
  return octet >= 0x61 && octet <= 0x7a;
}
