import { DerError, type DerNode, decodeDer, TAG } from './der.ts';

/** What a DER value is built like. Its content is not looked at. */
export type DerKind =
  | 'certificate'
  | 'pkcs12'
  | 'private-key'
  | 'encrypted-private-key'
  | 'public-key'
  | 'certificate-request'
  | 'revocation-list'
  | 'pkcs7';

/** What the bytes are, by their outer structure; undefined when they are nothing of it. */
export function derKind(bytes: Uint8Array): DerKind | undefined {
  if (isPkcs12(bytes)) return 'pkcs12';
  try {
    return kindOf(decodeDer(bytes, bytes.length).children);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** A SEQUENCE that begins with the number 3 and a SEQUENCE (RFC 7292 4), of definite length or not. */
function isPkcs12(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  const content = 2 + (length > 0x80 && length <= 0x84 ? length - 0x80 : 0);
  return tag === TAG.sequence && [0x02, 0x01, 0x03, 0x30].every((octet, at) => bytes[content + at] === octet);
}

const tagsOf = (nodes: readonly DerNode[]): number[] => nodes.map(({ tag }) => tag);

function kindOf(fields: readonly DerNode[]): DerKind | undefined {
  const [first, second, third] = tagsOf(fields);
  if (first === TAG.oid) return 'pkcs7';
  if (first === TAG.integer) {
    if (second === TAG.sequence || second === TAG.octetString) return 'private-key';
    if (second === TAG.integer) return fields.length === 2 ? 'public-key' : 'private-key';
  }
  if (first !== TAG.sequence) return undefined;
  if (second === TAG.octetString) return 'encrypted-private-key';
  if (second === TAG.bitString) return 'public-key';
  return second === TAG.sequence && third === TAG.bitString
    ? signedKind(fields[0]?.children ?? [])
    : undefined;
}

/** A certificate, a request for one, or a list of revoked ones: all are signed in the same way. */
function signedKind(fields: readonly DerNode[]): DerKind {
  const isTime = (tag: number) => tag === TAG.utcTime || tag === TAG.generalizedTime;
  if (tagsOf(fields).some(isTime)) return 'revocation-list';
  const holdsKey = fields[2]?.children[1]?.tag === TAG.bitString;
  return holdsKey ? 'certificate-request' : 'certificate';
}
