import type {
  DnsResponse,
  PtrResult,
  QueryType,
} from "../../../lib/dns/dns_client.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import type { DnsRecord } from "../../../lib/dns/records.ts";
import type { IpAddress } from "../../../lib/net/ip_address.ts";

/**
 * A scripted response: its code, its records and whether it was cut; null for
 * no response.
 */
export type Script = Record<
  string,
  DnsRecord[] | { cut: DnsRecord[] } | string | null
>;

/** A response of a server; an empty one by default. */
export const response = (over: Partial<DnsResponse> = {}): DnsResponse => ({
  ...{ rcode: "NOERROR", records: [], isCut: false, isAuthentic: false },
  ...{ extendedErrors: [], server: "192.0.2.53", elapsedMs: 1 },
  ...over,
});

/**
 * A client with scripted responses by `name TYPE`, for behavior that no real
 * server shows. Others are NXDOMAIN.
 */
export function scriptedClient(
  script: Script,
): LookupDeps["client"] & { questions: string[] } {
  const questions: string[] = [];
  const answerTo = (question: string): DnsResponse => {
    questions.push(question);
    const scripted = question in script ? script[question] : "NXDOMAIN";
    if (scripted === null) throw new DnsError("timeout", "nobody answered");
    const isCut = typeof scripted === "object" && "cut" in scripted;
    const [rcode, records] = typeof scripted === "string"
      ? [scripted, []]
      : ["NOERROR", isCut ? scripted.cut : scripted];
    return response({ rcode, records: records as DnsRecord[], isCut });
  };
  return {
    questions,
    isValidating: () => Promise.resolve(false),
    query: (name: string, type: QueryType) =>
      Promise.try(() => answerTo(`${name} ${type}`)),
    async *queryPtr(ips: Iterable<IpAddress> | AsyncIterable<IpAddress>) {
      for await (const ip of ips) yield namesOf(ip);
    },
  };

  function namesOf(ip: IpAddress): PtrResult {
    try {
      const { records } = answerTo(`${ip.text} PTR`);
      const names = records.flatMap((record) =>
        record.type === "PTR" ? record.data : []
      );
      return { ip, names };
    } catch {
      return { ip, names: null };
    }
  }
}
