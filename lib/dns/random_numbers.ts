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
