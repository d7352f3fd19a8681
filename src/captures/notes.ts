import type { CaptureNote } from './capture.ts';
import type { Expansion } from './shell/word.ts';
import { shown } from './unreadable.ts';

/** Where in the request something stands. */
export type Place = Pick<CaptureNote, 'part' | 'header'>;

export const TARGET: Place = { part: 'target' };
export const BODY: Place = { part: 'body' };

export function inHeader(name: string): Place {
  return { part: 'header', header: name.toLowerCase() };
}

/** `in the header date`, `in the body`. */
export function placeText({ part, header }: Place): string {
  if (part !== 'header') return part === 'target' ? 'in the URL or method' : 'in the body';
  return header === undefined ? 'in a header' : `in the header ${header}`;
}

const CAPTURE_AGAIN = 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.';

/** Of what a shell would have replaced; it stays as it is written. @see C-verify-curl-expansions */
export function expansionNote(place: Place, expansion: Expansion): CaptureNote {
  const { literal, isPattern, isPlaceholder = false } = expansion;
  if (isPlaceholder) return placeholderNote(place, literal, ' A shell would read < and > as redirections.');
  const quoted = shown(literal);
  const what = `${quoted} ${placeText(place)}`;
  return {
    code: 'shell-expansion',
    ...place,
    quoted,
    message: isPattern
      ? `The shell may expand ${what} to file names or several words. Here it's kept as is.`
      : `The shell replaces ${what}. Nothing is run here, so it's kept as is.`,
    remedy: isPattern ? 'Put it in single quotes.' : CAPTURE_AGAIN,
  };
}

export function templateNote(place: Place, literal: string): CaptureNote {
  return {
    code: 'shell-expansion',
    ...place,
    quoted: shown(literal),
    message: `The variable ${shown(literal)} ${placeText(place)} is filled in when the request is sent. Here it's kept as is.`,
    remedy: CAPTURE_AGAIN,
  };
}

/** Of what a person was to fill in. @see C-verify-placeholders */
export function placeholderNote(place: Place, literal: string, more = ''): CaptureNote {
  const quoted = shown(literal);
  return {
    code: 'shell-expansion',
    ...place,
    quoted,
    message: `${quoted} ${placeText(place)} is a placeholder.${more} Here it's kept as is.`,
    remedy: CAPTURE_AGAIN,
  };
}

/** Of what only running the code would tell. @see C-verify-code-literals */
export function codeNote(place: Place, literal: string): CaptureNote {
  return {
    code: 'shell-expansion',
    ...place,
    quoted: shown(literal),
    message: `${shown(literal)} ${placeText(place)} is known only when the code runs. Nothing is run here, so it's kept as is.`,
    remedy: CAPTURE_AGAIN,
  };
}

export function incompleteNote(place: Place, message: string, remedy = CAPTURE_AGAIN): CaptureNote {
  return { code: 'capture-incomplete', ...place, message, remedy };
}

export function changedNote(place: Place, message: string, remedy: string): CaptureNote {
  return { code: 'capture-changed', ...place, message, remedy };
}
