/** Fills a block with numbers nobody can guess. */
export type FillRandom = (block: Uint16Array<ArrayBuffer>) => void;

const BLOCK_LENGTH = 1024;

/** Numbers from 0 to 65535. They are drawn in blocks: a draw for each question would cost as much as its answer. */
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
 * Names in randomly mixed case. A server copies the question into its answer
 * as it came, so each letter is one more bit a forger has to guess
 * (draft-vixie-dnsext-dns0x20-00).
 */

const CASE_BIT = 0x20;

/** Puts each letter of a name in wire form in either case at random, in place. */
export function randomizeCase0x20(
  wireName: Uint8Array,
  random: RandomNumbers,
): void {
  let bits = 0;
  let left = 0;
  for (let i = 0; i < wireName.length; i++) {
    const folded = wireName[i] | CASE_BIT;
    // The lengths between the labels are below any letter.
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
export function lowered(octet: number): number {
  const folded = octet | CASE_BIT;
  return isLetter(folded) ? folded : octet;
}

/** Of an octet whose case bit is set. */
function isLetter(octet: number): boolean {
  return octet >= 0x61 && octet <= 0x7a;
}
