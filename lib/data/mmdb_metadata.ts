/** The metadata of a MaxMind DB file. */
export interface MmdbMetadata {
  readonly type: string;
  readonly ipVersion: 4 | 6;
  /** Nodes of the search tree, a measure of the database's size. */
  readonly nodeCount: number;
  /** Bits per record. A node is two records. */
  readonly recordSize: 24 | 28 | 32;
  readonly treeBytes: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
}

/**
 * Checks the fields of the metadata, whose file can come from any source.
 *
 * @throws {Error} if they are invalid, or contradict the size of the file
 */
export function checkMetadata(
  fields: {
    readonly format: unknown;
    readonly type: unknown;
    readonly ipVersion: unknown;
    readonly nodeCount: unknown;
    readonly recordSize: unknown;
    /** Seconds. */
    readonly buildEpoch: unknown;
  },
  fileBytes: number,
): MmdbMetadata {
  const cannot = (why: string) => new Error(`Cannot open the MMDB: ${why}`);
  const { format, ipVersion, recordSize } = fields;
  const nodeCount = Number(fields.nodeCount);
  if (format !== 2) throw cannot(`format ${format} is not 2`);
  if (ipVersion !== 4 && ipVersion !== 6) {
    throw cannot(`IP version ${ipVersion} is neither 4 nor 6`);
  }
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32) {
    throw cannot(`its record size is ${recordSize}`);
  }
  const treeBytes = nodeCount * recordSize / 4;
  if (!(nodeCount > 0) || treeBytes >= fileBytes) {
    throw cannot(`a tree of ${nodeCount} nodes in ${fileBytes} bytes`);
  }
  const builtAt = Number(fields.buildEpoch) * 1_000;
  if (!(builtAt > 0)) throw cannot("it has no build time");
  const type = String(fields.type);
  return { type, ipVersion, nodeCount, recordSize, treeBytes, builtAt };
}
