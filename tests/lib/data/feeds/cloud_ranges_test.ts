import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseAwsRanges,
  parseGoogleRanges,
} from "../../../../lib/data/feeds/cloud_ranges.ts";
import { formatCidr } from "../../../../lib/net/cidr.ts";
import { cidr } from "../../net/arbitraries.ts";
import { failureOf, hostile, parsed } from "./downloads.ts";

Deno.test("parseGoogleRanges - reads both families and the time, which is in UTC", async () => {
  const file = JSON.stringify({
    creationTime: "2026-11-20T23:00:09.123456",
    prefixes: [
      { ipv6Prefix: "2001:4860:4801:10::/64" },
      { ipv4Prefix: "192.178.4.0/27", service: "Google Cloud", scope: "x" },
    ],
  });
  assert.deepEqual(await parsed(parseGoogleRanges, file), {
    entries: ["2001:4860:4801:10::/64", "192.178.4.0/27"],
    builtAt: Date.UTC(2026, 10, 20, 23, 0, 9),
  });
});

Deno.test("parseAwsRanges - reads both families and the time", async () => {
  const file = JSON.stringify({
    syncToken: "1795215789",
    createDate: "2026-11-20-23-03-09",
    prefixes: [{ ip_prefix: "3.4.12.4/32", region: "eu-west-1" }],
    ipv6_prefixes: [{ ipv6_prefix: "2600:1f14::/36", service: "EC2" }],
  });
  assert.deepEqual(await parsed(parseAwsRanges, file), {
    entries: ["3.4.12.4/32", "2600:1f14::/36"],
    builtAt: Date.UTC(2026, 10, 20, 23, 3, 9),
  });
});

Deno.test("parseGoogleRanges - has no date where the file has none, and an empty entry for a row without a prefix", async () => {
  assert.deepEqual(await parsed(parseGoogleRanges, '{"prefixes":[{}]}'), {
    entries: [""],
    builtAt: null,
  });
});

Deno.test("parseGoogleRanges - finds the prefixes of any file", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cidr), async (cidrs) => {
      const prefixes = cidrs.map((of) =>
        of.address.family === 4
          ? { ipv4Prefix: formatCidr(of) }
          : { ipv6Prefix: formatCidr(of) }
      );
      const file = JSON.stringify({ prefixes });
      const { entries } = await parsed(parseGoogleRanges, file);
      assert.deepEqual(entries, cidrs.map(formatCidr));
    }),
    { numRuns: 40 },
  );
});

Deno.test("parseGoogleRanges, parseAwsRanges - say what is wrong with a file", async () => {
  const failures: [content: string, message: RegExp][] = [
    ["{", /^Error: it is no JSON$/],
    ["[]", /^Error: its root: /],
    ['{"prefixes":"all"}', /^Error: its prefixes: /],
  ];
  for (const [content, message] of failures) {
    assert.match(await failureOf(parsed(parseGoogleRanges, content)), message);
    assert.match(await failureOf(parsed(parseAwsRanges, content)), message);
  }
  assert.match(
    await failureOf(
      parsed(
        parseAwsRanges,
        '{"prefixes":[{"ip_prefix":1}],"ipv6_prefixes":[]}',
      ),
    ),
    /^Error: its prefixes.0.ip_prefix: /,
  );
  for (const [why, content, message] of hostile) {
    assert.match(
      await failureOf(parsed(parseAwsRanges, content)),
      message,
      why,
    );
  }
});
