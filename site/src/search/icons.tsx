/** Outlines on a grid of 24, drawn with the colour of the text around them. */
const PATHS = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.4 15.4 20 20",
  back: "M19 12H5m6-6-6 6 6 6",
  close: "m6 6 12 12M18 6 6 18",
  page: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  heading: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h15M4 15h15",
  content: "M5 7h14M5 12h14M5 17h9",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 4v4l3 2",
  star: "m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7 1-5.6-4.1-4 5.6-.8z",
  spark:
    "M12 3.5 13.8 9a2 2 0 0 0 1.2 1.2l5.5 1.8-5.5 1.8a2 2 0 0 0-1.2 1.2L12 20.5 10.2 15A2 2 0 0 0 9 13.8L3.5 12 9 10.2A2 2 0 0 0 10.2 9z",
  enter: "M19 6v5a3 3 0 0 1-3 3H6m4-4-4 4 4 4",
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m-6-6 6 6 6-6",
  outside: "M10 6H6v12h12v-4M13 5h6v6M19 5l-8 8",
  like: "M7 11v8H4v-8zm0 0 4-7a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2.3l-1 5a2 2 0 0 1-2 1.7H7",
  dislike: "M17 13V5h3v8zm0 0-4 7a2 2 0 0 1-2-2v-4H6a2 2 0 0 1-2-2.3l1-5A2 2 0 0 1 7 5h10",
  copy: "M9 9h10v11H9zM5 15V4h10",
  stop: "M7 7h10v10H7z",
} as const;

export type IconName = keyof typeof PATHS;

/** Says nothing to a screen reader: a text stands beside it or names the button around it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="sd-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
