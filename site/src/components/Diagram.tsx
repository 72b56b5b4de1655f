interface DiagramProps {
  /** An SVG, drawn while the site is built (`plugins/diagram.ts`). */
  readonly svg: string;
  readonly alt: string;
}

export function Diagram({ svg, alt }: DiagramProps) {
  return <div className="diagram" role="img" aria-label={alt} dangerouslySetInnerHTML={{ __html: svg }} />;
}
