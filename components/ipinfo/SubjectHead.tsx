import { asset, Head } from "fresh/runtime";

interface SubjectHeadProps {
  title: string;
  description: string;
  /** The service's origin. */
  base: string;
  /** What the page is about, its path. */
  name: string;
}

/** The head of a page about an address, a name, a network or a system, with what previews of its link show. */
export function SubjectHead(
  { title, description, base, name }: SubjectHeadProps,
) {
  const url = `${base}/${name}`;
  return (
    <Head>
      <title>{`${title} – Porthole`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta key="og:title" property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta
        key="og:image"
        property="og:image"
        content={`${base}/preview/${name}`}
      />
      <link key="home" rel="stylesheet" href={asset("/home.css")} />
    </Head>
  );
}
