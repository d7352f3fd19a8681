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

const CAPTURE_AGAIN =
  'Put what was sent in its place, or capture the request where it was sent, in a HAR or the log of a proxy.';

export function expansionNote(place: Place, { literal, isPattern }: Expansion): CaptureNote {
  const what = `${shown(literal)} ${placeText(place)}`;
  return {
    code: 'shell-expansion',
    ...place,
    message: isPattern
      ? `The shell may make names of files, or several words, of ${what}; here it stands as it is.`
      : `The shell replaces ${what}; nothing is run here, so it stands as it is.`,
    remedy: isPattern ? 'Put it into single quotes.' : CAPTURE_AGAIN,
  };
}

export function templateNote(place: Place, literal: string): CaptureNote {
  return {
    code: 'shell-expansion',
    ...place,
    message: `The variable ${shown(literal)} ${placeText(place)} is filled in when it is sent; here it stands as it is.`,
    remedy: CAPTURE_AGAIN,
  };
}

export function incompleteNote(place: Place, message: string, remedy = CAPTURE_AGAIN): CaptureNote {
  return { code: 'capture-incomplete', ...place, message, remedy };
}

export function changedNote(place: Place, message: string, remedy: string): CaptureNote {
  return { code: 'capture-changed', ...place, message, remedy };
}
