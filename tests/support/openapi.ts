/** The OpenAPI document of an app, and a check of responses against it. */
import assert from "node:assert/strict";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  DocumentOperation,
  OpenapiDocument,
} from "../../lib/docs/openapi_document.ts";
import type { TestApp } from "./app.ts";
import { assertExposed, openHeaders } from "./answers.ts";

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

/** Compares responses with a document, and records which of its responses occurred. */
export class Contract {
  readonly #document: OpenapiDocument;
  readonly #ajv: Ajv2020.default;
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
  async holds(id: string, answer: Response): Promise<void> {
    const { status, headers } = answer;
    const what = `${id} ${status}`;
    const placed = operationsOf(this.#document).find(({ operation }) =>
      operation.operationId === id
    );
    assert(placed, `${id} is in the document`);
    const described = placed.operation.responses[status];
    const body = await answer.text();
    assert(described, `${what} is in the document: ${body}`);
    this.seen.add(what);
    if (headers.has("access-control-allow-origin")) {
      const open = Object.keys(openHeaders).map((name) => headers.get(name));
      assert.deepEqual(open, Object.values(openHeaders), what);
      assertExposed(headers, what);
    }
    for (const name of Object.keys(described.headers ?? {})) {
      assert(headers.has(name), `${what} has the header ${name}`);
    }
    if (status === 204) {
      assert.deepEqual([body, described.content], ["", {}], what);
      return;
    }
    const type = headers.get("content-type")?.replace(/;.*/, "") ?? "";
    const media = described.content[type];
    assert(media, `${what} may be ${type}`);
    if (type === "application/json") {
      this.#conforms(media.schema, JSON.parse(body), what);
    }
  }

  #conforms(schema: object, body: unknown, what: string): void {
    const { components: { schemas } } = this.#document;
    const validate = this.#ajv.compile({ ...schema, components: { schemas } });
    const errors = validate(body) ? [] : validate.errors ?? [];
    const texts = errors.map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`
    );
    assert.deepEqual(texts, [], `${what}: ${JSON.stringify(body)}`);
  }
}
