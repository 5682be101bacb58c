import json, sys
from geoip2.errors import GeoIP2Error
from geoip2.webservice import Client

host, token, requests = sys.argv[1:]
for service, ip, has_token in json.loads(requests):
    key = token if has_token else "not-a-license"
    client = Client(42, key, host=host)
    try:
        found = getattr(client, service)(ip)
        city = getattr(found, "city", None)
        insights = service == "insights"
        said = {
            "city": city.name if city else None,
            "country": found.country.iso_code,
            "asn": found.traits.autonomous_system_number,
            "address": str(found.traits.ip_address),
            "isHosting": found.traits.is_hosting_provider if insights else None,
            "remaining": found.maxmind.queries_remaining,
        }
        print(json.dumps({k: v for k, v in said.items() if v is not None}))
    except GeoIP2Error as error:
        print(json.dumps({"error": type(error).__name__}))
