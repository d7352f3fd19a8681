import { harmless } from './foreign-text.ts';

/** A name as a word of a command that can be pasted; where a shell would read it otherwise, the id in its place. */
export function pasted(name: string, id: string): string {
  return /^[\w.-]+$/.test(name) ? name : harmless(id);
}
