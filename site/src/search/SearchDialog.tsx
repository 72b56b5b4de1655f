export interface SearchDialogProps {
  readonly initialQuery: string;
  /** The dialog is taken away; focus goes back to where it was. */
  readonly onClose: () => void;
}

export function SearchDialog({ initialQuery, onClose }: SearchDialogProps) {
  return (
    <dialog open aria-label="Search">
      <form action="/search">
        <input type="search" name="q" aria-label="Search" placeholder="Search docs" defaultValue={initialQuery} />
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </form>
    </dialog>
  );
}
