import { outcomeOf } from "./program_test_of.ts";
import { startOrigins, V4, V6 } from "./origin_zone_server.ts";

/*
 * Runs in its own network namespace, because mtr 0.95 asks only the system's resolver,
 * on port 53, and only for names below asn.cymru.com. The addresses are the machine's
 * own there.
 */

await using _zone = await startOrigins("asn.cymru.com", 53);
const configuration = await Deno.makeTempFile();
await Deno.writeTextFile(configuration, "nameserver 127.0.0.1\n");
const TRACE = `
mount --bind "$1" /etc/resolv.conf
for ip in ${V4} ${V6}; do
  ip address add $ip dev lo
  mtr --report --report-wide --no-dns --aslookup -c 2 -G 1 $ip
done
`;
const printed = await outcomeOf("/usr/bin/unshare", [
  ...["--mount", "sh", "-e", "-c", TRACE, "sh", configuration],
]);
await Deno.remove(configuration);
console.log(JSON.stringify(printed));
