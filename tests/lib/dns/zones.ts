import records from "./client.zone" with { type: "text" };
import { hasNsd, type Nsd, startNsd } from "../../support/nsd.ts";

const string = (_: unknown, i: number) => `"${i}-${"x".repeat(200)}"`;
const longText = Array.from({ length: 30 }, string).join(" ");

/** What the tests of the client ask a real server for. */
export const zones = {
  "example.test": `${records}long TXT ${longText}`,
  "2.0.192.in-addr.arpa": [
    "1 PTR WWW.Example.test.",
    "2 PTR a.example.test.",
    "2 PTR b.example.test.",
    "3 CNAME 3.0-31",
    "3.0-31 PTR delegated.example.test.",
    "4 PTR \\<script\\>.b\\195\\169.\\%_.example.test.",
    "5 TXT none",
  ].join("\n"),
  "8.b.d.0.1.0.0.2.ip6.arpa":
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 PTR six.example.test.",
};

/** What registers tests against a server with these zones, where there is one to start. */
export async function nsdTests(zones: Record<string, string>) {
  const nsd = hasNsd() ? await startNsd(zones) : null;
  Deno.test.afterAll(async () => await nsd?.[Symbol.asyncDispose]());
  return {
    test: (name: string, check: (nsd: Nsd) => Promise<void>) =>
      Deno.test({ name, ignore: !nsd, fn: () => check(nsd!) }),
  };
}
