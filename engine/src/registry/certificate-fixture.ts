import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "vitest";

/** A certificate nobody trusts unless told to, made out to the host, with its key; both as PEM. */
export function makeCertificate(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = seq(oid("2a8648ce3d040302"));
  const name = seq(set(seq(oid("550403"), tlv(0x0c, Buffer.from("test")))));
  const hour = 3_600_000;
  const validity = seq(time(Date.now() - hour), time(Date.now() + 24 * hour));
  const alternative = seq(tlv(0x82, Buffer.from(host)));
  const extensions = tlv(0xa3, seq(seq(oid("551d11"), tlv(0x04, alternative))));
  const version = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const serial = tlv(0x02, Buffer.from([1]));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const body = seq(version, serial, algorithm, name, validity, name, spki, extensions);
  const signature = sign("sha256", body, privateKey);
  const der = seq(body, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  expect(key).toBeTypeOf("string");
  return { cert, key: String(key) };
}

/** Tag, length, value: all that DER is (X.690 section 8). */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const seq = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const set = (...parts: Buffer[]): Buffer => tlv(0x31, ...parts);
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"));

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, "");
  return tlv(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
