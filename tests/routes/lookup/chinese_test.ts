import assert from "node:assert/strict";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { LanguageProvider } from "../../../components/ui/language.ts";
import { ScanStep } from "../../../components/lookup/ScanTable.tsx";
import { DnsError } from "../../../lib/dns/errors.ts";
import type { LookupDeps } from "../../../lib/lookup/lookup_deps.ts";
import { lookupTexts } from "../../../lib/lookup/view/texts.ts";
import { englishLeft } from "../../support/english_left.ts";
import { faultsIn, FormClient, pageOf } from "../../support/forms.ts";
import { type LookupRig, lookupTest } from "./rig.ts";

const chinese = { "accept-language": "zh-CN,zh;q=0.9" };

/** A page in Chinese that contains no English text of the site. */
async function pageIn({ app }: LookupRig, path: string, status = 200) {
  const answer = await new FormClient(app).get(path, chinese);
  const html = await pageOf(answer, status);
  assert.match(html, /^<!DOCTYPE html><html lang="zh-Hans"/);
  assert.deepEqual(englishLeft(html, lookupTexts), [], path);
  return html;
}

lookupTest("GET /lookup - shows the form in Chinese", async (rig) => {
  const html = await pageIn(rig, "/lookup");
  assert.match(html, /<title>DNS 查询 – Porthole<\/title>/);
  assert.match(
    html,
    /<meta name="description" content="查询 DNS 记录与反向解析、扫描网段，并检索本服务器收录的名称。"/,
  );
  assert.match(html, /<label for="query">查询内容<\/label>/);
  assert.match(html, /<button type="submit">查询<\/button>/);
  assert.match(html, /<legend>匹配方式<\/legend>/);
  assert.match(
    html,
    /<strong>反向解析：<\/strong>输入一个 IPv4 或 IPv6 地址。/,
  );
});

lookupTest("GET /lookup/{query} - shows every mode in Chinese", async (rig) => {
  const said: [path: string, ...texts: RegExp[]][] = [
    [
      "www.example.test",
      /<title>www\.example\.test 的 DNS 记录 – Porthole<\/title>/,
      /<p>找到 \d+ 条结果，用时 \d+ 毫秒；由 [^<]+ 应答。<\/p>/,
      /<h3>途经的别名<\/h3>/,
      /<td +role="cell" data-label="TTL">300 秒<\/td>/,
    ],
    [
      "192.0.2.1?dns_type=rdns_lookup",
      /<bdi>192\.0\.2\.1 的反向解析<\/bdi>/,
      /<td +role="cell" data-label="能否解析回该地址">能<\/td>/,
    ],
    [
      "192.0.2.0/29?dns_type=ip_domains",
      /<bdi>192\.0\.2\.0\/29 对应的域名<\/bdi>/,
      /<td +role="cell" data-label="来源">反向解析<\/td>/,
    ],
    [
      "mail?dns_type=rdns_pattern",
      /<bdi>含“mail”的主机名<\/bdi>/,
      /<th +role="columnheader" scope="col">首次发现<\/th>/,
    ],
    ["nothing?dns_type=cname_pattern", /本服务器尚未收录匹配的名称/],
    [
      "192.0.2.1?dns_type=dnsbl",
      /<bdi>DNS 黑名单中的 192\.0\.2\.1<\/bdi>/,
      /<td +role="cell" data-label="结果">已收录<\/td>/,
      /&lt;b>spam&lt;\/b>/,
    ],
  ];
  for (const [path, ...texts] of said) {
    const html = await pageIn(rig, `/lookup/${path}`);
    for (const text of texts) assert.match(html, text);
  }
});

lookupTest(
  "GET /lookup/{query} - shows a scan's rows and its end in Chinese",
  async (rig) => {
    const html = await pageIn(rig, "/lookup/192.0.2.0/29");
    assert.match(html, /<title>网段 192\.0\.2\.0\/29 内的主机名 – Porthole</);
    assert.match(
      html,
      /<table class="table scan" role="table" aria-label="主机名" id="result-tables">/,
    );
    const labels = html.matchAll(/<td role="cell" data-label="([^"]*)"/g);
    assert.deepEqual(
      new Set([...labels].map(([, label]) => label)),
      new Set(["地址", "主机名"]),
    );
    assert.match(
      html,
      /role="status">在 8 个地址中找到 4 条结果，用时 \d+ 毫秒/,
    );
  },
);

Deno.test("ScanStep - shows the progress in Chinese", () => {
  const step = h(ScanStep, { rows: [], scanned: 1024, total: 4096 });
  assert.equal(
    renderToString(
      h(LanguageProvider, { value: "zh", children: step }),
    ),
    '<tbody class="progress"><tr><td colspan="2">已扫描 1,024 / 4,096 个地址</td></tr></tbody>',
  );
});

lookupTest(
  "GET /lookup - shows errors and suggestions in Chinese",
  async (rig) => {
    const html = await pageIn(
      rig,
      "/lookup?dns_type=dns_lookup&query=192.0.2.1",
      400,
    );
    assert.deepEqual(faultsIn(html), [
      "DNS 查询需要域名，不能是地址。",
    ]);
    assert.match(
      html,
      /你是不是要找：<a href="\/lookup\/192\.0\.2\.1\?dns_type=rdns_lookup">反向解析<\/a>/,
    );
  },
);

/** A client that gets no response. */
const client: LookupDeps["client"] = {
  query: () => Promise.reject(new DnsError("timeout", "nobody answered")),
  async *queryPtr(ips) {
    for await (const ip of ips) yield { ip, names: null };
  },
};

lookupTest(
  "GET /lookup/{query} - shows a failure in Chinese, before and after the rows",
  async (rig) => {
    assert.deepEqual(
      faultsIn(await pageIn(rig, "/lookup/slow.example", 422)),
      ["DNS 服务器未及时应答，请稍后重试。"],
    );
    assert.deepEqual(faultsIn(await pageIn(rig, "/lookup/192.0.2.0/29")), [
      "DNS 服务器出错或没有应答，请稍后重试。",
    ]);
  },
  { client },
);

lookupTest(
  "GET /lookup/{query}?output=json - stays English",
  async ({ app }) => {
    const answer = await app.get("/lookup/192.0.2.1?output=json", {
      headers: chinese,
    });
    assert.equal((await answer.json()).summary.title, "Names of 192.0.2.1");
    const refused = await app.get("/lookup/?output=json", { headers: chinese });
    assert.equal(
      (await refused.json()).error.message,
      "Enter what to look up.",
    );
  },
);
