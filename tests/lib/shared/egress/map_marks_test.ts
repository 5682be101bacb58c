import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/shared/egress/empty_report.ts";
import { mapDrawing } from "../../../../lib/shared/egress/map_marks.ts";
import { egressTexts } from "../../../../lib/shared/texts/egress.ts";
import {
  candidate,
  found,
  inParis,
  placeOf,
  reportOf,
  resolver,
  V6,
  wholeSetup,
} from "./reports.ts";

const { en } = egressTexts;

const PARIS = "90.84.1.1";

Deno.test("mapDrawing - has one dot for what is at one spot", () => {
  assert.deepEqual(mapDrawing(reportOf(), en), {
    marks: [{
      x: 52.75,
      y: 15.83,
      label: "IPv4, IPv6, DNS, WebRTC",
      side: "below",
      text: "IPv4, IPv6, DNS, WebRTC: Falkenstein, Germany",
      isExit: true,
    }],
    line: null,
  });
});

Deno.test("mapDrawing - has a line between exits apart, and dots for the others", () => {
  const report = reportOf({
    resolvers: found([resolver(PARIS)]),
    resolversV6: found([]),
    candidates: found([candidate("9.9.9.9"), candidate("4f1c.local")]),
    sites: [{
      url: "https://site.test",
      probe: found({ exit: { ip: "9.9.9.10", family: 4 as const } }),
    }],
    places: [
      placeOf(PARIS, inParis),
      placeOf(V6, {
        country: null,
        region: null,
        city: null,
        latitude: 0,
        longitude: 0,
      }),
      placeOf("9.9.9.9", { latitude: null }),
      placeOf("9.9.9.10", { latitude: -36.85, longitude: 174.76 }),
    ],
  });
  const { marks, line } = mapDrawing(report, en);
  assert.deepEqual(
    marks.map(({ text, isExit, side }) => [text, isExit, side]),
    [
      ["IPv4: Falkenstein, Germany", true, "end"],
      ["IPv6", true, "end"],
      ["DNS: Paris, France", false, "start"],
      ["Site: Falkenstein, Germany", false, "start"],
    ],
  );
  assert.deepEqual(line, { from: marks[0], to: marks[1] });
  assert.deepEqual([marks[1].x, marks[1].y], [50, 50]);
  assert.deepEqual([marks[2].x, marks[2].y], [50.53, 16.76]);
});

Deno.test("mapDrawing - is empty where nothing is located", () => {
  const empty = { marks: [], line: null };
  assert.deepEqual(mapDrawing(emptyReport(wholeSetup), en), empty);
  assert.deepEqual(mapDrawing({ ...reportOf(), places: {} }, en), empty);
});
