/**
 * The app behind a validating proxy: every request of an operation of the OpenAPI
 * document, and its response, must match the document.
 */
import assert from "node:assert/strict";
import {
  type RequestOptions,
  type TestApp,
  testApp as plainApp,
} from "./app.ts";
import { Contract, documentOf, RequestContract } from "./openapi.ts";

export * from "./app.ts";

let made: Promise<[RequestContract, Contract]> | undefined;

async function contracts(): Promise<[RequestContract, Contract]> {
  await using app = await plainApp();
  const document = await documentOf(app);
  return [new RequestContract(document), new Contract(document)];
}

/** As that of app.ts, with a proxy in front that validates. */
export async function testApp(
  options?: Parameters<typeof plainApp>[0],
): Promise<TestApp> {
  const [requests, responses] = await (made ??= contracts());
  const app = await plainApp(options);
  const get = async (path: string, options: RequestOptions = {}) => {
    const response = await app.get(path, options);
    await validate(path, options, response);
    return response;
  };

  async function validate(
    target: string,
    { method = "GET", headers: init, body, origin }: RequestOptions,
    response: Response,
  ) {
    const { status } = response;
    const headers = new Headers(init);
    const request = {
      ...{ method, target, headers },
      body: typeof body === "string" ? body : null,
    };
    const placed = requests.operationOf(request);
    // Other hosts have operations of their own. A client that has left gets no
    // response.
    if (placed === null || origin !== undefined || status === 499) return;
    const problems = requests.problemsOf(placed, request);
    const type = response.headers.get("content-type") ?? "";
    if (status < 400) {
      // It answers each malformed element by itself, as ip-api.com does.
      if (placed.path === "/batch") return;
      assert.deepEqual(problems, [], `${method} ${target}`);
    } else if (
      // The document does not describe what its parameters exclude, such as the
      // paths of pages, nor the limits of other settings.
      problems.length > 0 || status === 429 || type.startsWith("text/html")
    ) return;
    // A body that is read in part, or not at all, belongs to the test.
    const isRead = response.body === null ||
      type.startsWith("application/json");
    if (method === "HEAD" || !isRead) return;
    await responses.holds(placed.operation.operationId, response.clone());
  }

  return { ...app, get };
}
