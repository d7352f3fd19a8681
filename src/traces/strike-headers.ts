import type { Header } from '../message.ts';
import { FINDING_CODES } from '../signing/findings.ts';
import { isKnownHeader, STRUCK, showsHeader } from './listed.ts';
import { strikeLink } from './strike-target.ts';

/** @see S10-traces */
export function strikeHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [
    isKnownHeader(name) ? name : STRUCK,
    strikeHeader(name.toLowerCase(), value),
  ]);
}

/** Shows also what tells nothing beside a body that is shown, and the invented customer. @see C-verbose */
export function strikeSecretHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => {
    const low = name.toLowerCase();
    return [name, low === 'digest' || low === 'x-psu-identity' ? value : strikeHeader(low, value)];
  });
}

function strikeHeader(name: string, value: string): string {
  if (showsHeader(name, value)) return value;
  if (name === 'location') return strikeLink(value);
  if (name === 'digest') return strikeDigest(value);
  if (name === 'signature') return strikeSignature(value);
  if (name === 'psd2-findings') return strikeFindings(value);
  return STRUCK;
}

/** With the digest one could try accounts and amounts until one fits. @see S10-traces */
function strikeDigest(value: string): string {
  const [, algorithm] = /^(SHA-256|SHA-512)=/i.exec(value) ?? [];
  return algorithm === undefined ? STRUCK : `${algorithm}=${STRUCK}`;
}

function strikeFindings(value: string): string {
  const codes: readonly string[] = FINDING_CODES;
  return value
    .split(', ')
    .map((code) => (codes.includes(code) ? code : STRUCK))
    .join(', ');
}

/** How it was signed, but neither by whom nor the signature. */
function strikeSignature(value: string): string {
  const shown = Object.entries(SIGNED_HOW).map(([name, form]) => {
    const [, given = ''] = new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(value) ?? [];
    return `${name}="${given === '' || form.test(given) ? given : STRUCK}"`;
  });
  return `keyId="${STRUCK}",${shown.join(',')},signature="${STRUCK}"`;
}

/** Algorithms by name; of headers those that may be signed here. */
const SIGNED_HOW = {
  algorithm: /^(rsa-sha(1|256|384|512)|hs2019)$/i,
  headers:
    /^(?:(?:\(request-target\)|\(created\)|\(expires\)|host|date|digest|content-type|content-length|x-request-id|psu-id|psu-corporate-id|(?:tpp|aspsp)-[a-z-]{2,24})(?: |$))+$/i,
};
