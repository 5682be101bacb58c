/** The machine of the figures. */

/** A program's output, in which its version is near the top. */
async function saidBy(
  program: string,
  ...args: string[]
): Promise<string | null> {
  try {
    const { stdout, stderr } = await new Deno.Command(program, { args })
      .output();
    const decoder = new TextDecoder();
    // Some programs print their version to standard error.
    const text = decoder.decode(stdout) + decoder.decode(stderr);
    return text.trim().split("\n").slice(0, 3).join(" ");
  } catch {
    return null;
  }
}

async function versionOf(program: string, flag: string): Promise<string> {
  const versionText = await saidBy(program, flag);
  if (versionText === null) return `${program}: not installed`;
  const [version] = /\d+(?:\.\d+)+/.exec(versionText) ??
    ["of an unknown version"];
  return `${program} ${version}`;
}

/** The machine, the day and the versions, as a list of Markdown. */
export async function machineText(): Promise<string> {
  const cpus = await Deno.readTextFile("/proc/cpuinfo");
  const [, model = "unknown"] = /^model name\s*:\s*(.+)$/m.exec(cpus) ?? [];
  const gib = Deno.systemMemoryInfo().total / 2 ** 30;
  const { deno, v8 } = Deno.version;
  const versions = [
    `Deno ${deno}`,
    `V8 ${v8}`,
    await versionOf("wrk", "-v"),
    await versionOf("nginx", "-v"),
    await versionOf("dnsperf", "-h"),
    await versionOf("nsd", "-v"),
    await versionOf("echoip", "-h"),
  ];
  return [
    `- machine: ${model}, ${navigator.hardwareConcurrency} cores, ` +
    `${gib.toFixed(0)} GiB, Linux ${Deno.osRelease()}`,
    `- date: ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    `- versions: ${versions.join(", ")}`,
    "",
  ].join("\n");
}

/** The load average of the last minute. */
export function loadText(): string {
  return Deno.loadavg()[0].toFixed(2);
}
