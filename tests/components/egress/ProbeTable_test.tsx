import assert from "node:assert/strict";
import {
  CandidateTable,
  ExitTable,
} from "../../../components/egress/ProbeTable.tsx";
import { emptyReport } from "../../../lib/egress/view/report.ts";
import { reportOf, wholeSetup } from "../../lib/egress/view/reports.ts";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { markup } from "./markup.ts";

const empty = emptyReport(wholeSetup);
const { en, zh } = egressTexts;
const exitsOf = (report: typeof empty, texts = en) =>
  markup(<ExitTable report={report} texts={texts} />);
const rowsIn = (html: string) =>
  [...html.matchAll(/<tr role="row">(.*?)<\/tr>/g)].slice(1).map(([, cells]) =>
    [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)]
      .map(([, cell]) => cell.replace(/<[^>]+>/g, "·").replace(/·+/g, "·"))
  );

Deno.test("ExitTable - has its rows from the start", () => {
  const html = exitsOf(empty);
  assert.match(
    html,
    /^<table class="table" role="table" aria-label="Exit addresses and resolvers">/,
  );
  const rows = rowsIn(html);
  assert.equal(rows.length, 7);
  assert.deepEqual(rows[0], [
    ...["·IPv4 exit·IPv4-only host·", "·–·", "·–·", "·not started·", "·–·"],
  ]);
});

Deno.test("ExitTable - shows the address, its place and the time", () => {
  const [row] = rowsIn(exitsOf(reportOf()));
  assert.deepEqual(row, [
    "·IPv4 exit·IPv4-only host·",
    "·5.9.1.2·",
    "·Falkenstein, Germany·AS24940 Hetzner Online GmbH·",
    "·found·",
    "30 ms",
  ]);
});

Deno.test("ExitTable - leaves out what is not configured", () => {
  const setup = { ...wholeSetup, v6Origin: null, probeZone: null };
  const rows = rowsIn(exitsOf(emptyReport(setup)));
  assert.deepEqual(rows.map(([name]) => name.split("·")[1]), [
    ...["IPv4 exit", "Preferred exit", "Large response", "IPv6 literal"],
  ]);
});

Deno.test("ExitTable - has a flag if the country is known", () => {
  const flag =
    '<img class="flag" src="/flags/de.svg" alt width="21" height="14"/>Falkenstein, Germany';
  const html = exitsOf(reportOf());
  assert(html.includes(flag), html);
});

Deno.test("CandidateTable - shows each candidate with its address's kind", () => {
  const html = markup(<CandidateTable report={reportOf()} texts={en} />);
  assert.deepEqual(rowsIn(html).map((cells) => cells.join(" ")), [
    "·Host·UDP, port 50000· ·4f1c.local· ·–· ·hidden by the browser· 100 ms",
    "·Server reflexive·UDP, port 50000· ·5.9.1.2· ·Falkenstein, Germany·AS24940 Hetzner Online GmbH· ·public address· 100 ms",
  ]);
});

Deno.test("ExitTable - has Chinese columns", () => {
  const html = exitsOf(empty, zh);
  assert.match(html, /aria-label="出口地址与解析器">/);
  const columns = html.matchAll(/<th [^>]*>([^<]*)<\/th>/g);
  assert.deepEqual([...columns].map(([, name]) => name), [
    ...["探测项", "地址", "位置", "状态", "耗时"],
  ]);
});
