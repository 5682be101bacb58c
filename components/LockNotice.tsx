/** What a guest does not see, by its name alone, and how to see it. */
export function LockNotice(
  { labels, canSignUp }: { labels: readonly string[]; canSignUp: boolean },
) {
  return (
    <section class="lock" aria-labelledby="lock-title">
      <h2 id="lock-title">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <rect x="2.5" y="7" width="11" height="7.5" rx="1.5" />
          <path d="M5 7V4.8a3 3 0 0 1 6 0V7" />
        </svg>
        For members
      </h2>
      <ul>
        {labels.map((label) => <li key={label}>{label}</li>)}
      </ul>
      <p>
        <a href="/sign-in?next=/">Sign in</a>
        {canSignUp && (
          <>
            {" or "}
            <a href="/sign-up?next=/">make an account</a>
          </>
        )}
        {" to see them."}
      </p>
    </section>
  );
}
