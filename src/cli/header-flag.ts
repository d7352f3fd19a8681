import type { Program } from '../app/program.ts';
import { Fault } from '../errors.ts';
import { Flags } from './flags.ts';

type Headers = NonNullable<Program['headers']>;

/** What a request may carry besides what the program sends by itself. @see C-header */
const ALLOWED: readonly string[] = [
  'TPP-Redirect-Preferred',
  'TPP-Brand-Logging-Information',
  'TPP-Explicit-Authorisation-Preferred',
  'TPP-Rejection-NoFunds-Preferred',
  'PSU-IP-Port',
  'PSU-User-Agent',
  'PSU-Accept',
  'PSU-Accept-Charset',
  'PSU-Accept-Encoding',
  'PSU-Accept-Language',
  'PSU-HTTP-Method',
  'PSU-Device-ID',
  'PSU-Geo-Location',
  'Accept-Language',
];

export const headerFlag = {
  header: Flags.string({
    description: 'Header to send too, for example "PSU-User-Agent: Firefox". Repeatable.',
    helpGroup: 'EXCHANGE',
    helpValue: 'HEADER',
    multiple: true,
  }),
};

/**
 * The given headers, spelled as the interface does.
 * @throws Fault USAGE for a name that is not in the list, one given twice, and a value that can't stand in a header
 * @see C-header
 */
export function givenHeaders(texts: readonly string[]): Headers {
  const headers = texts.map(headerOf);
  const names = headers.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice === undefined) return headers;
  throw new Fault('USAGE', `--header ${twice} is given twice.`, { hint: 'Give each header once.' });
}

function headerOf(text: string): Headers[number] {
  const [, typed = '', value = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const name = ALLOWED.find((one) => one.toLowerCase() === typed.toLowerCase());
  if (name === undefined) throw notAllowed(text);
  return [name, checked(name, value.replace(/^[ \t]+|[ \t]+$/g, ''))];
}

function notAllowed(text: string): Fault {
  const [name] = text.split(':', 1);
  const message = text.includes(':')
    ? `--header can't set ${JSON.stringify(name)}.`
    : `--header ${JSON.stringify(text)} has no colon: it must be "NAME: VALUE".`;
  return new Fault('USAGE', message, { hint: `It can set:\n${ALLOWED.join('\n')}` });
}

/** What breaks a line would be another header. */
function checked(name: string, value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value;
  const fault = value === '' ? 'has no value' : 'must be printable ASCII on one line';
  throw new Fault('USAGE', `--header ${name} ${fault}.`, { hint: `As in --header '${name}: VALUE'.` });
}
