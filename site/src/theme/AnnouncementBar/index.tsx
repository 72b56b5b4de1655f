import { useThemeConfig } from "@docusaurus/theme-common";

export default function AnnouncementBar() {
  const { announcementBar } = useThemeConfig();
  if (!announcementBar) return null;
  return (
    <div className="announcement" role="region" aria-label="Announcement">
      <p dangerouslySetInnerHTML={{ __html: announcementBar.content }} />
      {announcementBar.isCloseable && (
        <button type="button" className="icon-button" data-act="announcement" aria-label="Close">
          <i className="icon icon-close" />
        </button>
      )}
    </div>
  );
}
