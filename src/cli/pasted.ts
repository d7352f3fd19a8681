import { shellWord } from '../own-file.ts';
import { harmless } from './foreign-text.ts';

/** A name as a word of a command that can be pasted; where a shell would read it otherwise, the id in its place. */
export function pasted(name: string, id: string): string {
  return /^[\w.-]+$/.test(name) ? name : pastedId(id);
}

/** An id of the bank as one word of a command that can be pasted, whatever it has in it. @see S10-pasted-id */
export function pastedId(id: string): string {
  return shellWord(harmless(id));
}
