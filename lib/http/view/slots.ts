/** Private-use characters, which no text of a page contains. */
const [OPEN, CLOSE] = ["\uE000", "\uE001"];
/** As it is, or as a part of a URL. */
const SLOT = new RegExp(
  `${OPEN}(\\w+)${CLOSE}|${encodeURIComponent(OPEN)}(\\w+)${
    encodeURIComponent(CLOSE)
  }`,
);

/** Where a part of a page differs from page to page. */
export interface SlotUse<Slot> {
  readonly slot: Slot;
  /** Whether its value is a part of a URL there. */
  readonly isEncoded: boolean;
}

/** The placeholders to render for slots. */
export function slotsOf<Slot extends string>(
  names: readonly Slot[],
): Record<Slot, string> {
  return Object.fromEntries(
    names.map((name) => [name, OPEN + name + CLOSE]),
  ) as Record<Slot, string>;
}

/**
 * Divides HTML at its placeholders: fixed texts, and slots in between. A slot may
 * come several times.
 *
 * @throws {TypeError} if the slots in `html` differ from `slots`
 */
export function piecesOf<Slot extends string>(
  html: string,
  slots: readonly Slot[],
): (string | SlotUse<Slot>)[] {
  // Behind each fixed text, the two groups of a slot: one of them is set.
  const parts: (string | undefined)[] = html.split(SLOT);
  const pieces: (string | SlotUse<Slot>)[] = [];
  const found = new Set<string>();
  for (let i = 0; i < parts.length; i += 3) {
    pieces.push(parts[i]!);
    const name = parts[i + 1] ?? parts[i + 2];
    if (name === undefined) break;
    found.add(name);
    pieces.push({ slot: name as Slot, isEncoded: parts[i + 1] === undefined });
  }
  if (found.symmetricDifference(new Set(slots)).size > 0) {
    throw new TypeError(
      `Expected the slots ${slots.join()}, received ${[...found].join()}`,
    );
  }
  return pieces;
}
