import NavbarNavLink, { type Props as LinkProps } from "@theme/NavbarItem/NavbarNavLink";
import type { Props } from "@theme/NavbarItem/DropdownNavbarItem";

/** Opens on hover by style sheet, on a tap or key by the early script. In the drawer it is a group that is open. */
export default function DropdownNavbarItem({ mobile = false, items, label, className }: Props) {
  const links = items.map((item, index) => (
    <li key={index}>
      <DropdownLink item={item} kind={mobile ? "drawer-link" : "dropdown-link"} />
    </li>
  ));
  if (mobile) {
    return (
      <li className={className}>
        <p className="drawer-group">{label}</p>
        <ul>{links}</ul>
      </li>
    );
  }
  return (
    <div className={["dropdown", className].filter(Boolean).join(" ")}>
      <button type="button" className="bar-link" data-act="dropdown" aria-expanded="false" aria-haspopup="true">
        {label}
        <i className="icon icon-down" />
      </button>
      <ul className="dropdown-items">{links}</ul>
    </div>
  );
}

/** An item keeps the class it brings: the language that is shown has one. */
function DropdownLink({ item, kind }: { readonly item: Props["items"][number]; readonly kind: string }) {
  const { type: _, className, ...props } = item as LinkProps & { type?: string };
  const classes = [kind, className].filter(Boolean).join(" ");
  return <NavbarNavLink {...props} className={classes} activeClassName="active" isDropdownLink />;
}
