import { Nav } from "./Nav.tsx";

/** The pages of the console. */
export function ConsoleNav({ current }: { current: string }) {
  return (
    <Nav
      label="Console"
      current={current}
      links={[
        ["/console", "Tokens"],
        ["/console/ad", "More requests"],
        ["/console/sessions", "Sessions"],
        ["/console/account", "Account"],
      ]}
    />
  );
}
