import { createHash } from "node:crypto";
import { nameToWire } from "../../dns/wire_name.ts";
import type { DnsRecord } from "../../dns/records.ts";
import { type Finding, missing, ok, untested, wrong } from "./finding.ts";
import type { Delegation, ServerReport } from "./zone_servers.ts";

type Signer = DnsRecord & { type: "DS" };
type Key = DnsRecord & { type: "DNSKEY" };

/** IANA "DNSSEC Delegation Signer Digest Algorithms", 2026-01. */
const DIGESTS: Readonly<Record<number, string>> = {
  1: "sha1",
  2: "sha256",
  4: "sha384",
};

/** Signatures that expire sooner are about to be renewed too late. */
const SOON_MS = 2 * 86_400_000;

/**
 * The chain from the parent to the keys, and how long the signatures are valid.
 *
 * Compares the digests of the DS records with the keys. The signatures
 * themselves are not verified: whether a resolver validated them is said
 * separately.
 *
 * @param isAuthentic whether a validating resolver accepted the zone's SOA
 * record; null if that is not known
 */
export function dnssecChecks(
  { zone, signers }: Delegation,
  reports: readonly ServerReport[],
  isAuthentic: boolean | null,
  nowMs: number,
): Finding[] {
  const keySets = reports.flatMap(({ keys }) => keys === null ? [] : [keys]);
  if (keySets.length === 0 || signers === null) {
    const reason = signers === null ? "parent_silent" : "zone_silent";
    return [untested("dnssec", reason), untested("signatures", reason)];
  }
  const keys = keySets.flat().filter((record): record is Key =>
    record.type === "DNSKEY"
  );
  const ds = signers.filter((record): record is Signer => record.type === "DS");
  if (ds.length === 0 && keys.length === 0) {
    return [missing("dnssec"), missing("signatures")];
  }
  return [
    chainCheck(zone, ds, keys, isAuthentic),
    signatureCheck(zone, reports, nowMs),
  ];
}

function chainCheck(
  zone: string,
  signers: readonly Signer[],
  keys: readonly Key[],
  isAuthentic: boolean | null,
): Finding {
  const lines = [
    ...signers.map(({ data }) =>
      `DS ${data.keyTag} ${data.algorithm} ${data.digestType} ${data.digest}`
    ),
    ...new Set(
      keys.map(({ data }) =>
        `DNSKEY ${data.flags} ${data.protocol} ${data.algorithm} ; ${data.keyTag}`
      ),
    ),
  ];
  if (signers.length === 0) return wrong("dnssec", "no_ds", lines);
  if (keys.length === 0) return wrong("dnssec", "no_keys", lines);
  const isMatched = signers.some((signer) =>
    keys.some((key) => matches(zone, signer, key))
  );
  if (!isMatched) {
    // Only a validator that knows the digest rejects the zone (RFC 4509 section 3).
    return signers.some(({ data }) => !(data.digestType in DIGESTS))
      ? untested("dnssec", "unknown_digest")
      : wrong("dnssec", "no_match", lines);
  }
  if (isAuthentic === false) return wrong("dnssec", "not_validated", lines);
  return ok("dnssec", lines, isAuthentic === null ? "not_asked" : null);
}

/** Whether a DS record has the digest of a key (RFC 4034 section 5.1.4). */
export function matches(
  zone: string,
  { data: ds }: Pick<Signer, "data">,
  { data: key }: Pick<Key, "data">,
): boolean {
  const digest = DIGESTS[ds.digestType];
  const name = nameToWire(zone);
  if (digest === undefined || name === null || key.keyTag !== ds.keyTag) {
    return false;
  }
  const data = Uint8Array.of(
    key.flags >>> 8,
    key.flags,
    key.protocol,
    key.algorithm,
    ...Uint8Array.fromBase64(key.publicKey),
  );
  return createHash(digest).update(name).update(data).digest("hex") ===
    ds.digest;
}

/** The type, and the validity, from the data of a RRSIG record. */
function validityOf(data: string) {
  const [type, , , , expires, begins] = data.split(" ");
  const time = (text: string) =>
    Date.parse(
      text.replace(
        /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/,
        "$1-$2-$3T$4:$5:$6Z",
      ),
    );
  return { type, expiresMs: time(expires), beginsMs: time(begins) };
}

function signatureCheck(
  zone: string,
  reports: readonly ServerReport[],
  nowMs: number,
): Finding {
  const signatures = reports.flatMap(({ name, ip, soa, keys }) =>
    [...soa?.answers ?? [], ...keys ?? []].flatMap((record) =>
      record.type === "RRSIG" && record.name === zone
        ? { server: `${name} (${ip.text})`, ...validityOf(record.data) }
        : []
    )
  );
  const lines = [
    ...new Set(
      signatures.map(({ server, type, beginsMs, expiresMs }) =>
        `${server}: RRSIG ${type} ${isoDay(beginsMs)} – ${isoDay(expiresMs)}`
      ),
    ),
  ];
  const areSigned = (type: string, sets: (readonly DnsRecord[])[]) =>
    sets.length > 0 &&
    sets.every((records) =>
      records.some((record) =>
        record.type === "RRSIG" && record.name === zone &&
        validityOf(record.data).type === type
      )
    );
  // Of each server that answered from the zone.
  const soas = reports.flatMap(({ soa }) =>
    soa?.isAuthoritative && soa.answers.length > 0 ? [soa.answers] : []
  );
  const keySets = reports.flatMap(({ keys }) => keys === null ? [] : [keys]);
  if (!areSigned("SOA", soas) || !areSigned("DNSKEY", keySets)) {
    return wrong("signatures", "unsigned", lines);
  }
  if (signatures.some(({ expiresMs }) => expiresMs < nowMs)) {
    return wrong("signatures", "expired", lines);
  }
  if (signatures.some(({ beginsMs }) => beginsMs > nowMs)) {
    return wrong("signatures", "early", lines);
  }
  return signatures.some(({ expiresMs }) => expiresMs < nowMs + SOON_MS)
    ? wrong("signatures", "expires_soon", lines)
    : ok("signatures", lines);
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ") + "Z";
}
