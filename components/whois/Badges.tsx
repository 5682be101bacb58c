import type { RegistrationBadge } from "../../lib/shared/registration_view.ts";

/** Words about the whole, each with what it means for those who point at it. */
export function Badges(
  { badges }: { badges: readonly RegistrationBadge[] },
) {
  return (
    <ul class="badges">
      {badges.map(({ text, title, isWarning }) => (
        <li
          key={text}
          class={isWarning ? "badge warning" : "badge"}
          title={title}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
