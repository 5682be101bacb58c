/**
 * Every reason for an error, with the parameters of its sentence. The sentences are
 * in `lib/core/errors/`; they are formatted only when a response is written.
 */

import en from "./errors/en.json" with { type: "json" };

type Texts = typeof en;

/** Why a registry gave no usable response. */
export type RegistryFailure = keyof Texts["registryFailures"];

/** The parameters of the sentences that have some. Lengths of fields are in characters. */
interface Parameters {
  body_too_large: { maxBytes: number };
  /** `allow` as in the header: a list of methods. */
  method_not_allowed: { allow: string };
  parameter_unknown: { values: readonly string[] };
  parameter_repeated: { name: string };
  /** `position` counts from 1. */
  list_item_malformed: { name: string; position: number };
  /** A probe host for the other family. */
  family_not_served: { family: 4 | 6 };
  asn_unknown: { asn: number };
  address_list_malformed: { max: number };
  target_list_malformed: { max: number };
  /** `position` counts from 1. */
  address_malformed_at: { position: number };
  batch_too_large: { max: number };
  callback_too_long: { max: number };
  rate_limited: { limit: number; windowSeconds: number; retrySeconds: number };
  address_banned_until: { untilMs: number };
  address_banned_for_excess: { untilMs: number };
  field_too_long: { max: number };
  /** `name` as in the URL or the form. */
  not_one_of: { name: string; values: readonly string[] };
  too_many_wrong_passwords: { retrySeconds: number };
  password_too_short: { min: number };
  password_too_long: { max: number };
  quota_malformed: { max: number };
  /** `resetAtMs`: milliseconds since the epoch. */
  quota_used_up: { limit: number; resetAtMs: number };
  /** A batch of `count` requests. */
  quota_too_small: { count: number; remaining: number; resetAtMs: number };
  token_name_malformed: { max: number };
  token_limit: { max: number };
  token_slots_spent: { max: number; freeAtMs: number };
  ad_too_early: { waitSeconds: number };
  ads_used_up: { maxPerDay: number };
  ban_block_too_wide: { family: 4 | 6; minPrefixLength: number };
  ban_of_own_address: { ip: string };
  ban_hours_malformed: { max: number };
  ban_reason_malformed: { max: number };
  bans_full: { max: number };
  target_too_long: { max: number };
  policy_too_long: { max: number };
  /** `block`: English name of the reserved block; null if it has none. */
  address_reserved: { block: string | null };
  /** `family`: the one that was requested, before a space; empty for both. */
  name_without_address: { family: "" | "IPv4 " | "IPv6 " };
  name_resolves_to_reserved: { family: "" | "IPv4 " | "IPv6 " };
  network_malformed: { minPrefixLength: number };
  network_too_large: { minPrefixLength: number };
  address_or_network_required: { minPrefixLength: number };
  keyword_too_short: { min: number };
  /** `extendedErrors`: codes of RFC 8914. */
  dnssec_validation_failed: { extendedErrors: readonly number[] };
  /** `rcode`: the DNS response code, such as SERVFAIL. */
  name_servers_refused: { rcode: string };
  scans_busy: { retrySeconds: number };
  asn_malformed: { max: number };
  not_registered: { target: string };
  not_assigned: { target: string };
  registry_failed: { failure: RegistryFailure };
  registrations_busy: { retrySeconds: number };
  transfer_size: { maxBytes: number };
}

/** All reasons by name, with their parameters. */
export type ErrorReasons =
  & Record<Exclude<keyof Texts["reasons"], keyof Parameters>, unknown>
  & Parameters;

/** A reason with its parameters: `{ reason: "field_too_long", max: 300 }`. */
export type ErrorParams = {
  [R in keyof ErrorReasons]: Readonly<{ reason: R } & ErrorReasons[R]>;
}[keyof ErrorReasons];
