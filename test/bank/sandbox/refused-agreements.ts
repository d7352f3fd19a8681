import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import type { TestBank } from '../../support/bank.ts';
import { agreementId } from '../../support/life/firm.ts';
import { FIRM, KARI } from '../../support/life/payments.ts';
import { get, ofSandbox, post } from './calls.ts';
import type { Row } from './refusal-row.ts';

const { accounts, agreements, customers } = createInitialData('psd2');
const ibanOf = (customer: string, place = 0): string =>
  accounts.filter(({ customerNumber }) => customerNumber === customer)[place]!.iban;
const [ofKari] = agreements;
const kari = customers.find(({ customerNumber }) => customerNumber === KARI)!;
const OTHER_FIRM = '310999024';
const NO_ID = 'kQ3nV0b1cT8sYpR5dW2xZa';
const NOBODY = '15813963369';

/** That nobody has yet: Kari is engaged for the firm's first account. */
const ENGAGEMENT = { customer: KARI, account: { iban: ibanOf(FIRM, 1) }, roles: ['VIEW', 'REGISTER'] };

function agreement(what: string, change: object, status: number, ...expected: string[]): Row {
  return {
    what: `an agreement: ${what}`,
    send: (bank) => post(bank, '/agreements', { owner: FIRM, name: 'Hovedavtale', ...change }),
    status,
    faults: expected,
  };
}

function engagement(what: string, change: object, status: number, ...expected: string[]): Row {
  return {
    what: `an engagement: ${what}`,
    send: (bank) => post(bank, `/agreements/${agreementId}/engagements`, { ...ENGAGEMENT, ...change }),
    status,
    faults: expected,
  };
}

function refused(method: string, path: string, status: number, fault: string, body?: object): Row {
  return {
    what: `${method} ${path}`,
    send: async (bank: TestBank) => {
      const id = (await get(bank, `/agreements/${agreementId}`)).json.engagements[0].engagementId;
      const sent = path.replace('{engagement}', id);
      return bank.send(ofSandbox(method, sent, body === undefined ? {} : { body }));
    },
    status,
    faults: [fault],
  };
}

const unknown = (method: string, path: string, body?: object) =>
  refused(method, path, 404, 'RESOURCE_UNKNOWN -', body);

/** Agreements and engagements. @see D8-agreement-members */
export const REFUSED_AGREEMENTS: readonly Row[] = [
  agreement(
    'nothing in it',
    { owner: undefined, name: null },
    400,
    'FORMAT_ERROR owner',
    'FORMAT_ERROR name',
  ),
  agreement('nobody’s', { owner: NOBODY }, 400, 'RESOURCE_UNKNOWN owner'),
  agreement('a private customer’s', { owner: KARI }, 400, 'FORMAT_ERROR owner'),
  agreement('a private customer’s, by id', { owner: kari.customerId }, 400, 'FORMAT_ERROR owner'),
  agreement('a name of blanks', { name: ' ' }, 400, 'FORMAT_ERROR name'),
  agreement('an emoji in the name', { name: 'Hovedavtale 😀' }, 400, 'FORMAT_ERROR name'),
  agreement('no array of engagements', { engagements: ENGAGEMENT }, 400, 'FORMAT_ERROR engagements'),
  agreement(
    'engagements of nobody, for accounts that are nobody’s or another’s; one that is right',
    {
      engagements: [
        ENGAGEMENT,
        { ...ENGAGEMENT, customer: NOBODY, account: { iban: 'NO0000000000000' } },
        { ...ENGAGEMENT, account: { iban: ibanOf(OTHER_FIRM) } },
      ],
    },
    400,
    'RESOURCE_UNKNOWN engagements[1].customer',
    'RESOURCE_UNKNOWN engagements[1].account.iban',
    'FORMAT_ERROR engagements[2].account.iban',
  ),
  agreement(
    'nobody’s, with an engagement of nobody for an account that could be theirs',
    { owner: NOBODY, engagements: [{ ...ENGAGEMENT, customer: NOBODY }] },
    400,
    'RESOURCE_UNKNOWN owner',
    'RESOURCE_UNKNOWN engagements[0].customer',
  ),
  agreement(
    'the same customer and account twice, by number and by id',
    { engagements: [ENGAGEMENT, { ...ENGAGEMENT, customer: kari.customerId, roles: ['VIEW'] }] },
    400,
    'FORMAT_ERROR engagements[1]',
  ),
  agreement(
    'engagements with nothing in them, and with what is no engagement',
    {
      engagements: [
        {},
        { ...ENGAGEMENT, roles: ['VIEW', 'APPROVE'], registerLimit: '1', approvalLimit: 1.5 },
      ],
    },
    400,
    'FORMAT_ERROR engagements[0].customer',
    'FORMAT_ERROR engagements[0].account',
    'FORMAT_ERROR engagements[0].roles',
    'FORMAT_ERROR engagements[1].roles[1]',
    'FORMAT_ERROR engagements[1].registerLimit',
    'FORMAT_ERROR engagements[1].approvalLimit',
  ),
  agreement(
    'more engagements than an array may have',
    { engagements: Array.from({ length: 2001 }, () => ENGAGEMENT) },
    400,
    'FORMAT_ERROR engagements',
  ),
  engagement('nobody', { customer: NOBODY }, 400, 'RESOURCE_UNKNOWN customer'),
  engagement('the id of an account', { customer: accounts[0]!.id }, 400, 'RESOURCE_UNKNOWN customer'),
  engagement('no account', { account: undefined }, 400, 'FORMAT_ERROR account'),
  engagement('a bban', { account: { bban: accounts[4]!.bban } }, 400, 'FORMAT_ERROR account.iban'),
  engagement(
    'an account of nobody',
    { account: { iban: 'NO0000000000000' } },
    400,
    'RESOURCE_UNKNOWN account.iban',
  ),
  engagement(
    'an account of the engaged',
    { account: { iban: ibanOf(KARI) } },
    400,
    'FORMAT_ERROR account.iban',
  ),
  engagement('no roles', { roles: [] }, 400, 'FORMAT_ERROR roles'),
  engagement('a role that is no text', { roles: ['VIEW', 1] }, 400, 'FORMAT_ERROR roles[1]'),
  engagement('a role that only looks like one', { roles: ['V\u0131EW'] }, 400, 'FORMAT_ERROR roles[0]'),
  engagement('a limit beyond int32', { registerLimit: 2 ** 31 }, 400, 'FORMAT_ERROR registerLimit'),
  engagement('engaged already', { account: { iban: ibanOf(FIRM) }, roles: ['VIEW'] }, 409, 'CONFLICT -'),
  refused('POST', `/agreements/${ofKari!.agreementId}/engagements`, 409, 'CONFLICT -', ENGAGEMENT),
  refused('DELETE', `/agreements/${ofKari!.agreementId}`, 409, 'CONFLICT -'),
  unknown('GET', `/agreements/${NO_ID}`),
  unknown('DELETE', `/agreements/${NO_ID}`),
  unknown('POST', `/agreements/${NO_ID}/engagements`, ENGAGEMENT),
  unknown('GET', `/agreements/${agreementId}/engagements/${NO_ID}`),
  unknown('DELETE', `/agreements/${agreementId}/engagements/${NO_ID}`),
  unknown('GET', `/agreements/${ofKari!.agreementId}/engagements/{engagement}`),
  unknown('DELETE', `/agreements/${ofKari!.agreementId}/engagements/{engagement}`),
];
