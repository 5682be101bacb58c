/*
 * A network of a test's own, with nothing in it but the loopback addresses:
 * every port is free there, 53 too, for which rights are needed elsewhere.
 */

function inside(args: readonly string[]): Deno.Command {
  return new Deno.Command("unshare", {
    args: [
      "--map-root-user",
      "--net",
      "sh",
      "-c",
      'ip link set lo up && exec "$@"',
      "sh",
      ...args,
    ],
    stderr: "piped",
  });
}

/** Tells whether the system lets one be made; containers often forbid it, which is said aloud. */
export function hasNetworkNamespaces(): boolean {
  try {
    if (inside(["true"]).outputSync().success) return true;
  } catch {
    // There is no unshare.
  }
  console.warn("no network namespaces: tests in one do not run");
  return false;
}

/** Runs a module in a network of its own; what it writes to standard output, which has to be JSON. */
export async function runInNamespace(module: URL): Promise<unknown> {
  const deno = [Deno.execPath(), "run", "-A", "-q", module.href];
  const { success, stdout, stderr } = await inside(deno).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
