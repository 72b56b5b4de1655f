import { PRODUCT } from "@toolhaven/contract/product";
import { LINKS } from "./links.ts";
import type { Settings } from "./settings.ts";

const docs = PRODUCT.docsPath;

export function themeConfig({ announcement }: Settings) {
  return {
    image: "img/social-card.png",
    colorMode: { defaultMode: "dark", disableSwitch: false, respectPrefersColorScheme: true },
    docs: { sidebar: { hideable: false, autoCollapseCategories: false } },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    ...(announcement
      ? { announcementBar: { id: announcement.id, content: announcement.text, isCloseable: true } }
      : {}),
    // Unused, as code is highlighted while building; the default would be in every page's script.
    prism: { theme: { plain: {}, styles: [] } },
    navbar: {
      title: PRODUCT.name,
      hideOnScroll: false,
      items: [
        {
          type: "dropdown",
          label: "Docs",
          position: "left",
          items: [
            { label: "Home", to: docs, activeBaseRegex: `^${docs}$` },
            { label: "Tutorials", to: `${docs}tutorials` },
            { label: "Desktop UI guides", to: `${docs}guides-ui/` },
            { label: "CLI guides", to: `${docs}guides-cli/` },
            { label: "Kubernetes Operator guides", to: `${docs}guides-k8s/` },
          ],
        },
        {
          type: "dropdown",
          label: "References",
          position: "left",
          items: [
            { label: "CLI commands", to: `${docs}reference/cli/${PRODUCT.binary}` },
            { label: "API", to: `${docs}reference/api` },
            { label: "Registry schema", to: `${docs}reference/registry-schema` },
            { label: "Operator CRD", to: `${docs}reference/crd-spec` },
          ],
        },
        { href: LINKS.source, className: "icon-link icon-source", "aria-label": "Source code" },
        { href: LINKS.chat, className: "icon-link icon-chat", "aria-label": "Community chat" },
        { href: LINKS.video, className: "icon-link icon-video", "aria-label": "Video channel" },
      ],
    },
    footer: {
      links: [
        {
          title: "Learn",
          items: [
            { label: "Introduction", to: docs },
            { label: "Get started", to: `${docs}quickstart` },
            { label: "Tutorials", to: `${docs}tutorials` },
            { label: "Concepts", to: `${docs}concepts` },
            { label: "FAQ", to: `${docs}faq` },
          ],
        },
        {
          title: "Guides",
          items: [
            { label: "Desktop UI", to: `${docs}guides-ui/` },
            { label: "CLI", to: `${docs}guides-cli/` },
            { label: "Kubernetes Operator", to: `${docs}guides-k8s/` },
            { label: "MCP servers", to: `${docs}guides-mcp` },
          ],
        },
        {
          title: "Reference",
          items: [
            { label: "CLI commands", to: `${docs}reference/cli/${PRODUCT.binary}` },
            { label: "API", to: `${docs}reference/api` },
            { label: "Registry schema", to: `${docs}reference/registry-schema` },
            { label: "For agents: llms.txt", href: "pathname:///llms.txt", target: "_self" },
          ],
        },
        {
          title: "Community",
          items: [
            { label: "Source code", href: LINKS.source, className: "foot-icon icon-source" },
            { label: "Chat", href: LINKS.chat, className: "foot-icon icon-chat" },
            { label: "Videos", href: LINKS.video, className: "foot-icon icon-video" },
          ],
        },
      ],
      copyright: `Copyright © 2025 the ${PRODUCT.name} authors`,
    },
  };
}
