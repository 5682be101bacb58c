import type { Message } from "./message.ts";
import type { RecordType } from "./question.ts";
import type { DnsRecord } from "./records.ts";
import { isReservedReverseName } from "./wire_name.ts";

/**
 * The records of a response that belong to the queried name, in order: its
 * chain of aliases, and the records of `type` at the end of the chain.
 * Everything else was not requested and is not trusted. A loop ends the chain.
 */
export function recordsFor(
  type: RecordType,
  { name, records }: Pick<Message, "name" | "records">,
): DnsRecord[] {
  const isAliased = type !== "CNAME" &&
    records.some((record) => record.type === "CNAME");
  const { chain, end } = isAliased
    ? chainFrom(name, records)
    : { chain: null, end: name };
  return records.filter((record) =>
    chain?.has(record) || record.type === type && record.name === end &&
      !isInnerPointer(record, name)
  );
}

/**
 * Whether an alias leads from a public reverse zone into that of a reserved
 * block. The owner of any reverse zone could use such an alias to learn the
 * names of internal hosts from a resolver inside the network.
 */
function isInnerPointer({ type, name }: DnsRecord, asked: string): boolean {
  return type === "PTR" && name !== asked && isReservedReverseName(name) &&
    !isReservedReverseName(asked);
}

function chainFrom(name: string, records: readonly DnsRecord[]) {
  const aliases = new Map<string, DnsRecord & { type: "CNAME" }>();
  for (const record of records) {
    // RFC 2181 section 10.1 forbids several; the first one counts.
    if (record.type !== "CNAME" || aliases.has(record.name)) continue;
    aliases.set(record.name, record);
  }
  const chain = new Set<DnsRecord>();
  let end = name;
  for (;;) {
    const alias = aliases.get(end);
    if (!alias || chain.has(alias)) return { chain, end };
    chain.add(alias);
    end = alias.data;
  }
}
