import { quoteForShell } from '../own-file.ts';
import { sanitizeForTerminal } from './sanitize.ts';

/** Quotes a name as one word of a shell command; returns the id if a shell would interpret the name. */
export function quoteName(name: string, id: string): string {
  return /^[\w.-]+$/.test(name) ? name : quoteId(id);
}

/** Quotes a bank's id as one word of a shell command, whatever characters it contains. @see S10-pasted-id */
export function quoteId(id: string): string {
  return quoteForShell(sanitizeForTerminal(id));
}
