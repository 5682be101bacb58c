import { Credits } from "../components/Credits.tsx";
import { SiteLinks } from "../components/SiteLinks.tsx";
import { define } from "../define.ts";

export default define.layout(({ Component, state }) => (
  <>
    <header class="top">
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <circle cx="16" cy="16" r="13" />
          <circle cx="16" cy="16" r="7.5" />
        </svg>
        Porthole
      </a>
      <span class="motto">what the internet sees of you</span>
      <SiteLinks
        isMember={Boolean(state.member)}
        isAdmin={state.member?.account.isAdmin ?? false}
      />
    </header>
    <main>
      <Component />
    </main>
    <Credits credits={state.services?.credits() ?? []} />
  </>
));
