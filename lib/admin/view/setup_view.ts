/** A line of the setup list. Texts are by `part` and `reason`. */
export interface SetupLine {
  part: SetupPart;
  state: SetupState;
  reason: string;
  /** The values in the text of the reason. */
  params: Readonly<Record<string, string | number>>;
  /** What mends it; empty if nothing needs to be done. */
  fixes: readonly SetupFix[];
}

export type SetupPart =
  | "proxy"
  | "https"
  | "families"
  | "zone"
  | "stun"
  | "lists"
  | "storage"
  | "whois"
  | "registrations"
  | "administrator";

/** `todo`: not set up. `failing`: set up, but it doesn't work. */
export type SetupState = "good" | "todo" | "failing";

/** Lines to copy, and where they belong. */
export interface SetupFix {
  where: "env" | "dns" | "proxy" | "shell";
  lines: readonly string[];
}
