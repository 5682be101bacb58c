import type { ComponentChildren } from "preact";

const roles = { done: "status", fault: "alert", info: undefined } as const;

/** What has just happened, or what to know first: one short message above a form. */
export function Notice(
  { kind, children }: { kind: keyof typeof roles; children: ComponentChildren },
) {
  return (
    <div class={`message message-${kind}`} role={roles[kind]}>{children}</div>
  );
}
