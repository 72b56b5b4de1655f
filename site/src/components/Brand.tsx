import Link from "@docusaurus/Link";
import { useThemeConfig } from "@docusaurus/theme-common";
import { Logo } from "./Logo.tsx";

export function Brand() {
  const { title } = useThemeConfig().navbar;
  return (
    <Link className="brand" to="/">
      <Logo />
      {title && <b>{title}</b>}
    </Link>
  );
}
