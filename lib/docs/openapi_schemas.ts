import * as z from "zod";
import { mapInTurns } from "../core/async.ts";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import type { DocumentOperation } from "./openapi_document.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import type { Parameter } from "./parameters.ts";
import { type JsonSchema, refTo, type SchemaName, SCHEMAS } from "./schemas.ts";

/** The parts of an operation that are generated from schemas. */
export type OperationSchemas = Pick<
  DocumentOperation,
  "parameters" | "requestBody"
>;

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
    Object.keys(SCHEMAS) as SchemaName[],
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
  Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]),
);

/** A schema, with references to the other schemas of the document. */
function schemaOf(name: SchemaName): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(SCHEMAS[name], {
    override({ zodSchema, jsonSchema }) {
      const other = names.get(zodSchema);
      if (other !== undefined && other !== name) {
        for (const key of Object.keys(jsonSchema)) {
          delete jsonSchema[key as keyof typeof jsonSchema];
        }
        jsonSchema.$ref = refTo(other);
      }
      withoutPattern(jsonSchema);
    },
  });
  return schema;
}

/** Removes the long regular expression of a format, which the format already implies. */
function withoutPattern(schema: { format?: unknown; pattern?: unknown }) {
  if (schema.format !== undefined) delete schema.pattern;
}

function operationSchemas(operation: Operation): OperationSchemas {
  const { path } = operation;
  const { paths } = createDocument({
    openapi: "3.1.1",
    info: { title: "", version: "" },
    paths: { [path]: { get: operationObject(operation) } },
  }, { override: ({ jsonSchema }) => withoutPattern(jsonSchema) });
  return paths?.[path].get as OperationSchemas;
}

function operationObject(
  { parameters, request }: Operation,
): ZodOpenApiOperationObject {
  const { schema, example } = request ?? {};
  return {
    ...parameters && { parameters: parameters.map(describedParameter) },
    ...request && {
      requestBody: {
        required: true,
        content: { "application/json": { schema, example } },
      },
    },
    responses: {},
  };
}

/** The schema of a parameter with its description. */
function describedParameter(
  { name, in: place, isRequired, description, schema, example }: Parameter,
): z.ZodType {
  const shown = schema instanceof z.ZodNumber ? Number(example) : example;
  return (isRequired ? schema : schema.optional()).meta({
    param: {
      name,
      in: place,
      required: isRequired,
      description,
      ...example !== undefined && { example: shown },
    },
  });
}
