import { WebServiceClient } from "@maxmind/geoip2-node";

const [host, token, requests] = Deno.args;
for (const [service, ip, hasToken] of JSON.parse(requests)) {
  const key = hasToken ? token : "not-a-license";
  const client = new WebServiceClient("42", key, { host });
  try {
    const { city, country, traits, maxmind } = await client[service](ip);
    console.log(JSON.stringify({
      city: city?.names?.en,
      country: country.isoCode,
      asn: traits.autonomousSystemNumber,
      address: traits.ipAddress,
      isHosting: service === "insights" ? traits.isHostingProvider : undefined,
      remaining: maxmind?.queriesRemaining,
    }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.code }));
  }
}
