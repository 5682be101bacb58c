import assert from "node:assert/strict";
import {
  type PreviewPainter,
  type PreviewPng,
  Previews,
  type PreviewSubject,
  PreviewThread,
} from "../../../../lib/ipinfo/preview/previews.ts";
import {
  LEAK_TEST_CARD,
  type PreviewCard,
} from "../../../../lib/ipinfo/preview/preview_card.ts";
import { caller, clientAt } from "../../../support/caller.ts";

function subjectOf(key: string): PreviewSubject {
  const card = { ...LEAK_TEST_CARD, heading: key };
  return { key, describe: () => Promise.resolve(card) };
}

/** Until nothing is left to do at once. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A painter whose pictures take until they are released. */
class SlowPainter implements PreviewPainter {
  readonly drawn: string[] = [];
  readonly waiting: (() => void)[] = [];
  isClosed = false;

  draw({ heading }: PreviewCard): Promise<PreviewPng> {
    this.drawn.push(heading);
    return new Promise((resolve) =>
      this.waiting.push(() => resolve(new Uint8Array(1_000)))
    );
  }

  [Symbol.dispose]() {
    this.isClosed = true;
  }
}

/** A painter whose pictures are ready at once. */
class QuickPainter extends SlowPainter {
  override draw(card: PreviewCard) {
    const png = super.draw(card);
    this.waiting.pop()!();
    return png;
  }
}

/** Previews whose errors fail the test, unless it takes them. */
const previewsBy = (
  painter: PreviewPainter,
  more: Partial<ConstructorParameters<typeof Previews>[0]> = {},
) =>
  new Previews({
    painter,
    report: (error) => assert.fail(String(error)),
    ...more,
  });

Deno.test("Previews.picture - draws a card once", async () => {
  const painter = new QuickPainter();
  using previews = previewsBy(painter);
  const first = await previews.picture(subjectOf("a"), caller);
  assert.equal(first?.length, 1_000);
  assert.equal(await previews.picture(subjectOf("a"), caller), first);
  await previews.picture(subjectOf("b"), caller);
  assert.deepEqual(painter.drawn, ["a", "b"]);
});

Deno.test("Previews.picture - keeps pictures up to a size", async () => {
  const painter = new QuickPainter();
  using previews = previewsBy(painter, { maxBytes: 10_000 });
  for (let i = 0; i < 100; i++) {
    await previews.picture(subjectOf(`name ${i}`), caller);
    assert(previews.bytes <= 10_000, String(previews.bytes));
  }
  assert(previews.bytes > 8_000);
  await previews.picture(subjectOf("name 99"), caller);
  assert.equal(painter.drawn.length, 100);
});

Deno.test("Previews.picture - under a flood, draws one at a time, lets few wait, and serves another client next", async () => {
  const painter = new SlowPainter();
  const errors: string[] = [];
  const report = (error: unknown) => errors.push((error as Error).name);
  using previews = previewsBy(painter, { report });
  const flood = Array.from(
    { length: 300 },
    (_, i) => previews.picture(subjectOf(`flood ${i}`), caller),
  );
  const another = { ...caller, client: clientAt("192.0.2.99") };
  const other = previews.picture(subjectOf("other"), another);
  const refused = flood.slice(17);
  for (const picture of refused) assert.equal(await picture, null);
  await settled();
  assert.deepEqual(painter.drawn, ["flood 0"]);
  assert.deepEqual(new Set(errors), new Set(["SemaphoreError"]));
  painter.waiting.shift()!();
  await flood[0];
  await settled();
  assert.deepEqual(painter.drawn, ["flood 0", "other"]);
  while (painter.waiting.length > 0) {
    painter.waiting.shift()!();
    await settled();
  }
  assert.equal((await other)?.length, 1_000);
  const pictures = await Promise.all(flood);
  assert.equal(pictures.filter((png) => png !== null).length, 17);
});

Deno.test("Previews.picture - draws nothing for a caller who has left", async () => {
  const painter = new SlowPainter();
  using previews = previewsBy(painter);
  const first = previews.picture(subjectOf("first"), caller);
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = ["192.0.2.99", "192.0.2.98"].map((ip) =>
    previews.picture(subjectOf(ip), { client: clientAt(ip), signal })
  );
  await settled();
  leaving.abort(new Error("left"));
  for (const picture of left) await assert.rejects(picture, /left/);
  painter.waiting.shift()!();
  await first;
  await settled();
  assert.deepEqual(painter.drawn, ["first"]);
});

Deno.test("Previews.picture - throws what the description throws, and describes again later", async () => {
  using previews = previewsBy(new QuickPainter());
  const describe = () => Promise.reject(new Error("no such name"));
  const failing = previews.picture({ key: "a", describe }, caller);
  await assert.rejects(failing, /no such name/);
  const picture = await previews.picture(subjectOf("a"), caller);
  assert.equal(picture?.length, 1_000);
});

Deno.test("Previews.picture - reports a failure, and draws the card again later", async () => {
  const painter = new QuickPainter();
  const errors: unknown[] = [];
  const report = (error: unknown) => errors.push(error);
  using previews = previewsBy(painter, { report });
  const failure = new Error("no memory");
  painter.draw = () => Promise.reject(failure);
  assert.equal(await previews.picture(subjectOf("a"), caller), null);
  assert.deepEqual(errors, [failure]);
  painter.draw = QuickPainter.prototype.draw;
  assert.equal((await previews.picture(subjectOf("a"), caller))?.length, 1_000);
});

Deno.test("Previews - closes its painter", () => {
  const painter = new QuickPainter();
  previewsBy(painter)[Symbol.dispose]();
  assert.equal(painter.isClosed, true);
});

const dataRoot = new URL("../../../../_data/", import.meta.url);

/** Width, height, bits per channel and color type of a PNG (its specification, section 11.2.2). */
function headerOf(png: PreviewPng): number[] {
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  const view = new DataView(png.buffer, png.byteOffset);
  const size = [view.getUint32(16), view.getUint32(20)];
  return [...size, view.getUint8(24), view.getUint8(25)];
}

Deno.test("PreviewThread.draw - draws pictures of the wanted size, which differ", async () => {
  using thread = new PreviewThread(dataRoot);
  const cards = [
    LEAK_TEST_CARD,
    { ...LEAK_TEST_CARD, flag: "de", spot: { x: 530, y: 130 } },
    // No flag has this name, and no font these letters.
    { ...LEAK_TEST_CARD, flag: "zz", place: "中国" },
    { ...LEAK_TEST_CARD, heading: "</text>&\u0000'\"" },
  ];
  const pictures: string[] = [];
  for (const card of cards.slice(0, 3)) {
    const png = await thread.draw(card);
    assert.deepEqual(headerOf(png), [1200, 630, 8, 6]);
    assert(png.length < 150_000, String(png.length));
    pictures.push(png.join());
  }
  assert.equal(new Set(pictures).size, 3);
  // A character that no XML document may contain.
  await assert.rejects(thread.draw(cards[3]), Error);
  assert.deepEqual(headerOf(await thread.draw(LEAK_TEST_CARD)).length, 4);
});

Deno.test("PreviewThread.draw - rejects without the build's files", async () => {
  using thread = new PreviewThread(new URL("file:///nowhere/"));
  await assert.rejects(thread.draw(LEAK_TEST_CARD), /ENOENT|NotFound/);
});
