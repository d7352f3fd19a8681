import { quoteForShell } from '../own-file.ts';
import { sanitizeForTerminal } from './sanitize.ts';

/** A name as a word of a command that can be pasted; where a shell would read it otherwise, the id in its place. */
export function quoteName(name: string, id: string): string {
  return /^[\w.-]+$/.test(name) ? name : quoteId(id);
}

/** An id of the bank as one word of a command that can be pasted, whatever it has in it. @see S10-pasted-id */
export function quoteId(id: string): string {
  return quoteForShell(sanitizeForTerminal(id));
}
