import type { ReactNode } from "react";
import { serverFacts } from "./server-facts.ts";
import styles from "./server-metadata.module.css";

interface ServerMetadataProps {
  /** A server of the built-in registry; the build fails for any other. */
  readonly name: string;
}

/** What the built-in registry says of a server. Text and tables only: nothing here needs the client script. */
export function ServerMetadata({ name }: ServerMetadataProps) {
  const { entry, network, builtBy } = serverFacts(name);
  const { env_vars = [], tools, args = [] } = entry;
  return (
    <div className={styles["block"]}>
      <div className="table" tabIndex={0} role="region" aria-label={`Registry entry of ${name}`}>
        <table>
          <tbody>
            <Row label="Name">
              <code>{name}</code>
            </Row>
            <Row label="Image">
              <code>{entry.image}</code>
            </Row>
            <Row label="Tier and status">
              {entry.tier}, {entry.status}
            </Row>
            <Row label="Transport">
              <code>{entry.transport}</code>
              {entry.target_port !== undefined && `, port ${entry.target_port} in the container`}
            </Row>
            {args.length > 0 && (
              <Row label="Arguments">
                <code>{args.join(" ")}</code>
              </Row>
            )}
            <Row label="May reach">{network}</Row>
            {entry.repository_url && (
              <Row label="Source">
                <a href={entry.repository_url}>{entry.repository_url.replace(/^https:\/\//, "")}</a>
              </Row>
            )}
            {builtBy && <Row label="Image built by">{builtBy}</Row>}
            <Row label={`Tools (${tools.length})`}>
              <Words words={tools} />
            </Row>
          </tbody>
        </table>
      </div>
      {env_vars.length > 0 && (
        <div className="table" tabIndex={0} role="region" aria-label={`Variables of ${name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Variable</th>
                <th scope="col">Needed</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {env_vars.map((variable) => (
                <tr key={variable.name}>
                  <td>
                    <code>{variable.name}</code>
                  </td>
                  <td>
                    {variable.required ? "yes" : "no"}
                    {variable.secret && ", a secret"}
                  </td>
                  <td>{variable.description}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}

function Words({ words }: { readonly words: readonly string[] }) {
  return words.map((word, index) => (
    <span key={word}>
      {index > 0 && ", "}
      <code>{word}</code>
    </span>
  ));
}
