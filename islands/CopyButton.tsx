import {
  CopyButton,
  type CopyButtonProps,
} from "../components/ui/CopyButton.tsx";

/** Copies the text of an element of the page. */
export default function CopyButtonIsland(props: CopyButtonProps) {
  return <CopyButton {...props} />;
}
