/** Loaded by pages that pass more than JSON to their islands. */
import { signal } from "@preact/signals";
import { parse } from "devalue";

/** Parses props that are not JSON, as `writeProps` writes them. */
export function parseRichProps(text: string): unknown {
  return parse(text, { Signal: ([value]) => signal(value) });
}
