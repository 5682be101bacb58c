import { z } from "zod";
import type { OneFact } from "../../profile/views/one_fact.ts";
import type { Operation } from "../operation.ts";
import { callback, inPath } from "../parameters.ts";

const group = "Public IP";

const facts: Readonly<Record<OneFact, string>> = {
  country: "The English name of the caller's country",
  "country-iso": "The ISO 3166-1 code of the caller's country",
  city: "The caller's city",
  asn: "The caller's autonomous system, such as AS15169",
  "asn-org": "The holder of the caller's autonomous system",
  coordinates: "The caller's latitude and longitude in degrees",
  timezone: "The IANA name of the caller's time zone",
  hostname: "The reverse DNS name of the caller's address",
};

/** The operation id of a path of one fact. */
export function factOperationId(name: string): string {
  const words = name.split("-").map((word) =>
    word[0].toUpperCase() + word.slice(1)
  );
  return `getOwn${words.join("")}`;
}

/** Where the caller is seen. */
export const addresses = [
  {
    id: "getAddress",
    path: "/",
    group,
    summary: "The caller's address as text",
    description: [
      "The bare address and a line break, for every client but one whose Accept header prefers text/html (a browser gets the page) or application/json (the JSON IP object).",
      "A probe host answers over one address family alone, always as text, and a caller of the other with 400.",
    ],
    answers: {
      "text/plain": ["Text"],
      "application/json": ["JsonIp"],
      "text/html": ["Html"],
    },
    errorForm: "Negotiated",
    errors: ["INVALID_TARGET"],
    buckets: ["text", "jsonip", "pages"],
    hosts: "probes",
  },
  {
    id: "getJsonIp",
    path: "/api/jsonip",
    group,
    summary: "The caller's address as JSON",
    parameters: [callback],
    answers: {
      "application/json": ["JsonIp"],
      "application/javascript": ["Script"],
    },
    errorForm: "Error",
    errors: ["INVALID_CALLBACK"],
    buckets: ["jsonip"],
  },
] as const satisfies readonly Operation[];

/** One path for each fact. */
const ownFacts = Object.entries(facts).map(([name, summary]): Operation => ({
  id: factOperationId(name),
  path: `/${name}`,
  group,
  summary,
  description: ["As text; 404 where it is not known."],
  answers: { "text/plain": ["Text"] },
  errorForm: "Text",
  errors: ["NOT_FOUND"],
  buckets: ["text"],
}));

/** What the caller's proxy and firewall do. */
export const checks = [
  {
    id: "getRequest",
    path: "/api/request",
    group,
    summary: "The caller's request as it came in",
    description: [
      "For whoever sets up a proxy: method, URL, headers and where the address was read. Secrets are hidden, and scripts of other sites may not read it.",
    ],
    answers: { "application/json": ["ArrivedRequest"] },
    errorForm: "Error",
    buckets: ["jsonip"],
  },
  {
    id: "checkPort",
    path: "/api/port/{port}",
    group,
    summary: "Whether a TCP port of the caller can be reached from here",
    description: [
      "Connects to the caller's own address alone, sends nothing and closes.",
    ],
    parameters: [
      inPath({
        name: "port",
        description: "A TCP port.",
        schema: z.int().min(1).max(65535),
        example: "443",
      }),
    ],
    answers: { "application/json": ["PortReport"] },
    errorForm: "Error",
    errors: ["INVALID_INPUT", "RESERVED_ADDRESS", "SERVICE_UNAVAILABLE"],
    buckets: ["scan"],
  },
] as const satisfies readonly Operation[];

export const publicIp: readonly Operation[] = [
  ...addresses,
  ...ownFacts,
  ...checks,
];
