import { preferredType } from "./accept.ts";
import type { HostRole } from "./hosts.ts";
import { isSiteFile, rowOf, rowOfSegment } from "./url_rows.ts";
import type { ErrorFormat } from "./url_table.ts";

const byPreference = { text: "text", json: "geoip", html: "page" } as const;

/** The error format of a path on a host. `pathname` and `search` are still percent-encoded. */
export function errorFormatOf(
  role: HostRole,
  pathname: string,
  accept: string | null,
  search = "",
): ErrorFormat {
  const row = rowOf(pathname);
  if (role !== "main" && row?.hosts !== "all") {
    return role === "api" ? "geoip" : "text";
  }
  const errors = row?.errors ?? "page";
  if (errors === "accept") return byPreference[preferredType(accept)];
  if (typeof errors === "string") return errors;
  const output = new URLSearchParams(search).get("output");
  return output === "json" ? errors.json : "page";
}

/** Whether a host serves a path at all: the table names the few that others than the main host serve. */
export function hostServes(
  role: HostRole,
  pathname: string,
  hasApiHost: boolean,
): boolean {
  if (role === "main" && !hasApiHost) return true;
  switch (rowOfSegment(pathname)?.hosts) {
    case "all":
      return true;
    case "probes":
      return role !== "api";
    case "api":
      return role === "api" || role === "main" && isSiteFile(pathname);
    default:
      return role === "main" || role === "api" && isSiteFile(pathname);
  }
}
