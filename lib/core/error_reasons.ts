/**
 * Every reason for an error, with the parameters of its sentence. The sentences are
 * in `lib/i18n/errors/`; they are formatted only when a response is written.
 */

type None = Record<never, never>;

/** Why a registry gave no usable response. */
export type RegistryFailure =
  | "no_bootstrap"
  | "server_not_allowed"
  | "redirect_not_allowed"
  | "insecure"
  | "too_many_redirects"
  | "wrong_type"
  | "too_large"
  | "unreachable"
  | "rejected"
  | "malformed"
  | "other_name"
  | "busy"
  | "paused"
  | "timeout";

/** All reasons by name, with their parameters. Lengths of fields are in characters. */
export interface ErrorReasons {
  // Requests that are malformed, refused or cannot be served now.
  nothing_here: None;
  browsers_only: None;
  internal_error: None;
  request_malformed: None;
  request_too_large: None;
  sent_from_another_site: None;
  body_too_large: { maxBytes: number };
  body_incomplete: None;
  form_expected: None;
  json_expected: None;
  json_malformed: None;
  method_unknown: None;
  /** `allow` as in the header: a list of methods. */
  method_not_allowed: { allow: string };
  host_too_long: None;
  host_malformed: None;
  scheme_unsupported: None;
  url_has_fragment: None;
  url_malformed: None;
  path_malformed: None;
  family_invalid: None;
  parameter_unknown: { values: readonly string[] };
  parameter_repeated: { name: string };
  /** `position` counts from 1. */
  list_item_malformed: { name: string; position: number };
  /** A probe host for the other family. */
  family_not_served: { family: 4 | 6 };
  target_missing: None;
  only_own_address: None;
  country_malformed: None;
  ranges_unknown: None;
  asn_unknown: { asn: number };
  range_lists_busy: None;
  batches_busy: None;
  address_list_malformed: { max: number };
  target_list_malformed: { max: number };
  /** `position` counts from 1. */
  address_malformed_at: { position: number };
  batch_malformed: None;
  batch_too_large: { max: number };
  callback_empty: None;
  callback_too_long: { max: number };
  callback_malformed: None;
  callback_reserved: None;
  rate_limited: { limit: number; windowSeconds: number; retrySeconds: number };
  address_banned: None;
  address_banned_until: { untilMs: number };
  address_banned_for_excess: { untilMs: number };
  store_unavailable: None;

  // Invalid form fields.
  action_unknown: None;
  preference_unknown: None;
  field_required: None;
  field_repeated: None;
  field_too_long: { max: number };
  invisible_characters: None;
  /** `name` as in the URL or the form. */
  not_one_of: { name: string; values: readonly string[] };
  confirmation_required: None;
  email_malformed: None;

  // Accounts, sign-in, passwords.
  sign_in_required: None;
  sign_in_again: None;
  sign_up_closed: None;
  credentials_wrong: None;
  sign_in_disabled: None;
  administrators_only: None;
  accounts_full: None;
  account_not_found: None;
  email_taken: None;
  current_password_wrong: None;
  too_many_wrong_passwords: { retrySeconds: number };
  password_too_short: { min: number };
  password_too_long: { max: number };
  password_is_email: None;
  password_one_character: None;
  password_checks_busy: None;
  last_administrator: None;
  cannot_disable_self: None;
  cannot_demote_self: None;
  cannot_delete_self: None;
  quota_malformed: { max: number };

  // API tokens, and the ads that add to their quotas.
  token_required: None;
  token_account_disabled: None;
  token_inactive: None;
  /** `resetAtMs`: milliseconds since the epoch. */
  quota_used_up: { limit: number; resetAtMs: number };
  /** A batch of `count` requests. */
  quota_too_small: { count: number; remaining: number; resetAtMs: number };
  token_not_found: None;
  tokens_changed: None;
  token_name_malformed: { max: number };
  replaced_token_gone: None;
  inactive_token_not_replaceable: None;
  one_token_only: None;
  token_limit: { max: number };
  token_slots_spent: { max: number; freeAtMs: number };
  ad_not_for_plan: None;
  ad_without_token: None;
  ad_ticket_redeemed: None;
  ad_ticket_invalid: None;
  ad_ticket_of_another_account: None;
  ad_ticket_expired: None;
  ad_too_early: { waitSeconds: number };
  ads_used_up: { maxPerDay: number };

  // Administration: bans and field switches.
  ban_not_found: None;
  ban_block_malformed: None;
  date_malformed: None;
  selection_empty: None;
  ban_block_too_wide: { family: 4 | 6; minPrefixLength: number };
  ban_of_own_address: { ip: string };
  ban_hours_malformed: { max: number };
  ban_end_out_of_range: None;
  ban_reason_malformed: { max: number };
  bans_full: { max: number };
  fields_changed: None;

  // Text that is not an address or domain name.
  target_encoding_broken: None;
  target_empty: None;
  target_too_long: { max: number };
  target_characters_invalid: None;
  ipv4_malformed: None;
  ipv6_malformed: None;
  domain_malformed: None;
  address_required: None;
  domain_required: None;

  // Information about addresses, and resolving names to addresses.
  fact_not_known: None;
  access_refused: None;
  policy_empty: None;
  policy_too_long: { max: number };
  tables_loading: None;
  /** `block`: English name of the reserved block; null if it has none. */
  address_reserved: { block: string | null };
  /** `family`: the one that was requested, before a space; empty for both. */
  name_without_address: { family: "" | "IPv4 " | "IPv6 " };
  name_not_resolved: None;
  name_resolves_to_reserved: { family: "" | "IPv4 " | "IPv6 " };
  name_lookups_busy: None;

  // DNS lookups.
  query_required: None;
  reverse_lookup_needs_address: None;
  dns_lookup_of_address: None;
  dns_lookup_needs_domain: None;
  record_type_unknown: None;
  network_malformed: { minPrefixLength: number };
  network_too_large: { minPrefixLength: number };
  address_or_network_required: { minPrefixLength: number };
  keyword_too_short: { min: number };
  keyword_impossible: None;
  cursor_of_another_search: None;
  index_unavailable: None;
  index_off: None;
  name_servers_silent: None;
  name_servers_failed: None;
  /** `extendedErrors`: codes of RFC 8914. */
  dnssec_validation_failed: { extendedErrors: readonly number[] };
  reverse_name_reserved: None;
  zone_check_late: None;
  zone_check_off: None;
  zone_not_found: None;
  /** `rcode`: the DNS response code, such as SERVFAIL. */
  name_servers_refused: { rcode: string };
  scans_busy: { retrySeconds: number };
  blocklists_need_address: None;
  blocklists_off: None;

  // Registrations.
  whois_switched_off: None;
  asn_malformed: { max: number };
  cidr_malformed: None;
  not_registered: { target: string };
  not_assigned: { target: string };
  registry_failed: { failure: RegistryFailure };
  registry_without_server: None;
  response_not_interpreted: None;
  registrations_busy: { retrySeconds: number };

  // The egress test.
  port_malformed: None;
  client_unknown: None;
  client_reserved: None;
  port_checks_busy: None;
  nonce_malformed: None;
  no_probe_zone: None;
  no_speed_test: None;
  speed_test_busy: None;
  transfer_size: { maxBytes: number };
}

/** A reason with its parameters: `{ reason: "field_too_long", max: 300 }`. */
export type ErrorParams = {
  [R in keyof ErrorReasons]: Readonly<{ reason: R } & ErrorReasons[R]>;
}[keyof ErrorReasons];
