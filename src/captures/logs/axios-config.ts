import type { Header } from '../../message.ts';
import type { CaptureNote } from '../capture.ts';
import { splitTarget } from '../http/head.ts';
import { readJsonBody } from '../json/layouts.ts';
import { asOctets } from '../json/parse.ts';
import { sentMethod } from '../json/read-json.ts';
import { changedNote, TARGET } from '../notes.ts';
import { asciiText, percentEncoded, utf8Octets } from '../octets.ts';
import { unreadable } from '../unreadable.ts';

/** What axios keeps of a request, whichever way it was printed. Values are texts, or JSON of other things. */
export interface AxiosConfig {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly baseUrl: string | undefined;
  readonly params: readonly Header[];
  /** Undefined where Node printed `[Object]` in their place. */
  readonly headers: readonly Header[] | undefined;
  readonly data: string | { readonly json: string } | undefined;
}

/**
 * The request of a configuration of axios.
 * @throws Fault INPUT_INVALID
 * @see C-verify-axios
 */
export function requestOf({ method, url, baseUrl, params, headers, data }: AxiosConfig) {
  if (headers === undefined)
    throw unreadable("The headers are printed as [Object], so they aren't there.", DEEPER);
  const whole = combined(baseUrl, url);
  if (whole === '') throw unreadable("axios's configuration has no url.", DEEPER);
  const { target, origin } = splitTarget(whole.split('#')[0] ?? '');
  const query = params.map((one) => one.map((part) => percentEncoded(utf8Octets(part))).join('='));
  const path = query.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${query.join('&')}`;
  const octets = asOctets(headers);
  const body =
    typeof data === 'object'
      ? readJsonBody(data.json, octets.headers)
      : { bytes: new Uint8Array(Buffer.from(data ?? '', 'utf8')), notes: [] };
  const notes: CaptureNote[] = [...(query.length === 0 ? [] : [QUERY]), ...octets.notes, ...body.notes];
  return {
    request: {
      method: sentMethod(method ?? 'get'),
      target: asciiText(path),
      headers: octets.headers,
      body: body.bytes,
    },
    ...(origin === undefined ? {} : { origin }),
    notes,
  };
}

export const DEEPER =
  "Print all of it: node:util's inspect(error.config, { depth: null, maxStringLength: null }).";

const QUERY = changedNote(
  TARGET,
  "The query is put together from axios's params.",
  'Check that it was sent so.',
);

/** As axios puts a base and a relative URL together. */
function combined(base: string | undefined, url: string | undefined): string {
  if (base === undefined || base === '' || /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url ?? '')) return url ?? '';
  return url === undefined || url === ''
    ? base
    : `${base.replace(/\/?\/$/, '')}/${url.replace(/^\/{1,100}/, '')}`;
}
