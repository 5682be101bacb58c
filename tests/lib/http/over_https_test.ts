import assert from "node:assert/strict";
import { isOverHttps } from "../../../lib/http/over_https.ts";

const https = new URL("https://ip.example");
const http = new URL("http://ip.example");

const cases: [url: string, base: URL | undefined, expected: boolean][] = [
  ["https://any.example/a", undefined, true],
  ["https://other.example/a", http, true],
  ["http://ip.example/a", https, true],
  ["http://ip.example/a", http, false],
  ["http://ip.example/a", undefined, false],
  ["http://ip.example:8000/a", https, false],
  ["http://192.168.1.5:8000/a", https, false],
];
for (const [url, base, expected] of cases) {
  Deno.test(`isOverHttps - ${expected} for ${url} with ${base ?? "no"} BASE_URL`, () => {
    assert.equal(isOverHttps(new URL(url), base), expected);
  });
}
