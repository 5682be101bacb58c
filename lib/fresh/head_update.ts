import { toChildArray } from "preact";
import { type HeadElement, type HeadIdentity, headIdentity } from "./head.ts";

/** Brings one element of the browser's `<head>` up to date, or adds it. */
export function updateDocumentHead(vnode: HeadElement): void {
  const { type, key, props } = vnode;
  const { children, ...attributes } = props as Record<string, unknown> & {
    children?: string;
  };
  const text = toChildArray(children).join("");
  if (type === "title") {
    document.title = text;
    return;
  }
  const element = existing(headIdentity(vnode)) ??
    document.head.appendChild(document.createElement(String(type)));
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (key != null) element.setAttribute("data-key", String(key));
  if (text !== "") element.textContent = text;
}

function existing(identity: HeadIdentity | undefined): Element | null {
  return identity === undefined ? null : document.head.querySelector(
    `[${identity.attribute}="${CSS.escape(identity.value)}"]`,
  );
}
