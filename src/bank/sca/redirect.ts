import type { Op } from '../../store/contract.ts';
import type { ErrorCode } from '../../wire/errors.ts';
import type { Authorisation, ScaFailure } from '../domain/authorisation.ts';
import { REASONS } from '../domain/rejection.ts';
import { knownIdsOf } from './end.ts';

interface Failed {
  readonly status: number;
  readonly code: ErrorCode;
  readonly text: string;
}

/** What a failure redirect says: the reason for which a payment is rejected; none where nobody is sent back. @see D6-redirect */
const FAILURES: Readonly<Record<ScaFailure, Failed | undefined>> = {
  ...REASONS,
  'booked-meanwhile': {
    status: 409,
    code: 'CONFLICT',
    text: 'the payment was booked or ended in the meantime',
  },
  withdrawn: undefined,
};

/** Of a session or a consent: no account is debited, and it is the context that is not the PSU's. */
const NOT_TO_ACT: Failed = { ...REASONS['not-theirs'], text: 'the PSU may not act in this context' };

/** Names of all parameters that the bank adds: the URI's own ones of these names give way (D6-redirect). */
const OURS = [
  'psu-id',
  'psu-corporate-id',
  'tpp-session-id',
  'context',
  'system',
  'status',
  'code',
  'message',
];

/**
 * Where the PSU is sent after an SCA that has ended: TPP-Redirect-URI with its own query and the bank's parameters.
 * Undefined while it is open, and where nobody is sent back.
 * @see I-authentication-5, I-authentication-6, D3-single-sca
 */
export function* redirectOf(sca: Authorisation): Op<string | undefined> {
  const parameters = (yield* ofSuccess(sca)) ?? ofFailure(sca);
  return parameters && withParameters(sca.redirectUri, parameters);
}

type Parameters = Readonly<Record<string, string>>;

function* ofSuccess(sca: Authorisation): Op<Parameters | undefined> {
  const { context } = sca.progress;
  const known = yield* knownIdsOf(sca);
  if (!known || context === undefined) return undefined;
  const { psuId, psuCorporateId } = known;
  return {
    'psu-id': psuId,
    ...(psuCorporateId === undefined ? {} : { 'psu-corporate-id': psuCorporateId }),
    'tpp-session-id': sca.tppSessionId,
    context,
  };
}

function ofFailure({ subject, progress: { failure } }: Authorisation): Parameters | undefined {
  const isContext = failure === 'not-theirs' && subject === undefined;
  const failed = isContext ? NOT_TO_ACT : failure && FAILURES[failure];
  if (!failed) return undefined;
  const parameters = { status: String(failed.status), code: failed.code, message: failed.text };
  return failed.status >= 500 ? { system: 'sca', ...parameters } : parameters;
}

/** The URI as the TPP wrote it, for an app's scheme too; nothing of it is written anew but its query's end. */
function withParameters(uri: string, parameters: Parameters): string {
  const mark = uri.indexOf('?');
  const path = mark < 0 ? uri : uri.slice(0, mark);
  const own = mark < 0 ? [] : uri.slice(mark + 1).split('&');
  const kept = own.filter((pair) => pair !== '' && !OURS.includes(nameOf(pair)));
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${[...kept, ...added].join('&')}`;
}

function nameOf(pair: string): string {
  const name = pair.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
