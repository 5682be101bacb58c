import {
  OtherFamily,
  type OtherFamilyProps,
} from "../components/egress/OtherFamily.tsx";

/** The visitor's address of the other family, beside the one that the page came over. */
export default function OtherFamilyIsland(props: OtherFamilyProps) {
  return <OtherFamily {...props} />;
}
