/** What to do where the server sees an inner address: usually a visit from the same network. */
export function InnerAddress() {
  return (
    <section class="hint">
      <p>
        You reach this server from inside its own network, or through a proxy it
        was not told to trust. From outside it shows your public address. It can
        describe any other one now: <a href="/api/geoip/8.8.8.8">8.8.8.8</a> or
        {" "}
        <a href="/api/geoip/2001:4860:4860::8888">2001:4860:4860::8888</a>.
      </p>
    </section>
  );
}
