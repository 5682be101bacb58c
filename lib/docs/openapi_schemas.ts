import * as z from "zod";
import { mapInTurns } from "../core/async.ts";
import type { Operation, RequestBody } from "./operation.ts";
import { DOCUMENT_SCHEMAS, OPERATIONS } from "./operations.ts";
import type { Parameter } from "./parameters.ts";
import type { MediaType } from "./responses.ts";
import { type JsonSchema, refTo } from "./schemas.ts";
import { parameterText } from "./texts.ts";

export interface DocumentParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string | number;
}

/** The parts of an operation that are generated from schemas. */
export interface OperationSchemas {
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
}

/** The part of the document that is the same on every site. */
export interface OpenapiSchemas {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationSchemas>>;
  /** By name in the document. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

let made: Promise<OpenapiSchemas> | undefined;

/** The schemas of the service in OpenAPI 3.1. Generated once, because it takes most of the time of a document. */
export function openapiSchemas(): Promise<OpenapiSchemas> {
  return made ??= describe();
}

async function describe(): Promise<OpenapiSchemas> {
  const schemas = await mapInTurns(
    Object.keys(DOCUMENT_SCHEMAS),
    (name) => [name, schemaOf(name)] as const,
  );
  const operations = await mapInTurns(
    OPERATIONS,
    (operation) => [operation.id, operationSchemas(operation)] as const,
  );
  return {
    operations: Object.fromEntries(operations),
    schemas: Object.fromEntries(schemas),
  };
}

const names = new Map<unknown, string>(
  Object.entries(DOCUMENT_SCHEMAS).map(([name, schema]) => [schema, name]),
);

/** A schema, with references to the other schemas of the document. */
function schemaOf(name: string): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(DOCUMENT_SCHEMAS[name], {
    override({ zodSchema, jsonSchema }) {
      const other = names.get(zodSchema);
      if (other !== undefined && other !== name) {
        for (const key of Object.keys(jsonSchema)) {
          delete jsonSchema[key as keyof typeof jsonSchema];
        }
        jsonSchema.$ref = refTo(other);
      }
      withoutPattern(jsonSchema);
      withoutTuple(jsonSchema);
    },
  });
  return schema;
}

/** Removes the long regular expression of a format, which the format already implies. */
function withoutPattern(schema: { format?: unknown; pattern?: unknown }) {
  if (schema.format !== undefined) delete schema.pattern;
}

/**
 * Describes a tuple of equal items by its length, because many validators and
 * generators don't know `prefixItems`.
 */
function withoutTuple(schema: z.core.JSONSchema.BaseSchema) {
  const { prefixItems } = schema;
  if (prefixItems === undefined) return;
  const [first, ...others] = prefixItems.map((item) => JSON.stringify(item));
  if (others.some((other) => other !== first)) return;
  delete schema.prefixItems;
  schema.items = prefixItems[0];
  schema.minItems = schema.maxItems = prefixItems.length;
}

function operationSchemas(
  { id, parameters, request }: Operation,
): OperationSchemas {
  return {
    ...parameters && {
      parameters: parameters.map((each) => describedParameter(id, each)),
    },
    ...request && { requestBody: describedBody(request) },
  };
}

/** The schema of what a client sends. */
function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => withoutPattern(jsonSchema),
  });
  return json;
}

function describedBody(request: RequestBody | "bytes") {
  if (request === "bytes") {
    return { required: false, content: { "*/*": { schema: {} } } };
  }
  const { schema, example, isOfAnyType } = request;
  return {
    required: true,
    content: {
      "application/json": { example, schema: requestSchema(schema) },
      ...isOfAnyType && { "*/*": { schema: {} } },
    },
  };
}

function describedParameter(
  id: string,
  { name, in: place, isRequired, schema, example, text }: Parameter,
): DocumentParameter {
  const shown = schema instanceof z.ZodNumber ? Number(example) : example;
  return {
    in: place,
    name,
    schema: requestSchema(schema),
    required: isRequired,
    description: parameterText("en", id, name, text),
    ...example !== undefined && { example: shown },
  };
}
