import type { Message } from "./message.ts";
import type { RecordType } from "./question.ts";
import type { DnsRecord } from "./records.ts";
import { isReservedReverseName } from "./wire_name.ts";

/**
 * The records of an answer that are about the name asked for, in their order:
 * those of `type` at the end of its chain of aliases, and the chain. Whatever
 * else a server put into its answer was not asked for and is not believed. A
 * chain that bites its own tail ends there.
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
 * Whether an alias led from a public reverse zone into that of a reserved
 * block. Whoever holds any reverse zone can point it there, and would learn the
 * names of inner hosts from a resolver inside the network.
 */
function isInnerPointer({ type, name }: DnsRecord, asked: string): boolean {
  return type === "PTR" && name !== asked && isReservedReverseName(name) &&
    !isReservedReverseName(asked);
}

function chainFrom(name: string, records: readonly DnsRecord[]) {
  const aliases = new Map<string, DnsRecord & { type: "CNAME" }>();
  for (const record of records) {
    // Of several, which RFC 2181 section 10.1 forbids, the first one leads on.
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

/** The names in an answer about PTR records. */
export function pointerNames(
  message: Pick<Message, "name" | "records">,
): string[] {
  return recordsFor("PTR", message)
    .flatMap((record) => record.type === "PTR" ? record.data : []);
}
