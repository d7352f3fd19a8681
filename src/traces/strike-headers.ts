import type { Header } from '../message.ts';
import { STRUCK, showsHeader } from './listed.ts';
import { strikeLink } from './strike-target.ts';

/** @see S10-traces */
export function strikeHeaders(headers: readonly Header[]): Header[] {
  return headers.map(([name, value]) => [name, strikeHeader(name.toLowerCase(), value)]);
}

function strikeHeader(name: string, value: string): string {
  if (showsHeader(name, value)) return value;
  if (name === 'location') return strikeLink(value);
  if (name === 'digest') return strikeDigest(value);
  if (name === 'signature') return strikeSignature(value);
  if (name === 'psd2-findings') return value.replaceAll(/[^a-z0-9/, -]+/gi, STRUCK);
  return STRUCK;
}

/** With the digest one could try accounts and amounts until one fits. @see S10-traces */
function strikeDigest(value: string): string {
  const [, algorithm] = /^(SHA-256|SHA-512)=/i.exec(value) ?? [];
  return algorithm === undefined ? STRUCK : `${algorithm}=${STRUCK}`;
}

/** How it was signed, but neither by whom nor the signature. */
function strikeSignature(value: string): string {
  const shown = ['algorithm', 'headers'].map((name) => {
    const [, given = ''] = new RegExp(`\\b${name}="([a-z0-9() -]{1,200})"`, 'i').exec(value) ?? [];
    return `${name}="${given}"`;
  });
  return `keyId="${STRUCK}",${shown.join(',')},signature="${STRUCK}"`;
}
