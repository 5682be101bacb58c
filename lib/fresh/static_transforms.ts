/** Which static files a build changes, by their path in the project. */
export interface OnTransformOptions {
  pluginName: string;
  filter: RegExp;
}

export interface OnTransformArgs {
  /** Path of the file. */
  path: string;
  /** Browsers the code must run in, as esbuild's `target`. */
  target: string | string[];
  content: Uint8Array;
  readonly text: string;
  mode: "development" | "production";
}

/** What is served in the file's place; nothing where the file stays as it is. */
export type TransformFn = (
  args: OnTransformArgs,
) => void | { content: string } | Promise<void | { content: string }>;

export interface StaticTransform {
  options: OnTransformOptions;
  transform: TransformFn;
}

/** A static file after all transforms that are for it; null where none changes it. */
export async function transformed(
  transforms: readonly StaticTransform[],
  file: Pick<OnTransformArgs, "path" | "target" | "content" | "mode">,
): Promise<string | null> {
  let text: string | null = null;
  for (const { options, transform } of transforms) {
    if (!options.filter.test(file.path)) continue;
    const content = text === null
      ? file.content
      : new TextEncoder().encode(text);
    const result = await transform({
      ...file,
      content,
      get text() {
        return new TextDecoder().decode(content);
      },
    });
    text = result?.content ?? text;
  }
  return text;
}
