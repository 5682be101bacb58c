import type { App } from "fresh";

/** The checked parts of a response. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends a request such as `GET /path` to an app. */
export function send<State>(
  app: App<State>,
  request: string,
  headers: HeadersInit = {},
): Promise<Answer> {
  return sendTo(app.handler(), request, headers);
}

/** Sends a request such as `GET /path` to a handler. */
export async function sendTo(
  handler: (req: Request) => Response | Promise<Response>,
  request: string,
  headers: HeadersInit = {},
): Promise<Answer> {
  const [method, path] = request.split(" ");
  const url = `http://site.test${path}`;
  const response = await handler(new Request(url, { method, headers }));
  return {
    status: response.status,
    headers: response.headers,
    body: await response.text(),
  };
}
