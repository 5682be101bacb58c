/**
 * A request for each row and method of the URL table, as whoever uses it sends it.
 * Whois asks registries: set RDAP_BOOTSTRAP_URL and name servers of this machine.
 */
import { URL_TABLE, type UrlRow } from "../../lib/http/url_table.ts";

export interface EndpointRequest {
  readonly row: UrlRow;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  /** The media type of the body. */
  readonly type?: string;
}

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Parameters by the path of their row, or by their name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  "/lookup/:query*": "9.9.9.0/24",
  "/whois/:target*": "example.com",
  "/docs/:group": "v1",
  "/geoip/databases/:path*": "Porthole-ASN/update",
  "/preview/:target*": "8.8.8.8",
  ":target": "8.8.8.8",
  ":query": "8.8.8.8",
  ":ip": "8.8.8.8",
  ":fact": "asn",
  ":domain": "a.silent.test",
  ":port": "443",
  ":country": "US",
  ":asn": "15169",
  ":nonce": "0123456789abcdef",
  ":file": "NOTICE.txt",
  ":id": "x",
};

const targets = '{"targets":["8.8.8.8","a.silent.test"]}';
const BODIES: Readonly<Record<string, string>> = {
  "/api/v1/batch": targets,
  "/api/v2/batch": targets,
  "/batch": '["8.8.8.8"]',
  "/api/egress/enrich": '{"ips":["8.8.8.8"]}',
  "/api/speed/upload": "x".repeat(1_000),
  "/mcp":
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_address","arguments":{"address":"8.8.8.8"}}}',
};
const FORM = "email=a%40a.example&password=correct+horse&action=x";

function pathOf({ path }: UrlRow): string {
  return path.replace(
    /:\w+\*?/g,
    (name) => PARAMETERS[path] ?? PARAMETERS[name] ?? "x",
  );
}

/** Rows without methods only describe errors. */
export const ENDPOINT_REQUESTS: readonly EndpointRequest[] = URL_TABLE.flatMap(
  (row) =>
    row.methods.map((method) => {
      const path = pathOf(row);
      if (method === "GET") return { row, method, path };
      const body = BODIES[row.path];
      return body === undefined
        ? { row, method, path, body: FORM, type: FORM_TYPE }
        : { row, method, path, body, type: JSON_TYPE };
    }),
);

/** The headers of a request to a service at this origin, from a page of its own. */
export function headersOf(
  { row, type }: Pick<EndpointRequest, "row" | "type">,
  origin: string,
): Record<string, string> {
  return {
    ...type && { "content-type": type },
    ...type === FORM_TYPE && { origin },
    ...row.errors === "page" && { accept: "text/html" },
  };
}
