import assert from "node:assert/strict";
import { ColumnReader } from "../../../../lib/data/columns/column_file.ts";
import {
  TextColumn,
  TextColumnBuilder,
} from "../../../../lib/data/columns/text_column.ts";

Deno.test("TextColumn.at - the text with a number; equal texts share one", () => {
  const builder = new TextColumnBuilder();
  const texts = ["Zürich", "", "東京", "Zürich"];
  assert.deepEqual(texts.map((text) => builder.numberOf(text)), [0, 1, 2, 0]);
  assert.equal(builder.size, 3);
  const column = new TextColumn(new ColumnReader(builder.build()));
  assert.equal(column.size, 3);
  assert.deepEqual([0, 1, 2].map((i) => column.at(i)), ["Zürich", "", "東京"]);
});
