import type { HttpRequest } from '../message.ts';
import type { CaptureNote } from './capture.ts';
import { BODY, inHeader, type Place, TARGET, templateNote } from './notes.ts';
import { octetsOf } from './octets.ts';

/** `{{name}}`, the variables of Postman, Insomnia and `.http` files. No JSON has braces so. */
const TEMPLATE = /\{\{[^{}"\n]{1,100}\}\}/g;

/**
 * Variables that a tool fills in when it sends; `url` is the URL as it was written, with its host.
 * @see C-verify-template-variables
 */
export function templateNotes({ headers, body }: HttpRequest, url: string): CaptureNote[] {
  return [
    ...found(url, TARGET),
    ...headers.flatMap(([name, value]) => found(value, inHeader(name))),
    ...found(octetsOf(body), BODY),
  ];
}

function found(octets: string, place: Place): CaptureNote[] {
  if (!octets.includes('{{')) return [];
  return [...new Set(octets.match(TEMPLATE) ?? [])].map((literal) => templateNote(place, literal));
}
