import { TextField } from "../TextField.tsx";

/** One field: what is typed says by itself what it is. */
export function WhoisForm(
  { typed, error }: { typed: string; error?: string },
) {
  return (
    <form class="whois" method="get" action="/whois" role="search">
      <div class="search">
        <TextField
          label="Name, address or AS number"
          name="query"
          type="search"
          autocomplete="off"
          value={typed}
          maxLength={254}
          error={error}
          hint="Such as example.com, 192.0.2.7, 2001:db8::/32 or AS64496."
        />
        <button type="submit">Look up</button>
      </div>
    </form>
  );
}
