import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** An authority of the test's own, for servers that nobody else trusts. */
export interface Authority {
  readonly pem: string;
  /** A key and a certificate for these names and IPv4 addresses. */
  issue(options: { hosts: readonly string[]; validFor?: number }): { key: string; cert: string };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function createAuthority(): Authority {
  const name = nameOf("ToolHaven tests");
  const keys = newKeys();
  const issue = (subject: Buffer, options: { publicKey: Buffer; extension: Buffer; validFor: number }): string =>
    certificate({ ...options, issuer: name, subject, key: keys.key });
  const pem = issue(name, { publicKey: keys.publicKey, extension: CA_EXTENSION, validFor: DAY_MS });
  return {
    pem,
    issue({ hosts, validFor = DAY_MS }) {
      const own = newKeys();
      const subject = nameOf(hosts[0] ?? "");
      return {
        key: own.pem,
        cert: issue(subject, { publicKey: own.publicKey, extension: alternativeNames(hosts), validFor }),
      };
    },
  };
}

function newKeys(): { key: KeyObject; publicKey: Buffer; pem: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { key: createPrivateKey(privateKey), publicKey, pem: privateKey };
}

/* X.509 (RFC 5280) in DER, as far as tests need it. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes));
const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`));

const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const TRUE = der(0x01, Buffer.of(0xff));
const CA_EXTENSION = sequence(oid(0x55, 0x1d, 0x13), TRUE, der(0x04, sequence(TRUE)));

const nameOf = (common: string): Buffer =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(common)))));

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)),
  );
  return sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(...names)));
}

interface CertificateParts {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: Buffer;
  readonly extension: Buffer;
  /** Milliseconds from now; less than none for one that has expired. */
  readonly validFor: number;
  readonly key: KeyObject;
}

let serial = 0;

function certificate({ issuer, subject, publicKey, extension, validFor, key }: CertificateParts): string {
  serial += 1;
  const now = Date.now();
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1, serial)),
    ECDSA_SHA256,
    issuer,
    sequence(time(now - 2 * DAY_MS), time(now + validFor)),
    subject,
    publicKey,
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.of(0), sign("sha256", toSign, key));
  const base64 = sequence(toSign, ECDSA_SHA256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}
