import type { DnsRecord } from "../records.ts";

export type Alias = DnsRecord & { type: "CNAME" };

/** Longer chains are cut: resolvers give up on them as well. */
export const MAX_CHAIN_LENGTH = 16;

/** The aliases from `name` on, in their order; each once. */
export function chainFrom(
  name: string,
  records: readonly DnsRecord[],
): Alias[] {
  const aliases = new Map<string, Alias>();
  for (const record of records) {
    if (record.type === "CNAME" && !aliases.has(record.name)) {
      aliases.set(record.name, record);
    }
  }
  const chain: Alias[] = [];
  let alias = aliases.get(name);
  while (alias && !chain.includes(alias) && chain.length < MAX_CHAIN_LENGTH) {
    chain.push(alias);
    alias = aliases.get(alias.data);
  }
  return chain;
}

/** Whether an address of a name is among the records. */
export function hasAddress(
  name: string,
  records: readonly DnsRecord[],
): boolean {
  return records.some((record) =>
    record.name === name && (record.type === "A" || record.type === "AAAA")
  );
}
