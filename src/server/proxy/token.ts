import { decodeLoosely } from './overrides.ts';

/** Tells whether a text holds the proxy's token, in any case and percent-encoding. @see S11-proxy */
export function holdsToken(text: string, token: string): boolean {
  return decodeLoosely(text).toLowerCase().includes(token.toLowerCase());
}
