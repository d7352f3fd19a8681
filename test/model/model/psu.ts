import { accountAt, debtorOf, isCustomer } from './accounts.ts';
import { offeredTo, paysFrom } from './agreements.ts';
import { HOUR } from './calendar.ts';
import { type AccountFact, FIRM, KARI, OLA } from './facts.ts';
import { EXEMPTIBLE } from './products.ts';
import {
  type Basket,
  isOpen,
  type Model,
  nowOf,
  type Payment,
  type Purpose,
  refused,
  type Said,
  type Sca,
} from './state.ts';

/** Who stands before the bank: how headers name the PSU, and which SCAs that starts. @see D3-accept-fix-cash-account-type, D6-sca-status */

/** The ways in which a request names its PSU. */
export const PSU_WAYS = [
  /** Not at all; at a creation PSU-Context: PRIVATE, so that the SCA brings the PSU. */
  'none',
  'kari',
  'ola',
  'firm',
  /** By the psu-id that an SCA gave. */
  'kari-id',
  'ola-id',
  'unknown-id',
  'unknown-number',
  /** PSU-ID of Kari and X-PSU-IDENTITY of Ola. */
  'two',
  /** Kari with a PSU-Corporate-ID that nobody has. */
  'kari-corporate',
  /** PSU-ID of Kari, who says to be a corporate user. */
  'kari-id-as-firm',
  /** PSU-ID of Kari, with her PSU-Corporate-ID of the last agreement. */
  'kari-there',
] as const;

export type PsuWay = (typeof PSU_WAYS)[number];

const NAMED: Partial<Record<PsuWay, string>> = {
  kari: KARI,
  ola: OLA,
  firm: FIRM,
  'kari-id': KARI,
  'ola-id': OLA,
  'kari-corporate': KARI,
  'kari-there': KARI,
};

/** The customer that headers name, if they name one. */
export function customerNamed({ psu }: Pick<Caller, 'psu'>): string | undefined {
  return NAMED[psu];
}

/** Which header is at fault. */
const UNKNOWN: Partial<Record<PsuWay, string>> = {
  'unknown-id': 'PSU-ID',
  'unknown-number': 'X-PSU-IDENTITY',
  two: 'X-PSU-IDENTITY',
  'kari-corporate': 'PSU-Corporate-ID',
};

/** Who sends a request, and in which session. */
export interface Caller {
  readonly tpp: number;
  readonly session: string;
  readonly psu: PsuWay;
  /** Absent: the usual one. */
  readonly redirectUri?: string;
}

/** Where PSUs are usually sent afterwards, and where else. */
export const USUAL = 'https://tpp.example/cb';
export const ELSEWHERE = 'https://tpp.example/retry?own=1';

/** What is refused before the store is touched. */
export function headersRefused({ psu }: Caller): Said | undefined {
  return psu === 'kari-id-as-firm' ? refused(400, 'HTTP_HEADER_REQUIRED PSU-Corporate-ID') : undefined;
}

/** How many agreements of a world have a PSU-Corporate-ID that is known. */
export const MOST_AGREEMENTS = 4;

/** The agreement that PSU-Corporate-ID names, whether it is still there or not; none while none was made. */
export function agreementNamed({ agreements }: Model, { psu }: Pick<Caller, 'psu'>): number | undefined {
  return psu === 'kari-there' && agreements.length > 0 ? agreements.length - 1 : undefined;
}

/** Which header is at fault: of an agreement that is gone, or not theirs any more, nobody knows the id. */
function faultyHeader(model: Model, caller: Caller, psu: string | undefined): string | undefined {
  if (caller.psu !== 'kari-there') return UNKNOWN[caller.psu];
  const agreement = agreementNamed(model, caller);
  const isKnown = agreement !== undefined && psu !== undefined && offeredTo(model, psu).includes(agreement);
  return isKnown ? undefined : 'PSU-Corporate-ID';
}

/** Whether the session's SCA was in an agreement: then it must be named. @see D3-corporate-user */
function isCorporate(
  { sessions }: Model,
  { tpp, session, psu: way }: Caller,
  psu: string | undefined,
): boolean {
  if (way === 'kari-there') return false;
  const own = sessions.find((one) => one.tpp === tpp && one.psu === psu && one.id === session);
  return own?.isCorporate === true && !own.isDead;
}

/** The PSU of a request, or the refusal. */
export function psuOf(model: Model, caller: Caller, purpose: Lacking['purpose'] = 'session'): Who {
  const who = psuNamed(model, caller, purpose);
  if ('said' in who || !isCorporate(model, caller, who.psu)) return who;
  return { said: refused(400, 'HTTP_HEADER_REQUIRED PSU-Corporate-ID') };
}

type Who = { readonly psu: string | undefined } | { readonly said: Said };

/**
 * As where a corporate user need not say in which agreement.
 * @param purpose what the SCA is for that a 401 starts
 */
export function psuNamed(model: Model, caller: Caller, purpose: Lacking['purpose'] = 'session'): Who {
  const gone = goneNamed(model, caller.psu);
  const psu = gone === undefined ? NAMED[caller.psu] : undefined;
  const header = gone ?? faultyHeader(model, caller, psu);
  if (header === undefined) return { psu };
  const error = `PSU_CREDENTIALS_INVALID ${header}`;
  return { said: refuseWithoutSca(model, caller, { purpose, psu, error, isUnsettled: true }) };
}

interface Lacking extends Pick<Wanted, 'psu' | 'isUnsettled'> {
  readonly purpose: 'session' | 'consent';
  readonly error: string;
}

/** A 401, with the SCA that is open already or one that is started. @see D2-sca-redirect-on-401 */
export function refuseWithoutSca(model: Model, caller: Caller, { error, ...wanted }: Lacking): Said {
  const { purpose, psu, isUnsettled = false } = wanted;
  const agreement = isUnsettled ? undefined : agreementNamed(model, caller);
  const isGivenAgain = (sca: Sca) =>
    sca.purpose === purpose && isUnopened(sca) && isSameStart(sca, caller, psu, agreement);
  if (!model.scas.some(isGivenAgain) && !startSca(model, caller, wanted)) return TOO_MANY_OPEN;
  return { status: 401, errors: [error], links: 'scaRedirect' };
}

/** The model's PSU opens no link before the operator has played it. */
const isUnopened = ({ status }: Sca) => status === 'RECEIVED' || status === 'PSU_IDENTIFIED';

/** The PSU of a creation, where a company isn't named by its number. @see D3-identity-person */
export function psuOfCreation(model: Model, caller: Caller): Who {
  const who = psuOf(model, caller);
  if ('said' in who || caller.psu !== 'firm') return who;
  return { said: refused(400, 'HTTP_HEADER_REQUIRED PSU-Corporate-ID') };
}

/** Whether the start of a basket's authorisation has the PSU-ID that it needs. @see D3-basket-authorisation-psu */
export function namesById({ psu }: Pick<Caller, 'psu'>): boolean {
  return ['kari-id', 'ola-id', 'unknown-id', 'kari-there', 'two', 'kari-id-as-firm'].includes(psu);
}

/** The header that names a customer who was deleted. */
function goneNamed(model: Model, way: PsuWay): 'PSU-ID' | 'X-PSU-IDENTITY' | undefined {
  const isById = ['kari-id', 'ola-id', 'kari-there', 'two'].includes(way);
  const named = way === 'two' ? KARI : NAMED[way];
  if (named === undefined || isCustomer(model, named)) return undefined;
  return isById ? 'PSU-ID' : 'X-PSU-IDENTITY';
}

/** Whether a caller who starts now would start what is open already. @see D2-same-authorisation */
export function isSameStart(sca: Sca, caller: Caller, psu: string | undefined, agreement?: number): boolean {
  const { tpp, session, redirectUri = USUAL } = caller;
  const isFromThere = sca.tpp === tpp && sca.session === session && sca.redirectUri === redirectUri;
  return isFromThere && sca.psu === psu && sca.givenAgreement === agreement;
}

interface Wanted {
  readonly purpose: Purpose;
  readonly psu: string | undefined;
  readonly payment?: Payment;
  readonly basket?: Basket;
  readonly isExempt?: boolean;
  /** Whether the headers settled the context. */
  readonly isPrivate?: boolean;
  /** It is of a request whose agreement nobody knows. */
  readonly isUnsettled?: boolean;
}

const MOST_OPEN = 500;
/** @see S9-open-authorisations */
export const TOO_MANY_OPEN = refused(429, 'ACCESS_EXCEEDED');

/** Starts an SCA, unless this TPP and PSU have 500 open; no history comes to the 5,000 of all PSUs. */
export function startSca(
  model: Model,
  caller: Caller,
  { purpose, psu, payment, basket, isExempt = false, isPrivate = false, isUnsettled = false }: Wanted,
): Sca | undefined {
  if (!isExempt && countOpen(model, caller.tpp, psu) >= MOST_OPEN) return undefined;
  const sca: Sca = {
    place: model.scas.length,
    purpose,
    payment: payment?.place,
    basket: basket?.place,
    tpp: caller.tpp,
    session: caller.session,
    redirectUri: caller.redirectUri ?? USUAL,
    psu,
    isPrivate,
    givenAgreement: isUnsettled ? undefined : agreementNamed(model, caller),
    context: undefined,
    agreement: undefined,
    status: isExempt ? 'EXEMPTED' : 'RECEIVED',
    identified: undefined,
    startedAt: nowOf(model),
    isReplaced: false,
    isDeclined: false,
  };
  model.scas.push(sca);
  return sca;
}

/** Of sessions that nobody goes on with. */
export const CROWD: Omit<Caller, 'tpp'> = { session: 'crowd', psu: 'kari' };

/** Starts as many SCAs as leave room for one more, all at once; returns how many that were. */
export function fillUp(model: Model, tpp: number, psu: string): number {
  const room = Math.max(0, MOST_OPEN - 1 - countOpen(model, tpp, psu));
  for (let started = 0; started < room; started += 1) {
    startSca(model, { tpp, ...CROWD }, { purpose: 'session', psu });
  }
  return room;
}

function countOpen({ scas }: Model, tpp: number, psu: string | undefined): number {
  if (psu === undefined) return 0;
  return scas.filter((sca) => isOpen(sca) && sca.tpp === tpp && sca.psu === psu).length;
}

/**
 * The hour of the session begins; every other one of this TPP and PSU is dead, and stays so: an SCA begun in a dead one
 * revives nothing.
 */
export function keepSession(model: Model, { tpp, session, context }: Sca, psu: string): void {
  model.lastScas = [
    ...model.lastScas.filter((last) => last.tpp !== tpp || last.psu !== psu),
    { tpp, psu, at: nowOf(model) },
  ];
  const isCorporate = context === 'CORPORATE';
  const own = model.sessions.find((one) => one.tpp === tpp && one.psu === psu && one.id === session);
  if (own?.isDead) return;
  for (const other of model.sessions) {
    if (other.tpp === tpp && other.psu === psu && other.id !== session) other.isDead = true;
  }
  if (own) Object.assign(own, { at: nowOf(model), isCorporate });
  else model.sessions.push({ tpp, psu, id: session, at: nowOf(model), isDead: false, isCorporate });
}

const EXEMPT_AT_MOST = 50_000;

/** Whether a request is told whether an account is its PSU's, its currency and its right: by PSU-ID, or by the session's SCA. */
export function isTold(model: Model, caller: Caller, psu: string | undefined): boolean {
  return ['kari-id', 'ola-id', 'kari-there'].includes(caller.psu) || hasSca(model, caller, psu);
}

/** Whether the request is told that an account of its PSU's may not pay any more. */
export function lacksRight(model: Model, caller: Caller, psu: string | undefined, payment: Payment): boolean {
  const isTheirs = paysFrom(model, psu, agreementNamed(model, caller), debtorOf(model, payment));
  return isTheirs && isTold(model, caller, psu) && model.rightless.includes(payment.debtor);
}

/** Whether the SCA of this session is valid. @see D6-session */
export function hasSca(model: Model, caller: Caller, psu: string | undefined): boolean {
  const session = model.sessions.find(
    (one) => one.tpp === caller.tpp && one.psu === psu && one.id === caller.session,
  );
  return psu !== undefined && session !== undefined && !session.isDead && nowOf(model) - session.at <= HOUR;
}

/** To an own account of the same PSU, at most 500.00 NOK, while the session's SCA is valid. */
export function isExempt(model: Model, caller: Caller, psu: string | undefined, payment: Payment): boolean {
  const [life] = payment.lives;
  if (!life || !EXEMPTIBLE.includes(payment.kind) || !hasSca(model, caller, psu)) return false;
  const agreement = agreementNamed(model, caller);
  const isOwn = (account: AccountFact | undefined) => paysFrom(model, psu, agreement, account);
  const creditor = accountAt(model, life.creditor);
  const isTheirs = isOwn(debtorOf(model, payment)) && !payment.isInEuro;
  const mayPay = !model.rightless.includes(payment.debtor);
  const isToThem = creditor !== undefined && !creditor.isCard && isOwn(creditor);
  return life.cost <= EXEMPT_AT_MOST && isTheirs && mayPay && isToThem;
}

/** How a start is answered. */
export function started(scaStatus: Sca['status']): Said {
  const links = scaStatus === 'EXEMPTED' ? 'scaStatus' : 'scaRedirect scaStatus';
  return { status: 201, scaStatus, links };
}
