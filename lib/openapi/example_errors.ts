import { parseDnsQuery } from "../dns/lookup/dns_query.ts";
import { echoOfAsked } from "../dns/lookup/query_echo.ts";
import { errorAnswer } from "../http/answers.ts";
import { type AppError, asAppError } from "../http/errors.ts";
import { targetOf } from "../http/query.ts";

const INPUT = "1.2.3";
const ASKED = { input: INPUT, dnsType: null, dnsMatch: null, cursor: null };

/** What a malformed address is told in each form, by the name of its schema. */
export async function exampleErrors(): Promise<Record<string, unknown>> {
  const url = new URL(`http://localhost/${INPUT}`);
  const malformed = thrownBy(() => targetOf({ req: { url: url.href }, url }));
  const noName = thrownBy(() => parseDnsQuery(ASKED));
  const [plain, api, lookup] = await Promise.all([
    errorAnswer(malformed, "geoip").json(),
    errorAnswer(malformed, "api").json(),
    errorAnswer(noName, "lookup", echoOfAsked(ASKED)).json(),
  ]);
  return { Error: plain, ApiError: api, LookupError: lookup };
}

function thrownBy(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    return asAppError(error);
  }
  throw new Error("Cannot make an example of an error: nothing was thrown.");
}
