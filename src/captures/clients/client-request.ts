import type { Header, HttpRequest } from '../../message.ts';
import {
  type Capture,
  type CaptureFormat,
  type CaptureNote,
  changedNote,
  type Place,
  templateNote,
} from '../capture.ts';
import { chooseEntry, type Entry, isSigned } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { splitTarget } from '../http/head.ts';
import { asOctets, member, textMember } from '../json/parse.ts';
import { sentMethod } from '../json/read-json.ts';
import { octetsOf, percentEncoder, utf8Octets } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { excerpt, holdTo, shown, unreadable } from '../unreadable.ts';

export interface ClientBody {
  /** Text, in which variables are filled in, or the bytes of a file. */
  readonly body: string | Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** A request of a collection, as its client would send it. */
export interface ClientRequest extends Omit<Entry, 'isSigned'> {
  readonly headers: readonly Header[];
  readonly variables: Variables;
  readonly scripts: readonly Script[];
  /** @throws Fault INPUT_INVALID for what can't be read of the request that was chosen */
  readonly refuse?: () => void;
  readonly readBody: () => ClientBody;
}

/**
 * The request that is meant, of all that a client's export has.
 * @throws Fault INPUT_INVALID that lists them
 */
export function captureOf(
  format: CaptureFormat,
  entries: readonly ClientRequest[],
  wanted: FormOptions['request'],
): Capture {
  holdTo('requests', entries.length);
  const all = entries.map((one) => ({ ...one, isSigned: isSigned(one.headers) }));
  const given = chooseEntry(all, wanted);
  given.refuse?.();
  if (given.url === '')
    throw unreadable(`The request ${JSON.stringify(given.name)} has no URL.`, 'Choose another.');
  refuseSigningScript(given.headers, given.scripts);
  const sent = given.readBody();
  const filling = new Filling(given.variables);
  const { target, origin, url } = readUrl(given.url, filling);
  const filled = given.headers.map(([name, value]): Header => {
    return [filling.fill(name, { header: name }), filling.fill(value, { header: name })];
  });
  const { headers, notes } = asOctets(filled);
  const body =
    typeof sent.body === 'string' ? Buffer.from(filling.fill(sent.body, 'body'), 'utf8') : sent.body;
  const request = { method: sentMethod(given.method), target, headers, body: new Uint8Array(body) };
  const templates = [...templateNotes(request, url), ...tagNotes(request, url)];
  return { format, request, origin, notes: [...sent.notes, ...filling.notes, ...notes, ...templates] };
}

/** `{% uuid 'v4' %}`, which Insomnia replaces when it sends. @see C-verify-client-variables */
function tagNotes({ headers, body }: HttpRequest, url: string): CaptureNote[] {
  const texts: [Place, string][] = [
    ['target', url],
    ...headers.map(([name, value]): [Place, string] => [{ header: name }, value]),
    ['body', octetsOf(body)],
  ];
  return texts.flatMap(([place, text]) => {
    const tag = /\{%[^%\r\n]{1,200}%\}/.exec(text)?.[0];
    return tag === undefined ? [] : [templateNote(place, tag)];
  });
}

/** As clients send a URL: without a fragment, and with what can't stand in one percent-encoded. */
function readUrl(
  given: string,
  filling: Filling,
): { target: string; origin?: string | undefined; url: string } {
  const [, server = '', rest = ''] = /^((?:https?:\/\/)?[^/?#]*)([\s\S]*)$/i.exec(given) ?? [];
  const place = filling.fill(server, undefined);
  const isWhole = /^https?:\/\//i.test(place) || place.startsWith('{{') || place === '';
  const url = `${isWhole ? '' : 'http://'}${place}${filling.fill(rest.split('#')[0] ?? '', 'target')}`;
  const isUnknown = url.startsWith('{{');
  const path = isUnknown ? url.replace(/^\{\{[^{}]*\}\}[^/?]*/, '') : url;
  const { target, origin } = splitTarget(path.startsWith('/') || !isUnknown ? path : `/${path}`);
  return { target: encoded(utf8Octets(target)), origin, url };
}

const encoded = percentEncoder(/[!#-;=?-_a-z{|}~]/);

const plain = percentEncoder(/[A-Za-z0-9*._{}-]/);

/** A form of which only the fields are in the file. */
export function formBody(fields: readonly Header[]): ClientBody {
  const text = fields
    .map((field) => field.map((one) => plain(utf8Octets(one)).replaceAll('%20', '+')).join('='))
    .join('&');
  const message = "The file only has the form's fields. The body is put together from them.";
  return { body: text, notes: [changedNote('body', message, 'Compare it with what was sent.')] };
}

/** `[{key, value, disabled}]`, or with `name` or `id` for `key`, without those that are switched off. */
export function pairs(given: unknown): Header[] {
  return listOf(given).flatMap((one): Header[] => {
    const name = textMember(one, 'key') ?? textMember(one, 'name') ?? textMember(one, 'id');
    const value = member(one, 'value');
    const isOff = member(one, 'disabled') === true || member(one, 'enabled') === false;
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    return name === undefined || name === '' || isOff || typeof text !== 'string' ? [] : [[name, text]];
  });
}

export function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** A script that a client runs before it sends a request. */
export interface Script {
  /** The collection, folder or request that has it, in words. */
  readonly where: string;
  readonly text: string;
}

const SIGNS = /[^\n]*(?:\bsignature\b|keyId|createSign|RSA-?SHA256|subtle\.sign|\bsign[A-Z]?\w*\()[^\n]*/i;

/** A signature that is written out, in its own header or as `Authorization: Signature …`. */
const SIGNED = /^(?:signature: |authorization: *signature\b)(?![\s\S]*\{\{)/i;

/**
 * Refuses a request that a script signs when it is sent: its template was never on the wire.
 * @throws Fault INPUT_INVALID that names the script
 * @see C-verify-signing-script
 */
function refuseSigningScript(headers: readonly Header[], scripts: readonly Script[]): void {
  const isWritten = headers.some(([name, value]) => SIGNED.test(`${name.trim()}: ${value}`));
  if (isWritten) return;
  for (const { where, text } of scripts) {
    const line = SIGNS.exec(text.slice(0, LONGEST_SCRIPT))?.[0].trim();
    if (line !== undefined)
      throw unreadable(
        `The pre-request script of ${where} signs the request when it's sent: ${excerpt(utf8Octets(line))}. The file only has the unsigned template.`,
        'Send the request, then pass what was sent: from the console of the client, or as HAR from a proxy.',
      );
  }
}

const LONGEST_SCRIPT = 262_144;

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
class Filling {
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
