import { consoleTexts } from "../lib/shared/texts/account_console.ts";
import { useTexts } from "./language.ts";
import { Nav } from "./Nav.tsx";

/** The pages of the console. */
export function ConsoleNav({ current }: { current: string }) {
  const { pages } = useTexts(consoleTexts);
  return (
    <Nav
      label={pages.label}
      current={current}
      links={[
        ["/console", pages.tokens],
        ["/console/ad", pages.ad],
        ["/console/sessions", pages.sessions],
        ["/console/account", pages.account],
      ]}
    />
  );
}
