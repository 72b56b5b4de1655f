import type { ReactNode } from "react";
import Original from "@theme-original/MDXComponents";

function Planned({ children }: { readonly children: ReactNode }) {
  return <p>{children}</p>;
}
export default { ...Original, Planned };
