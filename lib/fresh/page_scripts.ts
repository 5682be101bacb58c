import { Signal } from "@preact/signals";
import { stringify } from "devalue";
import { type ComponentType, isValidElement } from "preact";
import { ISLANDS_ID } from "./island_marks.ts";
import type { ClientModule, Snapshot } from "./snapshot.ts";

/** An island on a page. */
export interface IslandUse {
  component: ComponentType<never>;
  props: Record<string, unknown>;
}

/** Links that let the browser load the modules of a page's islands before it comes to the script. */
export function preloadLinks(
  islands: readonly IslandUse[],
  snapshot: Snapshot | undefined,
): string {
  if (snapshot === undefined || islands.length === 0) return "";
  const modules = [
    snapshot.client,
    ...islands.map(({ component }) => moduleOf(component, snapshot)),
  ];
  const urls = new Set(
    modules.flatMap(({ url, imports }) => [url, ...imports]),
  );
  return [...urls].map((url) => `<link rel="modulepreload" href="${url}"/>`)
    .join("");
}

/** The data of a page's islands and the script that brings them to life; nothing for a page without islands. */
export function pageScripts(
  islands: readonly IslandUse[],
  snapshot: Snapshot | undefined,
  nonce: string,
): string {
  if (snapshot === undefined) return "";
  const script = (url: string) =>
    `<script type="module" src="${url}" nonce="${nonce}"></script>`;
  const reload = snapshot.pageScript === undefined
    ? ""
    : script(snapshot.pageScript);
  if (islands.length === 0) return reload;
  // Data, not an inline script: a Content-Security-Policy of 'self' lets it pass.
  const data = serialize(
    islands.map((
      { component, props },
    ) => [moduleOf(component, snapshot).url, props]),
  );
  return `<script type="application/json" id="${ISLANDS_ID}">${data}</script>` +
    script(snapshot.client.url) + reload;
}

function moduleOf(
  component: ComponentType<never>,
  snapshot: Snapshot,
): ClientModule {
  const module = snapshot.islands.get(component);
  if (module === undefined) {
    throw new Error(`Cannot find the browser module of ${component.name}`);
  }
  return module;
}

/** Values as text that stands safely within a script element. A signal in several places stays one signal. */
function serialize(values: unknown): string {
  const text = stringify(values, {
    Signal: (value: unknown) => value instanceof Signal && [value.peek()],
    // After the signals: to Preact a signal is an element as well.
    Element: (value: unknown) => {
      if (!isValidElement(value)) return false;
      throw new TypeError("Cannot pass JSX to an island: its props are data");
    },
  });
  // "</script>" in a string must not end the element.
  return text.replaceAll("<", "\\u003c");
}
