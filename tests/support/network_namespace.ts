/*
 * A network namespace with only the loopback addresses. Every port is free there,
 * even 53, which needs privileges elsewhere.
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

/** Whether the system allows network namespaces. Containers often don't; this is then printed. */
export function hasNetworkNamespaces(): boolean {
  try {
    if (inside(["true"]).outputSync().success) return true;
  } catch {
    // `unshare` is missing.
  }
  console.warn("no network namespaces: tests in one do not run");
  return false;
}

/** Runs a module in a new network namespace. Returns its output, which must be JSON. */
export async function runInNamespace(module: URL): Promise<unknown> {
  const deno = [Deno.execPath(), "run", "-A", "-q", module.href];
  const { success, stdout, stderr } = await inside(deno).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
