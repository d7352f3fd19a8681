import type { HttpRequest } from '../message.ts';
import {
  type Capture,
  type CaptureNote,
  notePlace,
  type Place,
  placeholderNote,
  templateNote,
} from './capture.ts';
import { octetsOf } from './octets.ts';

/** `{{name}}`, the variables of Postman, Insomnia and `.http` files. No JSON has braces so. */
const TEMPLATE = /\{\{[^{}"\n]{1,100}\}\}/g;

/**
 * Variables that a tool fills in when it sends; `url` is the URL as it was written, with its host.
 * @see C-verify-template-variables
 */
export function templateNotes({ headers, body }: HttpRequest, url: string): CaptureNote[] {
  return [
    ...found(url, 'target'),
    ...headers.flatMap(([name, value]) => found(value, { header: name })),
    ...found(octetsOf(body), 'body'),
  ];
}

function found(octets: string, place: Place): CaptureNote[] {
  if (!octets.includes('{{')) return [];
  return [...new Set(octets.match(TEMPLATE) ?? [])].map((literal) => templateNote(place, literal));
}

/** `<NAME>`, `${NAME}` and `$NAME`, as documentation and scripts leave them to be filled in. */
const PLACEHOLDER =
  /<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{[A-Za-z_][A-Za-z0-9_.]{0,60}\}|\$[A-Za-z_][A-Za-z0-9_]{0,60}/g;
/** One that is a whole JSON string: within a text the same characters may be meant. */
const WHOLE_STRING =
  /"(<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{[A-Za-z_][A-Za-z0-9_.]{0,60}\}|\$[A-Za-z_][A-Za-z0-9_]{0,60})"/g;
/** `%NAME%` of cmd and `[NAME]` of documentation, where they are the whole value of a header. */
const WHOLE_VALUE = /^\s*(%[A-Za-z_][A-Za-z0-9_]{0,60}%|\[[A-Za-z][A-Za-z0-9_. -]{0,60}\])\s*$/;
const WHOLE_BODY = /^\s*(<[A-Za-z][A-Za-z0-9_. -]{0,60}>|\$\{?[A-Za-z_][A-Za-z0-9_.]{0,60}\}?)\s*$/;
const LONGEST_BODY = 262_144;
const MOST_OF_A_PLACE = 3;

/**
 * Names the placeholders of a request in any form, where no other note tells of an expansion in the same place.
 * @see C-verify-placeholders
 */
export function placeholderNotes({ request, origin = '', notes }: Capture): CaptureNote[] {
  const isTold = (place: Place) => {
    const { part, header } = notePlace(place);
    return notes.some((one) => one.code === 'shell-expansion' && one.part === part && one.header === header);
  };
  const octets = octetsOf(request.body.subarray(0, LONGEST_BODY));
  const whole = WHOLE_BODY.exec(octets)?.[1];
  const target = (origin + request.target).replaceAll(/%3C/gi, '<').replaceAll(/%3E/gi, '>');
  const places: readonly (readonly [Place, readonly string[]])[] = [
    ['target', target.match(PLACEHOLDER) ?? []],
    ...request.headers.map(([name, value]) => [{ header: name }, inValue(value)] as const),
    ['body', whole === undefined ? [...octets.matchAll(WHOLE_STRING)].map(([, one = '']) => one) : [whole]],
  ];
  return places
    .filter(([place, literals]) => literals.length > 0 && !isTold(place))
    .flatMap(([place, literals]) =>
      [...new Set(literals)]
        .slice(0, MOST_OF_A_PLACE)
        .map((literal) => ({ ...placeholderNote(place, literal), mayBeLiteral: true })),
    );
}

function inValue(value: string): readonly string[] {
  const whole = WHOLE_VALUE.exec(value)?.[1];
  return whole === undefined ? (value.match(PLACEHOLDER) ?? []) : [whole];
}
