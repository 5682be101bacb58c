import {
  type EndpointDescription,
  type Operation,
  operationOf,
} from "./operation.ts";
import { compatible } from "./operations/compatible.ts";
import { egress } from "./operations/egress.ts";
import { geoip } from "./operations/geoip.ts";
import { ranges } from "./operations/ranges.ts";
import { ipApi } from "./operations/ip_api.ts";
import { lookups } from "./operations/lookups.ts";
import { publicIp } from "./operations/public_ip.ts";
import { v1, v2 } from "./operations/versioned.ts";

/** The endpoint that returns the document. */
export const document = {
  id: "getOpenapi",
  path: "/openapi.json",
  group: "OpenAPI",
  summary: "The description of these endpoints, OpenAPI 3.1",
  content: { "application/json": ["OpenApi"] },
} as const satisfies EndpointDescription;

const descriptions: readonly EndpointDescription[] = [
  ...publicIp,
  ...geoip,
  ...ranges,
  ...v1,
  ...v2,
  ...compatible,
  ...ipApi,
  ...lookups,
  ...egress,
  document,
];

/** Every endpoint, in the order of the page. */
export const OPERATIONS: readonly Operation[] = descriptions.map(operationOf);
