import type { CaptureNote } from '../capture.ts';
import { changedNote, type Place } from '../notes.ts';
import { shown } from '../unreadable.ts';

/** Names and the values that the file itself gives them. */
export type Variables = ReadonlyMap<string, string>;

/** `{{name}}`, with the underscore and blanks that Insomnia writes. */
const VARIABLE = /\{\{ *(?:_\.)?([^{}"\n]{1,100}?) *\}\}/g;
const MOST_DEPTH = 5;
/** Of what was filled in; values may hold variables too. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * Text with the variables whose values are in the file, those in values too. What has no value stays as it is; a
 * note of it is made elsewhere.
 * @see C-verify-client-variables
 */
export class Filling {
  readonly notes: CaptureNote[] = [];
  private readonly noted = new Set<string>();
  private readonly variables: Variables;

  constructor(variables: Variables) {
    this.variables = variables;
  }

  /** Without a place nothing is noted: what is filled in there isn't signed. */
  fill(text: string, place: Place | undefined): string {
    let filled = text;
    for (let depth = 0; depth < MOST_DEPTH && filled.includes('{{'); depth += 1) {
      let length = 0;
      const next = filled.replaceAll(VARIABLE, (literal, name: string) => {
        const value = this.variables.get(name);
        length += value?.length ?? 0;
        if (value === undefined || length > MOST_CHARACTERS) return literal;
        if (place !== undefined) this.note(literal, place);
        return value;
      });
      if (next === filled) break;
      filled = next;
    }
    return filled;
  }

  private note(literal: string, place: Place): void {
    if (this.noted.has(literal)) return;
    this.noted.add(literal);
    const message = `The variable ${shown(literal)} is replaced by the value that the file gives it.`;
    this.notes.push(
      changedNote(place, message, 'Check that it had the same value when the request was sent.'),
    );
  }
}
