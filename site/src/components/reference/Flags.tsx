import useBrokenLinks from "@docusaurus/useBrokenLinks";
import { Children, Fragment, isValidElement, type ReactNode } from "react";

interface FlagsProps {
  /** Names the table for those who cannot see what it stands under. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Flags of a command; each row can be linked to as `#--name`. */
export function Flags({ title, children }: FlagsProps) {
  return (
    <table className="flags" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Flag</th>
          <th scope="col">Meaning</th>
          <th scope="col">Default</th>
        </tr>
      </thead>
      {/* The pages have line breaks between rows, which a table must not hold. */}
      <tbody>{Children.toArray(children).filter(isValidElement)}</tbody>
    </table>
  );
}

interface FlagProps {
  readonly name: string;
  readonly short?: string;
  /** What stands for its value; none for a switch. */
  readonly value?: string;
  readonly byDefault?: string;
  /** Separated by blanks. */
  readonly choices?: string;
  /** Variable that gives the value when the flag does not. */
  readonly env?: string;
  readonly repeats?: "list" | "array";
  /** What to use in its place. */
  readonly instead?: string;
  readonly children: ReactNode;
}

const REPEATS = { list: "Repeat it, or separate values by commas.", array: "Repeat it for more." } as const;

export function Flag({ name, short, value, byDefault, choices, env, repeats, instead, children }: FlagProps) {
  const id = `--${name}`;
  useBrokenLinks().collectAnchor(id);
  return (
    <tr id={id}>
      <td>
        <a href={`#${id}`}>
          <code>{short ? `-${short}, --${name}` : `--${name}`}</code>
        </a>
        {value && <span className="flag-value"> {value}</span>}
      </td>
      <td>
        {children}
        {choices && <Choices words={choices.split(" ")} />}
        {repeats && <Note>{REPEATS[repeats]}</Note>}
        {env && (
          <Note>
            Variable: <code>{env}</code>
          </Note>
        )}
        {instead && (
          <Note>
            Better: <code>{instead}</code>
          </Note>
        )}
      </td>
      <td>{byDefault && <code>{byDefault}</code>}</td>
    </tr>
  );
}

function Choices({ words }: { readonly words: readonly string[] }) {
  return (
    <Note>
      {words.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && " "}
          <code>{word}</code>
        </Fragment>
      ))}
    </Note>
  );
}

/** A line of its own for the eye; for those who read text only, not glued to what stands before. */
function Note({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {" "}
      <span className="flag-note">{children}</span>
    </>
  );
}
