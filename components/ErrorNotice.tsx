const titles: Record<number, string> = {
  401: "Sign in first",
  403: "Refused",
  404: "Nothing here",
  405: "Not this way",
  413: "Too much at once",
  429: "Slow down a little",
  503: "Back in a moment",
};

/** An error page's body: what happened, in words, and a way on. */
export function ErrorNotice(
  { status, message }: { status: number; message: string },
) {
  return (
    <section class="notice">
      <p class="status">{status}</p>
      <h1>
        {titles[status] ?? (status < 500 ? "That did not work" : "Our fault")}
      </h1>
      <p>{message}</p>
      <p>
        <a href="/">Show my address</a>
      </p>
    </section>
  );
}
