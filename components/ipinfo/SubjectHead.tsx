import { PageHead } from "../ui/PageHead.tsx";

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
    <PageHead
      title={`${title} – Porthole`}
      description={description}
      styles={["home"]}
    >
      <link rel="canonical" href={url} />
      <meta key="og:title" property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta
        key="og:image"
        property="og:image"
        content={`${base}/preview/${name}`}
      />
    </PageHead>
  );
}
