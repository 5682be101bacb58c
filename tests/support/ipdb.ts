/** Writes small ipdb files for tests. */

export interface IpdbOptions {
  fields?: readonly string[];
  languages?: Record<string, number>;
  /** Bits: 1 for IPv4, 2 for IPv6. */
  ipVersion?: number;
  /** Seconds since the epoch. */
  build?: number;
  /** Replaces fields of the metadata. */
  metadata?: Record<string, unknown>;
}

/** A prefix as its bits, `"1100…"`, and the fields of all addresses below it. */
export type IpdbEntry = readonly [bits: string, values: readonly string[]];

export const IPDB_FIELDS: readonly string[] = [
  "country_name",
  "region_name",
  "city_name",
  "district_name",
  "owner_domain",
  "isp_domain",
  "country_code",
];

/** The bits before an IPv4 prefix. */
export const IPDB_V4 = "0".repeat(80) + "1".repeat(16);

/** Writes a file; a later entry must not lie inside an earlier one. */
export function writeIpdb(
  entries: readonly IpdbEntry[],
  {
    fields = IPDB_FIELDS,
    languages = { CN: 0 },
    ipVersion = 3,
    build = 1_780_000_000,
    metadata = {},
  }: IpdbOptions = {},
): Uint8Array<ArrayBuffer> {
  type Slot = number | { offset: number } | null;
  const nodes: [Slot, Slot][] = [[null, null]];
  const records: number[] = new Array(8).fill(0);
  for (const [bits, values] of entries) {
    const text = new TextEncoder().encode(values.join("\t"));
    const leaf = { offset: records.length };
    records.push(text.length >> 8, text.length & 255, ...text);
    let node = 0;
    for (const [i, bit] of [...bits].entries()) {
      const side = bit === "1" ? 1 : 0;
      if (i === bits.length - 1) {
        nodes[node][side] = leaf;
        break;
      }
      const next = nodes[node][side];
      if (typeof next === "number") node = next;
      else node = nodes[node][side] = nodes.push([null, null]) - 1;
    }
  }
  const total = nodes.length * 8 + records.length;
  const json = new TextEncoder().encode(JSON.stringify({
    build,
    ip_version: ipVersion,
    languages,
    node_count: nodes.length,
    total_size: total,
    fields,
    ...metadata,
  }));
  const file = new Uint8Array(4 + json.length + total);
  const view = new DataView(file.buffer);
  view.setUint32(0, json.length);
  file.set(json, 4);
  const treeAt = 4 + json.length;
  nodes.flat().forEach((slot, i) => {
    const value = typeof slot === "number"
      ? slot
      : nodes.length + (slot?.offset ?? 0);
    view.setUint32(treeAt + i * 4, value);
  });
  file.set(records, treeAt + nodes.length * 8);
  return file;
}
