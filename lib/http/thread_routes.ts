import { rowOfPattern } from "./url_rows.ts";

/** Whether all threads serve a route, by its file in `routes/`: see `UrlRow.threads`. */
export function isThreadRoute(file: string): boolean {
  const path = file.replace(/\.tsx?$/, "").replace(/(?:^|\/)index$/, "");
  const pattern = `/${path.replaceAll(/\[(\w+)\]/g, ":$1")}`;
  return rowOfPattern(pattern)?.threads !== undefined;
}
