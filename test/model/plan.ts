import { FIRM, KARI, NOBODY, OLA } from './model/facts.ts';
import { ALIAS, type Kind, PATHS } from './model/products.ts';
import { agreementNamed, type Caller, type PsuWay, USUAL } from './model/psu.ts';
import type { Basket, Model, Payment, Said, Status } from './model/state.ts';
import { statusOf } from './model/statuses.ts';
import { type Sent, type SignerName, signerOf } from './sent.ts';

/** A command made ready: what is sent, and what the model says comes of it. */
export interface Plan {
  readonly sent: Sent;
  /** The answer of the pure half, which touches no store; else `act` foretells it. @see S2-one-transaction */
  readonly atOnce?: Said;
  /** What happens once nothing is due any more. Each yield is a point at which a bank that dies has kept so much. */
  readonly act: (model: Model) => Generator<void, Said>;
}

/** What only the bank knows: ids by their places, and those of the psu-ids that SCAs gave. */
export interface Ids {
  readonly payments: readonly string[];
  readonly scas: readonly string[];
  readonly baskets: readonly string[];
  /** Of accounts and customers by their number; of those that are gone, the last one. */
  readonly sandbox: ReadonlyMap<string, string>;
  /** By TPP and customer number. */
  readonly psus: ReadonlyMap<string, string>;
  /** Those of agreements by place, as far as they are known beforehand. */
  readonly agreements: readonly string[];
  /** Kari's psu-corporate-ids, by TPP and place of the agreement. */
  readonly corporate: ReadonlyMap<string, string>;
  /** A payment of a world that is gone. */
  readonly bygone: string | undefined;
}

export function once(act: (model: Model) => Said): Plan['act'] {
  // biome-ignore lint/correctness/useYield: it is one transaction
  return function* (model) {
    return act(model);
  };
}

/** Which payment a command is about: one in this status when there is any, else any; below zero from the last. */
export interface Target {
  readonly nth: number;
  readonly in?: Status | 'PART';
}

export function choose({ payments }: Model, { nth, in: status }: Target): Payment | undefined {
  const wanted = status === undefined ? [] : payments.filter((payment) => statusOf(payment) === status);
  const among = wanted.length > 0 ? wanted : payments;
  return nth < 0 ? among.at(nth) : among[nth % among.length];
}

/** The basket counted back from the last. */
export function chooseBasket({ baskets }: Model, back: number): Basket | undefined {
  return baskets.at(-1 - (back % Math.max(baskets.length, 1)));
}

/** The path of a payment, or of all of its kind. */
export function pathOf(kind: Kind, id?: string, isAlias = false): string {
  const path = isAlias && kind === 'instant' ? ALIAS : PATHS[kind];
  return id === undefined ? path : `${path}/${id}`;
}

/** An id as the bank makes them, that it has not made. */
export const NOT_MADE = 'zzzzzzzzzzzzzzzzzzzzzz';
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

function psuHeaders(model: Model, caller: Caller, { psus, corporate }: Ids): Record<string, string> {
  const there = corporate.get(`${caller.tpp} ${agreementNamed(model, caller)}`) ?? UNKNOWN_UUID;
  const idOf = (number: string) => psus.get(`${caller.tpp} ${number}`) ?? UNKNOWN_UUID;
  const headers: Readonly<Record<PsuWay, Record<string, string>>> = {
    none: {},
    kari: { 'X-PSU-IDENTITY': KARI },
    ola: { 'X-PSU-IDENTITY': OLA },
    firm: { 'X-PSU-IDENTITY': FIRM },
    'kari-id': { 'PSU-ID': idOf(KARI) },
    'ola-id': { 'PSU-ID': idOf(OLA) },
    'unknown-id': { 'PSU-ID': UNKNOWN_UUID },
    'unknown-number': { 'X-PSU-IDENTITY': NOBODY },
    two: { 'PSU-ID': idOf(KARI), 'X-PSU-IDENTITY': OLA },
    'kari-corporate': { 'X-PSU-IDENTITY': KARI, 'PSU-Corporate-ID': UNKNOWN_UUID },
    'kari-there': { 'PSU-ID': idOf(KARI), 'PSU-Corporate-ID': there },
    'kari-id-as-firm': { 'PSU-ID': idOf(KARI), 'PSU-Context': 'CORPORATE' },
  };
  return headers[caller.psu];
}

/** The headers of every payment operation. */
export function tppHeaders(
  model: Model,
  caller: Caller,
  requestId: string,
  ids: Ids,
): Record<string, string> {
  return {
    'X-Request-ID': requestId,
    'x-accept-fix': 'amount-as-string',
    'TPP-Session-ID': caller.session,
    'TPP-Redirect-URI': caller.redirectUri ?? USUAL,
    'PSU-IP-Address': '192.0.2.1',
    ...psuHeaders(model, caller, ids),
  };
}

export function byTpp(caller: Caller): SignerName {
  return signerOf(caller.tpp);
}

export function operatorSent(method: string, path: string, body?: object): Sent {
  return {
    method,
    path,
    headers: {},
    signer: 'operator',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
