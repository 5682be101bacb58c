import {
  EMPTY_REGISTRATION,
  type Registration,
} from "../whois/registration.ts";

const registeredAt = "1995-08-14T04:00:00.000Z";
const changedAt = "2026-01-16T18:26:50.000Z";
const expiresAt = "2026-08-13T04:00:00.000Z";

/** A registration of a name that is set apart for documentation (RFC 2606); no registry is asked. */
export function exampleRegistration(fetchedAtMs: number): Registration {
  return {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: "example.com",
    subject: "example.com",
    source: "rdap",
    server: "rdap.example.net",
    objectType: "domain",
    handle: "EXAMPLE-1",
    registrar: "Example Registrar",
    contacts: [{
      roles: ["abuse"],
      name: "Abuse desk",
      organisation: null,
      emails: ["abuse@example.net"],
      phones: [],
      isRedacted: false,
    }],
    createdAt: registeredAt,
    updatedAt: changedAt,
    expiresAt,
    events: [
      { action: "registration", at: registeredAt },
      { action: "last changed", at: changedAt },
      { action: "expiration", at: expiresAt },
    ],
    statuses: ["active"],
    nameServers: ["ns.example.com"],
    links: [{
      rel: "self",
      href: "https://rdap.example.net/domain/example.com",
      type: "application/rdap+json",
    }],
    raw: {
      type: "json",
      text: '{"objectClassName":"domain","ldhName":"example.com"}',
    },
    fetchedAt: new Date(fetchedAtMs).toISOString(),
  };
}
