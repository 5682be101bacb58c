/** The same answer for scripts: one line a client can paste. */
export function CurlLines({ base, ip }: { base: string; ip: string }) {
  const lines = [
    ["Your address as text", `curl ${base}/`],
    ["Your address as JSON", `curl ${base}/api/jsonip`],
    ["Where an address is", `curl ${base}/api/geoip/${ip}`],
    ["The V1 record", `curl ${base}/api/v1/ip/${ip}`],
  ];
  return (
    <section class="curl" aria-labelledby="curl-title">
      <h2 id="curl-title">From a script</h2>
      <dl>
        {lines.map(([label, command]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
