/** Runs `test` with this token for KV Connect servers in the environment, or with none. */
export async function withAccessToken(
  token: string | null,
  test: () => Promise<void>,
): Promise<void> {
  const name = "DENO_KV_ACCESS_TOKEN";
  const put = (value: string | null | undefined) =>
    value == null ? Deno.env.delete(name) : Deno.env.set(name, value);
  const before = Deno.env.get(name);
  put(token);
  try {
    await test();
  } finally {
    put(before);
  }
}
