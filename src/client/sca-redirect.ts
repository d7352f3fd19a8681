import { isUuid } from '../core/uuid.ts';
import { Fault } from '../errors.ts';

/** The parameters of a successful SCA's redirect. @see I-authentication-5 */
export interface ScaSucceeded {
  readonly ok: true;
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly tppSessionId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
}

/** The parameters of a failed SCA's redirect. @see I-authentication-6 */
export interface ScaRefused {
  readonly ok: false;
  /** The system that failed; only with a 5xx status. */
  readonly system?: string;
  readonly status?: string;
  readonly code: string;
  readonly message?: string;
}

const PARAMETERS = [
  ...['psu-id', 'psu-corporate-id', 'tpp-session-id', 'context'],
  ...['system', 'status', 'code', 'message'],
] as const;

type Parameter = (typeof PARAMETERS)[number];

const LONGEST = 512;

/**
 * Reads the URI of the PSU's redirect. It came through a browser, or would have: it is only a hint, and nothing of it
 * is stored before the bank has confirmed it over the signed channel.
 * @throws Fault ANSWER_INVALID
 * @see S9-redirect-hint
 */
export function readScaRedirect(uri: string): ScaSucceeded | ScaRefused {
  const given = readParameters(uri);
  if (given.code !== undefined || given.status !== undefined) {
    const { code = 'no code', system, status, message } = given;
    return { ok: false, system, status, code, message };
  }
  const { context, 'psu-id': psuId, 'psu-corporate-id': psuCorporateId, 'tpp-session-id': session } = given;
  if (!isUuid(psuId)) throw createInvalid("psu-id isn't a UUID");
  if (psuCorporateId !== undefined && !isUuid(psuCorporateId))
    throw createInvalid("psu-corporate-id isn't a UUID");
  if (session === undefined || session === '') throw createInvalid('tpp-session-id is missing');
  if (context !== 'PRIVATE' && context !== 'CORPORATE')
    throw createInvalid('context is neither PRIVATE nor CORPORATE');
  return {
    ok: true,
    psuId: psuId.toLowerCase(),
    psuCorporateId: psuCorporateId?.toLowerCase(),
    tppSessionId: session,
    context,
  };
}

/** Reads the parameters, each at most once and of limited length. */
function readParameters(uri: string): Partial<Record<Parameter, string>> {
  if (!URL.canParse(uri)) throw createInvalid("it isn't a URI");
  const { searchParams } = new URL(uri);
  const given = PARAMETERS.map((name) => [name, searchParams.getAll(name)] as const);
  for (const [name, values] of given) {
    if (values.length > 1) throw createInvalid(`${name} appears more than once`);
    if ((values[0] ?? '').length > LONGEST)
      throw createInvalid(`${name} is longer than ${LONGEST} characters`);
  }
  return Object.fromEntries(given.flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])));
}

function createInvalid(what: string): Fault {
  return new Fault('ANSWER_INVALID', `Can't use the PSU's redirect: ${what}.`);
}
