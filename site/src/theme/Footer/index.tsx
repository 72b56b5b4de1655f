import Link from "@docusaurus/Link";
import { isMultiColumnFooterLinks } from "@docusaurus/theme-common/internal";
import { useThemeConfig } from "@docusaurus/theme-common";
import { Brand } from "@site/src/components/Brand";
import type { FooterLinkItem } from "@docusaurus/theme-common";

/** Link columns or one flat row, as configured. */
export default function Footer() {
  const { footer } = useThemeConfig();
  if (!footer) return null;
  const { links, copyright } = footer;
  return (
    <footer className="foot">
      <div className="foot-top">
        <Brand />
        {links.length > 0 && isMultiColumnFooterLinks(links) ? (
          <div className="foot-columns">
            {links.map(({ title, items, className }, index) => (
              <div key={index} className={className}>
                {title && <p className="foot-title">{title}</p>}
                <Links items={items} />
              </div>
            ))}
          </div>
        ) : (
          links.length > 0 && <Links items={links} />
        )}
      </div>
      {copyright && <p className="foot-copyright" dangerouslySetInnerHTML={{ __html: copyright }} />}
    </footer>
  );
}

function Links({ items }: { readonly items: readonly FooterLinkItem[] }) {
  return (
    <ul className="foot-links">
      {items.map(({ label, html, to, href, className, ...rest }, index) => (
        <li key={index} className={className}>
          {html ? (
            <span dangerouslySetInnerHTML={{ __html: html }} />
          ) : (
            <Link {...rest} {...(href ? { href } : { to })}>
              {label}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
