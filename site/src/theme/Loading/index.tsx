import ExecutionEnvironment from "@docusaurus/ExecutionEnvironment";

interface LoadingProps {
  readonly error?: Error | null;
  readonly pastDelay: boolean;
  retry(): void;
}

/** A page whose script is on its way: nothing, after 200 ms a spinner, and on failure the reason and another try. */
export default function Loading({ error, retry, pastDelay }: LoadingProps) {
  if (error) {
    // While the site is built there is nobody to try again.
    if (!ExecutionEnvironment.canUseDOM) throw error;
    return (
      <div className="failure" role="alert">
        <p>{String(error)}</p>
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
      </div>
    );
  }
  return pastDelay ? <div className="spinner" role="status" aria-label="Loading" /> : null;
}
