import type { Header } from '../../message.ts';
import { utf8Octets } from '../octets.ts';
import { excerpt, unreadable } from '../unreadable.ts';

/** A script that a client runs before it sends a request. */
export interface Script {
  /** The collection, folder or request that has it, in words. */
  readonly where: string;
  readonly text: string;
}

const SIGNS = /[^\n]*(?:\bsignature\b|keyId|createSign|RSA-?SHA256|subtle\.sign|\bsign[A-Z]?\w*\()[^\n]*/i;

/**
 * Refuses a request that a script signs when it is sent: its template was never on the wire.
 * @throws Fault INPUT_INVALID that names the script
 * @see C-verify-signing-script
 */
export function refuseSigningScript(headers: readonly Header[], scripts: readonly Script[]): void {
  const isWritten = headers.some(
    ([name, value]) => /^signature$/i.test(name.trim()) && !value.includes('{{'),
  );
  if (isWritten) return;
  for (const { where, text } of scripts) {
    const line = SIGNS.exec(text.slice(0, LONGEST_SCRIPT))?.[0].trim();
    if (line !== undefined)
      throw unreadable(
        `The pre-request script of ${where} signs the request when it's sent: ${excerpt(utf8Octets(line))}. The file only has the unsigned template.`,
        'Send the request, then pass what was sent: from the console of the client, or as HAR from a proxy.',
      );
  }
}

const LONGEST_SCRIPT = 262_144;
