import type { Props } from "@theme/Error";

/** Takes the place of a page that threw; the rest of the site stays usable around it. */
export default function Crash({ error, tryAgain }: Props) {
  return (
    <main className="page failure" role="alert">
      <h1>This page crashed.</h1>
      <p>
        <code>{error.message}</code>
      </p>
      <button type="button" className="button" onClick={tryAgain}>
        Try again
      </button>
    </main>
  );
}
