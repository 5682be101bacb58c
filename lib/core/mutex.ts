/** Runs pieces of work one after the other, in the order in which they were given. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** What `work` comes to, once everything given before is over, well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
