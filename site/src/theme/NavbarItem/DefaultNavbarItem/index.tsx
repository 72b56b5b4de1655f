import NavbarNavLink from "@theme/NavbarItem/NavbarNavLink";
import type { Props } from "@theme/NavbarItem/DefaultNavbarItem";

/** A link in the bar, or with `mobile` in the drawer. */
export default function DefaultNavbarItem({
  mobile = false,
  position: _,
  className,
  isDropdownItem: __,
  ...props
}: Props) {
  const link = (
    <NavbarNavLink
      {...props}
      className={[className, mobile ? "drawer-link" : "bar-link"].filter(Boolean).join(" ")}
      activeClassName="active"
    />
  );
  return mobile ? <li>{link}</li> : link;
}
