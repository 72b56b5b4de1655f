/** The early script gives it the current mode as name, the style sheet its icon. */
export function ModeButton() {
  return (
    <button type="button" className="icon-button" data-act="mode" aria-label="Switch between dark and light mode">
      <i className="icon icon-mode" />
    </button>
  );
}
