/** Counts the rows of a file, of which a few may be unreadable: under one in a hundred. */
export class RowCount {
  good = 0;
  bad = 0;

  /** @throws {Error} where there are none, or too many were unreadable */
  check(): void {
    const { good, bad } = this;
    if (good + bad === 0) throw new Error("it has no entries");
    if (bad * 100 >= good + bad) {
      throw new Error(`${bad} of its ${good + bad} entries cannot be read`);
    }
  }
}
