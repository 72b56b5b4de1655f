import type { Props } from "@theme/ThemedImage";

/** Both are in the page, the style sheet shows the one of the mode; the other is not loaded. */
export default function ThemedImage({ sources, alt, className = "", ...props }: Props) {
  return (
    <>
      <img {...props} src={sources.light} alt={alt} loading="lazy" className={`${className} only-light`} />
      <img {...props} src={sources.dark} alt={alt} loading="lazy" className={`${className} only-dark`} />
    </>
  );
}
