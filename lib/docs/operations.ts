import type * as z from "zod";
import { type Operation, operationOf } from "./operation.ts";
import { geoip, publicIp } from "./operations/addresses.ts";
import { exported, programs } from "./operations/exports.ts";
import { egress, lookups } from "./operations/lookups.ts";
import { compatible, versioned } from "./operations/records.ts";
import { SCHEMAS } from "./schemas.ts";

/** Every endpoint, in the order of the page. */
export const OPERATIONS: readonly Operation[] = [
  ...publicIp,
  ...geoip,
  ...versioned,
  ...compatible,
  ...exported,
  ...programs,
  ...lookups,
  ...egress,
].map(operationOf);

const ownSchemas = OPERATIONS.flatMap(({ content }) =>
  Object.values(content).flat().filter((body) => typeof body === "object")
);

export const DOCUMENT_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...SCHEMAS,
  ...Object.fromEntries(ownSchemas.map(({ name, schema }) => [name, schema])),
};
