/** The mark: walls around a tool. Its colours follow the mode. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path className="logo-outer" d="M4 28V16a12 12 0 0 1 24 0v12" />
      <path className="logo-inner" d="M10.5 28V16.5a5.5 5.5 0 0 1 11 0V28" />
      <circle className="logo-tool" cx="16" cy="25.5" r="2.5" />
    </svg>
  );
}
