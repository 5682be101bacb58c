import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";

/** The title and the description of a page, and what else its head has. */
export function PageHead({ title, description, styles = [], children }: {
  title: string;
  description: string;
  /** The names of stylesheets besides that of all pages. */
  styles?: readonly string[];
  children?: ComponentChildren;
}) {
  return (
    <Head>
      <title>{title}</title>
      <meta name="description" content={description} />
      {children}
      {styles.map((style) => (
        <link key={style} rel="stylesheet" href={asset(`/${style}.css`)} />
      ))}
    </Head>
  );
}
