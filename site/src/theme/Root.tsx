import { SearchHost } from "@site/src/components/SearchHost";
import type { Props } from "@theme/Root";

export default function Root({ children }: Props) {
  return (
    <>
      {children}
      <SearchHost />
    </>
  );
}
