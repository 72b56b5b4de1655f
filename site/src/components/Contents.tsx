interface Heading {
  readonly id: string;
  readonly level: number;
  /** HTML, as a heading may hold code. */
  readonly value: string;
}

export function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <ul>
      {headings.map(({ id, level, value }) => (
        <li key={id} data-level={level}>
          <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: value }} />
        </li>
      ))}
    </ul>
  );
}
