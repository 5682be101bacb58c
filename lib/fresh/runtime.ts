import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { buildId, VERSION_PARAM } from "./build_id.ts";
import { headElements } from "./head.ts";
import { updateDocumentHead } from "./head_update.ts";

export { HttpError } from "./http_error.ts";

/** Whether the code runs in a browser: `false` while the server renders. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/** The address of a static file with its version, which lets browsers keep the file for a year. */
export function asset(path: string): string {
  if (!/^\/(?!\/)/.test(path) || path.includes(`${VERSION_PARAM}=`)) {
    return path;
  }
  const end = path.includes("#") ? path.indexOf("#") : path.length;
  const address = path.slice(0, end);
  return `${address}${
    address.includes("?") ? "&" : "?"
  }${VERSION_PARAM}=${buildId()}${path.slice(end)}`;
}

/** What {@linkcode Head} takes. */
export interface HeadProps {
  children?: ComponentChildren;
}

/**
 * Puts its children into the document's `<head>`. An element there with the same key, id, name
 * (`<meta>`) or relation (`<link>`) gives way, and so does the title.
 */
export function Head({ children }: HeadProps): ComponentChildren {
  // The server collects the children instead of rendering this component.
  useEffect(() => headElements(children).forEach(updateDocumentHead), [
    children,
  ]);
  return null;
}
