import type { NameServer } from "./rdap/delegation.ts";
import type { RegistryEvent } from "./rdap/lenient.ts";
import type {
  RegistrationBody,
  RegistrationData,
} from "./registration_body.ts";

/** A person or organization to contact about a registration. */
export type RegistrationContact = Readonly<
  RegistrationData["contacts"][number]
>;

export interface RawResponse {
  readonly type: "json" | "text";
  readonly text: string;
}

/** A registration with its query and its response. Times are ISO 8601 in UTC. */
export interface Registration extends Readonly<RegistrationData> {
  readonly kind: RegistrationBody["query"]["type"];
  /** The target of the query, normalized. */
  readonly target: string;
  readonly source: RegistrationBody["meta"]["source"];
  /** Host name of the server that responded. */
  readonly server: string;
  readonly raw: RawResponse;
  readonly fetchedAt: string;
}

/** A response that could not be interpreted. */
export type UninterpretedResponse = Pick<
  Registration,
  "source" | "server" | "raw" | "fetchedAt"
>;

/** A registration without any details. Its fields have the order of the JSON. */
export const EMPTY_REGISTRATION: Readonly<RegistrationData> = {
  subject: "",
  unicode_name: null,
  object_type: "",
  handle: null,
  name: null,
  allocation_type: null,
  country: null,
  networks: [],
  autonomous_systems: [],
  parent_handle: null,
  registrar: null,
  registrar_iana_id: null,
  contacts: [],
  whois_server: null,
  created_at: null,
  updated_at: null,
  expires_at: null,
  events: [],
  statuses: [],
  name_servers: [],
  glue: [],
  dnssec: null,
  links: [],
  variants: [],
  remarks: [],
  notices: [],
  redacted: [],
};

/** Events, oldest first. */
export function sortByTime(events: readonly RegistryEvent[]): RegistryEvent[] {
  return [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * The most items listed of anything: each becomes a row on the page. The raw
 * response has all of them.
 */
const MAX_LISTED = 200;

export function truncateList<T>(items: readonly T[], max = MAX_LISTED): T[] {
  return items.slice(0, max);
}

/** The names of servers, and those for which the registry has addresses. */
export function delegation(
  servers: readonly NameServer[],
): Pick<RegistrationData, "name_servers" | "glue"> {
  const listed = truncateList(servers);
  return {
    name_servers: listed.map(({ name }) => name),
    glue: listed.filter(({ addresses }) => addresses.length > 0),
  };
}

/** A registration as JSON, with every field. */
export function registrationJson(
  { kind, target, source, server, fetchedAt, raw, ...data }: Registration,
): RegistrationBody {
  return {
    ok: true,
    query: { target, type: kind },
    data: {
      ...data,
      raw: raw.type === "json" ? JSON.parse(raw.text) : raw.text,
    },
    meta: { source, server, fetched_at: fetchedAt },
  };
}
