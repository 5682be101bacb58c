import { parse } from "csv-parse/sync";

/** A row of a file of facts, and where it is: `networks/mobile.csv:12`. */
export interface FactRow<Column extends string> {
  readonly cells: Readonly<Record<Column, string>>;
  readonly at: string;
}

/** Matches one of some words of letters, digits and hyphens. */
export function oneOf(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join("|")})$`);
}

/**
 * Reads a file of the folder `facts/`, whose form its README describes.
 *
 * @param path from the folder
 * @param columns their names, in order, and what each cell matches
 * @param key the columns by which the rows are in ascending order, without regard
 * to case, and which no two rows share; without it, the order has a meaning
 * @throws {Error} with path and line number, for a row that breaks a rule
 */
export function readFacts<Column extends string>(
  path: string,
  text: string,
  columns: Readonly<Record<Column, RegExp>>,
  key: readonly NoInfer<Column>[] = [],
): FactRow<Column>[] {
  const names = Object.keys(columns) as Column[];
  let keyBefore = "";
  const records = parse(text, {
    comment: "#",
    comment_no_infix: true,
    info: true,
    // Rows of another length are reported below, with the path.
    relax_column_count: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return records.flatMap(({ record, info: { lines } }, i) => {
    const at = `${path}:${lines}`;
    if (i === 0) {
      if (record.join() === names.join()) return [];
      throw new Error(`${at}: the columns are not ${names.join()}`);
    }
    if (record.length !== names.length) {
      throw new Error(`${at}: ${record.length} cells, not ${names.length}`);
    }
    const cells = Object.fromEntries(
      names.map((name, column) => [name, record[column]]),
    ) as Record<Column, string>;
    for (const name of names) {
      if (!columns[name].test(cells[name])) {
        throw new Error(`${at}: "${cells[name]}" is not a valid ${name}`);
      }
    }
    const rowKey = key.map((name) => cells[name].toLowerCase()).join("\0");
    if (key.length > 0 && rowKey <= keyBefore) {
      const why = rowKey === keyBefore ? "a duplicate" : "out of order";
      throw new Error(`${at}: ${key.map((name) => cells[name])} is ${why}`);
    }
    keyBefore = rowKey;
    return [{ cells, at }];
  });
}
