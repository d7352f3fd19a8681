import { isObject } from '../../json-object.ts';
import type { CaptureNote } from '../capture.ts';
import type { FormOptions } from '../form.ts';
import { refuseMistyped } from '../json/known-members.ts';
import { member, textMember } from '../json/parse.ts';
import { BODY, changedNote, incompleteNote } from '../notes.ts';
import { utf8Octets } from '../octets.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { formBody } from './client-request.ts';
import { pairs } from './pairs.ts';

export interface ClientBody {
  readonly body: string | Uint8Array;
  readonly notes: readonly CaptureNote[];
}

const NONE: ClientBody = { body: '', notes: [] };
const KNOWN = ['mode', 'raw', 'urlencoded', 'formdata', 'file', 'graphql', 'options', 'disabled'];

/**
 * The body by its mode, of which others may be in the file.
 * @throws Fault INPUT_INVALID for a mode that isn't known
 * @see C-verify-postman
 */
export function readPostmanBody(given: unknown, readFile: FormOptions['readFile']): ClientBody {
  if (!isObject(given) || member(given, 'disabled') === true) return NONE;
  refuseMistyped(given, KNOWN, 'The body of the request');
  const mode = textMember(given, 'mode');
  if (mode === undefined || mode === 'none') return NONE;
  if (mode === 'raw') return { body: textMember(given, 'raw') ?? '', notes: [] };
  if (mode === 'urlencoded') return formBody(pairs(member(given, mode)));
  if (mode === 'formdata') return { body: '', notes: [MULTIPART] };
  if (mode === 'file') return fromFile(member(given, mode), readFile);
  if (mode === 'graphql') return graphql(member(given, mode));
  throw unreadable(
    `The body has the mode ${excerpt(utf8Octets(mode))}, which isn't known.`,
    'Copy the request as cURL (in Postman: </>), or save it as a HAR.',
  );
}

export const MULTIPART = incompleteNote(
  BODY,
  "The body is a multipart form, whose boundary isn't in the file. It's left out.",
);

function fromFile(file: unknown, readFile: FormOptions['readFile']): ClientBody {
  const name = typeof file === 'string' ? file : textMember(file, 'src');
  if (name !== undefined && name !== '') return { body: readFile(name), notes: [] };
  return { body: textMember(file, 'content') ?? '', notes: [NO_FILE] };
}

const NO_FILE = incompleteNote(BODY, 'The body is a file whose name is not in the collection.');

function graphql(given: unknown): ClientBody {
  const variables = textMember(given, 'variables') ?? '';
  const query = JSON.stringify(textMember(given, 'query') ?? '');
  const body = `{"query":${query},"variables":${variables.trim() === '' ? '{}' : variables}}`;
  return { body, notes: [changedNote(BODY, 'The body is put together from a GraphQL query.', COMPARE)] };
}

const COMPARE = 'Compare it with what was sent.';
