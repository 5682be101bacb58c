import { execFileSync } from "node:child_process";
import type { TlsPair } from "./rdap_server.ts";
import { tempFolder } from "./temp_folder.ts";

/** Creates a self-signed certificate for a host name or an address. Requires `openssl`. */
export async function makeTlsPair(
  subject: `DNS:${string}` | `IP:${string}`,
): Promise<TlsPair> {
  await using temporary = await tempFolder();
  const folder = temporary.path;
  const key = `${folder}/key.pem`;
  const cert = `${folder}/cert.pem`;
  execFileSync("openssl", [
    ..."req -x509 -nodes -days 2 -newkey ec".split(" "),
    ..."-pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=test".split(" "),
    ...["-addext", `subjectAltName=${subject}`],
    ...["-addext", "basicConstraints=critical,CA:FALSE"],
    ...["-keyout", key, "-out", cert],
  ], { stdio: "ignore" });
  return {
    cert: await Deno.readTextFile(cert),
    key: await Deno.readTextFile(key),
  };
}
