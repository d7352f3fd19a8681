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

type More = Partial<Pick<Row, 'suspect' | 'also' | 'at'>>;

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

type GivenWay = Way | Partial<Way>;
type Rows = Readonly<Record<string, Readonly<Record<string, GivenWay | readonly [GivenWay, More]>>>>;
const isAlone = (given: GivenWay | readonly [GivenWay, More]): given is GivenWay => !Array.isArray(given);

/** Rows by what is expected of them: `codes/causes@header`, the best first (`a|b`), `-` for no cause. */
function rowsOf(kind: Kind) {
  return (groups: Rows): Row[] =>
    Object.entries(groups).flatMap(([expected, ways]) => {
      const [, codes = '', causes = '-', header] = /^([^/@]+)(?:\/([^@]+))?(?:@(.+))?$/.exec(expected) ?? [];
      return Object.entries(ways).map(([name, given]): Row => {
        const [way, more] = isAlone(given) ? [given, {}] : given;
        return {
          name,
          kind,
          way: 'as' in way && way.as !== undefined && 'target' in way ? (way as Way) : paying(way),
          codes: codes.split('|'),
          causes: causes.split('|').map((cause) => (cause === '-' ? undefined : cause)),
          ...(header !== undefined && { header }),
          ...more,
        };
      });
    });
}

export const usual = rowsOf('usual');
export const rare = rowsOf('rare');
export const several = rowsOf('several');
