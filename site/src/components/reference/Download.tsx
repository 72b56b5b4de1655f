import useBaseUrl from "@docusaurus/useBaseUrl";
import type { ReactNode } from "react";

interface DownloadProps {
  /** A file that the build writes, below the site's root. */
  readonly file: string;
  readonly children: ReactNode;
}

export function Download({ file, children }: DownloadProps) {
  return (
    <p>
      <a className="button button-quiet" href={useBaseUrl(file)} download>
        {children}
      </a>
    </p>
  );
}
