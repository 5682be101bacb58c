import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";

/** The title and the description of a page, and what else its head has. */
export function PageHead({ title, description, style, children }: {
  title: string;
  description: string;
  /** The name of the page's own stylesheet. */
  style?: string;
  children?: ComponentChildren;
}) {
  return (
    <Head>
      <title>{title}</title>
      <meta name="description" content={description} />
      {children}
      {style && (
        <link key={style} rel="stylesheet" href={asset(`/${style}.css`)} />
      )}
    </Head>
  );
}
