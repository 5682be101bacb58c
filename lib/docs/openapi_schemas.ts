import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import type { DocumentOperation } from "./openapi_document.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import type { Parameter } from "./parameters.ts";
import { type JsonSchema, SCHEMAS } from "./schemas.ts";

/** What schemas say of an operation. */
export type OperationSchemas = Pick<
  DocumentOperation,
  "parameters" | "requestBody"
>;

/** The part of the document that is the same on every site. */
export interface OpenapiSchemas {
  /** By id. */
  readonly operations: Readonly<Record<string, OperationSchemas>>;
  /** By the name in the document. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

let made: OpenapiSchemas | undefined;

/** Describes the schemas of the service as OpenAPI 3.1 does. Made once: it takes many times as long as what a site adds. */
export function openapiSchemas(): OpenapiSchemas {
  return made ??= describe();
}

function describe(): OpenapiSchemas {
  const { paths = {}, components } = createDocument({
    openapi: "3.1.1",
    info: { title: "", version: "" },
    paths: Object.fromEntries(
      OPERATIONS.map((
        operation,
      ) => [operation.path, { get: describedOperation(operation) }]),
    ),
    components: { schemas: SCHEMAS },
  }, {
    override({ jsonSchema }) {
      // The format says it; a page of regular expression says it to nobody.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return {
    operations: Object.fromEntries(
      OPERATIONS.map(({ id, path }) => [id, paths[path].get]),
    ),
    schemas: components?.schemas,
  } as OpenapiSchemas;
}

function describedOperation(
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

/** The schema of a parameter with what the document says of it. */
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
