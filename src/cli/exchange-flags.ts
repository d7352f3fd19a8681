import { Fault } from '../errors.ts';
import type { ExchangeOptions } from '../session/context.ts';
import { createTextFlag, Flags, type FlagValues } from './flags.ts';

const GROUP = 'EXCHANGE';

/** The flags of every command that calls the bank; they show and record its requests and responses. @see C-verbose */
export const exchangeFlags = {
  verbose: Flags.boolean({
    description:
      'Show each request and response on stderr, with secrets masked, and personal data unless the bank is embedded.',
    helpGroup: GROUP,
  }),
  'dry-run': Flags.boolean({
    description: 'Build and sign the request and print it without sending it.',
    exclusive: ['curl'],
    helpGroup: GROUP,
  }),
  curl: Flags.boolean({
    description: 'Print the signed request as a curl command without sending it.',
    helpGroup: GROUP,
  }),
  har: Flags.string({
    description: 'Write the exchanges to a HAR file, with secrets and personal data masked.',
    exclusive: ['har-full'],
    helpValue: 'FILE',
    helpGroup: GROUP,
  }),
  'har-full': createTextFlag("Don't mask secrets and personal data. Don't share such a file.", 'FILE', GROUP),
  header: Flags.string({
    description: 'Header to send too, for example "PSU-User-Agent: Firefox". Repeatable.',
    helpGroup: GROUP,
    helpValue: 'HEADER',
    multiple: true,
  }),
};

export type ExchangeFlags = FlagValues<typeof exchangeFlags>;

type Headers = ExchangeOptions['headers'];

/** The optional headers that a user may add. @see C-header */
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

/** The names that `--header` may set. */
export interface HeaderNames {
  /** Returns the name as it is sent; undefined for one that can't be set. */
  readonly find: (typed: string) => string | undefined;
  readonly hint: string;
}

const OPTIONAL: HeaderNames = {
  find: (typed) => ALLOWED.find((one) => one.toLowerCase() === typed.toLowerCase()),
  hint: `It can set:\n${ALLOWED.join('\n')}`,
};

/** The headers of the connection, of the signature, and of the log of writes. */
const RESERVED: readonly string[] = [
  ...['Connection', 'Content-Length', 'Expect', 'Host', 'Keep-Alive', 'Proxy-Connection', 'TE', 'Trailer'],
  ...['Transfer-Encoding', 'Upgrade', 'X-Request-ID'],
  ...['Date', 'Digest', 'Signature', 'TPP-Signature-Certificate'],
];

/** The names of `psd2 api`, which may also replace headers that psd2 sends. @see C-api */
export const ANY_HEADER: HeaderNames = {
  find: (typed) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(typed) && !RESERVED.some((one) => one.toLowerCase() === typed.toLowerCase())
      ? typed
      : undefined,
  hint: `It can set every header except:\n${RESERVED.join('\n')}`,
};

/**
 * Parses the given headers, and spells their names as the interface does.
 * @throws Fault USAGE for a name that is not in the list, a duplicate, and a value with characters that a header can't
 *   have
 * @see C-header
 */
export function parseHeaders(texts: readonly string[], names: HeaderNames = OPTIONAL): Headers {
  const headers = texts.map((text) => parseHeader(text, names));
  const sent = headers.map(([name]) => name.toLowerCase());
  const twice = headers.find(([name], place) => sent.indexOf(name.toLowerCase()) !== place);
  if (twice === undefined) return headers;
  throw new Fault('USAGE', `--header ${twice[0]} is given twice.`, { hint: 'Give each header once.' });
}

function parseHeader(text: string, { find, hint }: HeaderNames): Headers[number] {
  const [, typed = '', after = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  const name = find(typed);
  if (name === undefined) {
    const message = text.includes(':')
      ? `--header can't set ${JSON.stringify(text.split(':', 1)[0])}.`
      : `--header ${JSON.stringify(text)} has no colon: it must be "NAME: VALUE".`;
    throw new Fault('USAGE', message, { hint });
  }
  const value = after.replace(/^[ \t]+|[ \t]+$/g, '');
  // A line break would start another header.
  if (/^[\x20-\x7e]+$/.test(value)) return [name, value];
  const fault = value === '' ? 'has no value' : 'must be printable ASCII on one line';
  throw new Fault('USAGE', `--header ${name} ${fault}.`, { hint: `As in --header '${name}: VALUE'.` });
}
