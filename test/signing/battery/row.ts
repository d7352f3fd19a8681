import { tpp } from './people.ts';
import type { Way } from './signer.ts';

/** How often somebody sends it: `usual` is what most TPPs do once; `several` has two or three faults. */
export type Kind = 'usual' | 'rare' | 'several';

export interface Row {
  readonly name: string;
  readonly kind: Kind;
  readonly way: Way;
  /** What the first error may be, the best first. */
  readonly codes: readonly string[];
  /** Its causes that are so; undefined: none. */
  readonly causes: readonly (string | undefined)[];
  /** The header that is at fault, where one may be named. */
  readonly header?: string;
  /** A header that must stand among the first suspects. */
  readonly suspect?: string;
  /** What else is so: `code` or `code/cause`. */
  readonly also?: readonly string[];
  /** The time of judgement, where it is not soon after Date. */
  readonly at?: string;
}

type More = Partial<Pick<Row, 'header' | 'suspect' | 'also' | 'at'>>;

/** A payment. */
export const PAYMENT = {
  instructedAmount: { amount: '1250.00', currency: 'NOK' },
  creditorName: 'Bjørn Ærøskøbing AS',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { street: 'Storgata 1', city: 'Tromsø', country: 'NO' },
  debtorAccount: { bban: '15030012345', currency: 'NOK' },
  remittanceInformationUnstructured: 'Faktura 2027/311 – mai',
  requestedExecutionDate: '2027-05-12',
};
export const BODY = JSON.stringify(PAYMENT);
export const CREATE = '/v1/payments/norwegian-domestic-credit-transfers';

/** A way of creating a payment. */
export const paying = (way: Omit<Partial<Way>, never> = {}): Way => ({
  as: tpp,
  target: CREATE,
  body: BODY,
  ...way,
});
/** A way of reading accounts. */
export const reading = (way: Omit<Partial<Way>, never> = {}): Way => ({
  as: tpp,
  method: 'GET',
  target: '/v1/accounts/7f3a/transactions?bookingStatus=booked&dateFrom=2027-04-01',
  ...way,
});

type OneOrMore<Value> = Value | readonly Value[];
const asList = <Value>(given: OneOrMore<Value>): readonly Value[] =>
  Array.isArray(given) ? given : [given as Value];

function rowOf(kind: Kind) {
  return (
    name: string,
    way: Way | Partial<Way>,
    codes: OneOrMore<string>,
    causes?: OneOrMore<string | undefined>,
    more: More = {},
  ): Row => ({
    name,
    kind,
    way: 'as' in way && way.as !== undefined && 'target' in way ? (way as Way) : paying(way),
    codes: asList(codes),
    causes: asList(causes),
    ...more,
  });
}

export const usual = rowOf('usual');
export const rare = rowOf('rare');
export const several = rowOf('several');
