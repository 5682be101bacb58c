/** The OpenAPI document of an app, and a check of responses against it. */
import assert from "node:assert/strict";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  DocumentOperation,
  OpenapiDocument,
} from "../../lib/docs/document.ts";
import type { DocumentResponse } from "../../lib/docs/responses.ts";
import type { TestApp } from "./app.ts";
import { assertExposed, openHeaders } from "./responses.ts";

/** An operation with its path and method. */
export interface Placed {
  path: string;
  method: "get" | "post";
  operation: DocumentOperation;
}

/** The document that the app returns. */
export async function documentOf(app: TestApp): Promise<OpenapiDocument> {
  return await (await app.get("/openapi.json")).json();
}

/** Every operation of a document. */
export function operationsOf({ paths }: OpenapiDocument): Placed[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...get ? [{ path, method: "get" as const, operation: get }] : [],
    ...post ? [{ path, method: "post" as const, operation: post }] : [],
  ]);
}

/** Validators by the schemas of a document: each takes milliseconds to compile. */
type CompiledSchemas = WeakMap<object, ValidateFunction>;

/** Compares responses with a document, and records which of its responses occurred. */
export class Contract {
  readonly #document: OpenapiDocument;
  readonly #ajv: Ajv2020.default;
  readonly #compiled: CompiledSchemas = new WeakMap();
  readonly seen = new Set<string>();

  constructor(document: OpenapiDocument) {
    this.#document = document;
    // The narrowed code of an error repeats no type.
    this.#ajv = new Ajv2020.default({ strictTypes: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword("components");
  }

  /** Every `id status` in the document. */
  get promised(): string[] {
    return operationsOf(this.#document).flatMap(({ operation }) =>
      Object.keys(operation.responses).map((status) =>
        `${operation.operationId} ${status}`
      )
    );
  }

  /** Asserts that a response matches the document. */
  async holds(id: string, response: Response): Promise<void> {
    const { status, headers } = response;
    const what = `${id} ${status}`;
    const placed = operationsOf(this.#document).find(({ operation }) =>
      operation.operationId === id
    );
    assert(placed, `${id} is in the document`);
    const described = placed.operation.responses[status];
    const body = await response.text();
    assert(described, `${what} is in the document: ${body}`);
    this.seen.add(what);
    if (headers.has("access-control-allow-origin")) {
      const open = Object.keys(openHeaders).map((name) => headers.get(name));
      assert.deepEqual(open, Object.values(openHeaders), what);
      assertExposed(headers, what);
    }
    if (status === 503 && body === "") {
      // Refused before anything is known of it, so nothing needs to be read.
      assert(headers.has("retry-after"), what);
      return;
    }
    for (const name of headersIn(described, headers)) {
      assert(headers.has(name), `${what} has the header ${name}`);
    }
    if ([202, 204, 303, 304, 416].includes(status)) {
      assert.deepEqual([body, described.content], ["", {}], what);
      return;
    }
    const type = headers.get("content-type")?.replace(/;.*/, "") ?? "";
    const media = described.content[type];
    assert(media, `${what} may be ${type}`);
    if (/^application\/(?:.*\+)?json$/.test(type)) {
      this.#conforms(media.schema, JSON.parse(body), what);
    }
  }

  #conforms(schema: object, body: unknown, what: string): void {
    const { components: { schemas } } = this.#document;
    const validate = this.#compiled.getOrInsertComputed(
      schema,
      () => this.#ajv.compile({ ...schema, components: { schemas } }),
    );
    const errors = validate(body) ? [] : validate.errors ?? [];
    const texts = errors.map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`
    );
    assert.deepEqual(texts, [], `${what}: ${JSON.stringify(body)}`);
  }
}

/** The headers that a response needs: of a 429, those of its quota or those of its rate limit. */
function headersIn(
  { headers: described = {} }: DocumentResponse,
  headers: Headers,
): string[] {
  const names = Object.keys(described);
  const isEither = names.includes("RateLimit") &&
    names.includes("X-RateLimit-Limit");
  const other = headers.has("ratelimit") ? /^X-/ : /^RateLimit/;
  return names.filter((name) => !isEither || !other.test(name));
}

/** A request as a validating proxy sees it. */
export interface SeenRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Headers;
  /** Null if it has none. */
  body: string | null;
}

/**
 * Compares requests with a document as a validating proxy does: it finds the operation
 * by method and path, then checks parameters and body. Requests of pages, and of methods
 * that the document does not have, are none of its operations.
 */
export class RequestContract {
  readonly #operations: (Placed & { pattern: RegExp })[];
  readonly #ajv: Ajv2020.default;
  readonly #compiled: CompiledSchemas = new WeakMap();
  readonly #document: OpenapiDocument;

  constructor(document: OpenapiDocument) {
    this.#document = document;
    // OpenAPI 3.1: concrete paths before those with parameters.
    this.#operations = operationsOf(document)
      .map((placed) => ({ ...placed, pattern: patternOf(placed) }))
      .sort((a, b) => parametersIn(a.path) - parametersIn(b.path));
    this.#ajv = new Ajv2020.default({
      strictTypes: false,
      coerceTypes: true,
      validateSchema: false,
    });
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword("components");
  }

  /** The operation of a request; null if the document has none. */
  operationOf({ method, target }: SeenRequest): Placed | null {
    const [path] = target.split("?");
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    const trimmed = decodedPath(path.replace(/(?<=.)\/+$/, ""));
    return this.#operations.find((placed) =>
      placed.method === name && placed.pattern.test(trimmed)
    ) ?? null;
  }

  /** What a validating proxy would refuse about a request. */
  problemsOf(
    { operation }: Placed,
    { target, headers, body }: SeenRequest,
  ): string[] {
    const problems: string[] = [];
    const query = new URLSearchParams(target.split("?")[1]);
    for (
      const { name, in: place, required, schema } of operation.parameters ?? []
    ) {
      if (place !== "query") continue;
      const value = query.get(name);
      if (value === null) {
        if (required) problems.push(`without ${name}`);
      } else if (!this.#isValid(schema, value)) {
        problems.push(`${name}=${value}`);
      }
    }
    const { content = {} } = operation.requestBody ?? {};
    if (body === null) {
      if (operation.requestBody?.required) problems.push("without a body");
      return problems;
    }
    const type = (headers.get("content-type") ?? "").replace(/;.*/, "");
    const media = content[type] ?? content["*/*"];
    if (media === undefined) {
      problems.push(`a body of ${type || "no type"}`);
    } else if (
      type === "application/json" &&
      !this.#isValid(media.schema, parsed(body))
    ) problems.push(`the body ${body}`);
    return problems;
  }

  #isValid(schema: object, value: unknown): boolean {
    const { components: { schemas } } = this.#document;
    const validate = this.#compiled.getOrInsertComputed(
      schema,
      () =>
        this.#ajv.compile({
          type: "object",
          properties: { value: schema },
          required: ["value"],
          components: { schemas },
        }),
    );
    return validate({ value });
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function parametersIn(path: string): number {
  return path.split("{").length - 1;
}

/** The paths of an operation: those whose parameters match their patterns. */
function patternOf({ path, operation }: Placed): RegExp {
  const source = path
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(\w+)\}/g, (_, name) => {
      const schema = operation.parameters?.find((each) => each.name === name)
        ?.schema as { pattern?: string } | undefined;
      return schema?.pattern ? `(?=[^/]*${schema.pattern})[^/]+` : "[^/]+";
    });
  return new RegExp(`^${source}$`);
}

/** A path as a proxy compares it: decoded, unless that gives a slash or fails. */
function decodedPath(path: string): string {
  try {
    const decoded = path.split("/").map(decodeURIComponent);
    return decoded.some((segment) => segment.includes("/"))
      ? path
      : decoded.join("/");
  } catch {
    return path;
  }
}
