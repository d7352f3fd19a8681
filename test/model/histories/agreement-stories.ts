import type { AgreementCommand } from '../commands/agreements.ts';
import type { PlayCommand } from '../commands/operator.ts';
import { PLAIN, type Wish } from '../commands/wish.ts';
import type { Roles } from '../model/agreements.ts';
import { FIRM, KARI, PLACES } from '../model/facts.ts';
import type { Play } from '../model/play.ts';
import {
  APPROVE,
  asks,
  asksBasket,
  BATCH,
  type Journey,
  LAST,
  made,
  pays,
  plays,
  THE_BASKET,
  together,
} from './steps.ts';
import { madeAs } from './ways.ts';

const { firm, firmOther, kari } = PLACES;

/** Who pays from a firm's account, and what becomes of that when it is taken away. */

const MAKE: AgreementCommand = { do: 'agreement', way: 'make' };
const END: AgreementCommand = { do: 'agreement', way: 'end', at: 0 };
const DISENGAGE: AgreementCommand = { do: 'agreement', way: 'disengage', at: 0 };

function engaged(roles: Roles = 'VIEW REGISTER', account: number = firm, psu = KARI): AgreementCommand {
  return { do: 'agreement', way: 'engage', at: 0, wanted: { psu, account, roles } };
}

/** Kari plays, in the only agreement there is. */
function there(act: Play, at: PlayCommand['at'] = LAST, as = KARI): PlayCommand {
  return { do: 'play', act, at, given: { as, context: 'CORPORATE' } };
}

const ofFirm: Partial<Wish> = { debtor: firm, psu: 'kari' };
const KARI_THERE: Partial<Wish> = { debtor: firm, psu: 'kari-there', session: 's2' };
const TAKEN = [END, DISENGAGE];

/** @see D8-delete-agreement */
export const AGREEMENT_STORIES: readonly Journey[] = [
  // From the account that she is engaged for, and from no other; with one role from none.
  [MAKE, engaged(), made(ofFirm), there('approve'), BATCH, asks('status')],
  [MAKE, engaged(), made({ ...ofFirm, debtor: firmOther }), there('approve')],
  [MAKE, engaged(), made({ psu: 'kari' }), there('approve')],
  [MAKE, engaged('VIEW'), made(ofFirm), there('approve'), made(KARI_THERE)],
  [MAKE, engaged('REGISTER'), made(ofFirm), there('approve')],
  [MAKE, made(ofFirm), there('approve')],
  [MAKE, made({ ...ofFirm, psu: 'firm' }), there('approve', LAST, FIRM), made({ ...ofFirm, psu: 'firm' })],
  // By her PSU-Corporate-ID, within the hour, to an account of the agreement and to one that is hers.
  [
    MAKE,
    engaged(),
    engaged('VIEW REGISTER', firmOther),
    ...pays(KARI_THERE),
    made({ ...KARI_THERE, creditor: firmOther }),
    made({ ...KARI_THERE, creditor: kari }),
    madeAs('instant', { ...KARI_THERE, amount: 'more' }),
    { do: 'fees', wish: { ...PLAIN, ...KARI_THERE } },
  ],
  // Taken away while an SCA is open, settled by the header or chosen; and what was approved goes on.
  ...TAKEN.flatMap((taking): Journey[] => [
    [MAKE, engaged(), made(ofFirm), there('abandon'), taking, APPROVE, asks('status')],
    [MAKE, engaged(), made(KARI_THERE), taking, APPROVE, asks('status')],
    [MAKE, engaged(), made(ofFirm), there('approve'), taking, made(KARI_THERE), BATCH, asks('status')],
    [
      MAKE,
      engaged(),
      made({ ...ofFirm, session: 's3' }),
      there('approve'),
      asks('start-cancellation'),
      there('abandon'),
      taking,
      APPROVE,
      BATCH,
      asks('status'),
    ],
    [
      MAKE,
      engaged(),
      made(ofFirm),
      made({ ...ofFirm, text: 'two' }),
      together(2),
      asksBasket('start'),
      there('abandon', THE_BASKET),
      taking,
      plays('approve', THE_BASKET),
      asksBasket('status'),
    ],
  ]),
  // Of two agreements she says which; one that is made again is another.
  [
    MAKE,
    engaged(),
    MAKE,
    engaged(),
    made(ofFirm),
    there('approve'),
    { ...there('approve'), given: { as: KARI, agreement: 1 } },
  ],
  [MAKE, engaged(), engaged('VIEW'), END, END, DISENGAGE, engaged(), MAKE, made(KARI_THERE)],
];
