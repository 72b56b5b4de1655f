import { z } from "zod";
import { AppError } from "./errors.ts";
import { quote } from "./quote.ts";

/** A bind mount as the engine needs it. */
export interface Volume {
  /** A path of this machine; a relative one counts from the server's working directory. */
  source: string;
  /** An absolute path in the container without `.`, `..`, doubled or trailing slashes. */
  target: string;
  readOnly: boolean;
}

/** A mount declaration as text; `parseVolume` takes it apart. */
export const VolumeText = z.string().superRefine((text, context) => {
  const volume = readVolume(text);
  if (typeof volume === "string") context.addIssue({ code: "custom", message: volume });
});

/**
 * Reads `host:container`, `host:container:ro`, or one path for both sides. The host side may be a Windows path.
 * @throws AppError `invalid_input`
 */
export function parseVolume(text: string): Volume {
  const volume = readVolume(text);
  if (typeof volume === "string") throw new AppError("invalid_input", `invalid volume: ${volume}`);
  return volume;
}

const FORMS = `write "host:container", "host:container:ro" or one path for both`;
const DRIVE = /^[A-Za-z]:[\\/]/;

/** The volume, or what is wrong with the text. */
function readVolume(text: string): Volume | string {
  const shown = quote(text);
  if (/[$&;|`\p{Cc}]/u.test(text)) return `${shown} holds one of $ & ; | \` or a control character; use another path`;
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) {
    return `${shown} names a resource; only files and folders of this machine can be mounted`;
  }
  if (text.startsWith("~")) return `${shown} starts with "~", which is not expanded; write the whole path`;
  const drive = DRIVE.exec(text) ? text.slice(0, 2) : "";
  const rest = text.slice(drive.length);
  if (/:[A-Za-z]:[\\/]/.test(rest)) return `${shown} has a Windows path on the container side; ${FORMS}`;
  const [host = "", container, option, ...more] = rest.split(":");
  if (more.length > 0 || (option !== undefined && option !== "ro")) {
    return `${shown} has too many parts; ${FORMS}`;
  }
  const source = drive + host;
  if (source === "") return `${shown} has no host path; ${FORMS}`;
  const target = toTarget(container ?? source);
  if (!target) {
    return `${shown} needs an absolute path in the container, other than "/" and without ".."; ${FORMS}`;
  }
  return { source, target, readOnly: option === "ro" };
}

function toTarget(path: string): string | undefined {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  const isUsable = path.startsWith("/") && segments.length > 0 && !segments.includes("..");
  return isUsable ? `/${segments.join("/")}` : undefined;
}
