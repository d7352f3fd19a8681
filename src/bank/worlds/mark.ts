import { hash } from 'node:crypto';

/** Hexadecimal digits of 128 bits. */
const LENGTH = 32;
/** Enough to tell worlds apart in a log. */
const SHORT_LENGTH = 12;

/** What stands for a TPP's identity in names of files and in links: none has the identity itself. @see S11-worlds */
export function markOf(identity: string): string {
  return hash('sha256', identity, 'hex').slice(0, LENGTH);
}

/** What a request log calls a world. */
export function shortNameOf(mark: string): string {
  return mark.slice(0, SHORT_LENGTH);
}

/** The secret of a link says whose world it leads to: no other index is needed, and a wrong one finds nothing. */
export function markedSecret(mark: string, secret: string): string {
  return mark + secret;
}

const MARK = /^[0-9a-f]{32}/;

/** The mark that a link's secret begins with. */
export function markOfSecret(secret: string): string | undefined {
  return MARK.exec(secret)?.[0];
}
