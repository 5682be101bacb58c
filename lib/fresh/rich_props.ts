/** Loaded by pages that pass more than JSON to their islands. */
import { signal } from "@preact/signals";
import { parse } from "devalue";

/** Parses what `writeProps` made of props that are not JSON. */
export function parseRichProps(text: string): unknown {
  return parse(text, { Signal: ([value]) => signal(value) });
}
