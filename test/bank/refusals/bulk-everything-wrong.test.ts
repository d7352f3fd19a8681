import { describe } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { bulk, bulkOf, changeItem } from './bulk.ts';
import { type Change, set, without } from './changes.ts';
import { everythingWrong, repairs } from './domestic-wrong.ts';
import { itIsRepaired, type Repair, type Stage } from './repairs.ts';

const nothing: Change = () => {};
const debtor = createInitialData('psd2').accounts[0]!.bban;

/** What is wrong with the request before its body is looked at. */
const request: readonly Stage[] = [
  {
    what: 'without a header that is required',
    status: 400,
    send: { headers: { 'x-accept-fix': null, 'TPP-Redirect-URI': 'javascript:alert(1)' } },
    faults: [['HTTP_HEADER_REQUIRED x-accept-fix', nothing]],
  },
  {
    what: 'with a malformed header',
    status: 400,
    send: { headers: { 'TPP-Redirect-URI': 'javascript:alert(1)' }, query: 'allowLogicalDuplicate=' },
    faults: [['FORMAT_ERROR TPP-Redirect-URI', nothing]],
  },
  {
    what: 'with a malformed query',
    status: 400,
    send: { query: 'allowLogicalDuplicate=' },
    faults: [['FORMAT_ERROR allowLogicalDuplicate', nothing]],
  },
];

/** Repairs that leave something which only the bank can know is wrong. */
const halfRepairs: Readonly<Record<string, Change>> = {
  'creditorAccount.bban': set('creditorAccount.bban', '99911200011'),
  requestedExecutionDate: set('requestedExecutionDate', '2026-11-17'),
};

function repairsOf(of: (path: string) => boolean, at: (path: string) => string = (path) => path): Repair[] {
  return repairs
    .filter(([path]) => of(path))
    .map(([path, change]) => [`FORMAT_ERROR ${at(path)}`, halfRepairs[path] ?? change]);
}

const ofDebtor = (path: string) => path.startsWith('debtorAccount');
const ofDate = (path: string) => path === 'requestedExecutionDate';
const ofItem = (path: string) => !ofDebtor(path) && !ofDate(path);

const itemRepairs = repairsOf(ofItem, (path) => `payments[0].${path}`).map(
  ([fault, change]): Repair => [fault, changeItem(0, change)],
);

/** A payment that is right but for its KID, to an account that takes none. */
const withoutAgreement = {
  instructedAmount: { amount: '7.00', currency: 'NOK' },
  creditorName: 'Ola Eksempel',
  creditorAccount: { bban: '99930700017', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  remittanceInformationStructured: { reference: '602243' },
};

const members: readonly Repair[] = [
  ...repairsOf(ofDebtor),
  ...repairsOf(ofDate),
  ['FORMAT_ERROR paymentInformationId', set('paymentInformationId', 'Lønn')],
  ['FORMAT_ERROR batchBookingPreferred', set('batchBookingPreferred', true)],
  ...itemRepairs,
  ['FORMAT_ERROR payments[0].endToEndIdentification', without('payments[0].endToEndIdentification')],
  ['FORMAT_ERROR payments[1]', set('payments[1]', withoutAgreement)],
  ['FORMAT_ERROR payments[3].creditorName', set('payments[3].creditorName', 'Ola Eksempel')],
  ['FORMAT_ERROR payments[3].creditorAddress', set('payments[3].creditorAddress', { country: 'NO' })],
];

const domain: readonly Repair[] = [
  [
    'RESOURCE_UNKNOWN debtorAccount.other.identification',
    set('debtorAccount', { bban: debtor, currency: 'NOK' }),
  ],
  ['EXECUTION_DATE_INVALID requestedExecutionDate', set('requestedExecutionDate', '2026-11-18')],
  // Which of the two members a KID fault names is left open.
  [
    /^KID_INVALID payments\[0\]\.remittanceInformationStructured/,
    set('payments[0].remittanceInformationStructuredArray', [{ reference: '000123456782' }]),
  ],
  [
    /^KID_INVALID payments\[1\]\.remittanceInformationStructured/,
    without('payments[1].remittanceInformationStructured'),
  ],
  [
    /^KID_MISSING payments\[3\]\.remittanceInformation/,
    set('payments[3].creditorAccount.bban', '99940512340'),
  ],
];

/** The second payment is no object, the third is right, of the fourth two members are missing. */
describe('a bulk with everything wrong [D4-bulk-wrong, D2-together]', () => {
  itIsRepaired({
    kind: bulk,
    body: (bank) => {
      const { debtorAccount, requestedExecutionDate, ...first } = everythingWrong() as Record<
        string,
        unknown
      >;
      const [right, fourth] = bulkOf(bank, 2).payments;
      for (const path of ['creditorName', 'creditorAddress']) without(path)(fourth!);
      set('creditorAccount.bban', '99911200011')(fourth!);
      return {
        payments: [{ endToEndIdentification: 'x'.repeat(36), ...first }, 'a payment', right, fourth],
        requestedExecutionDate,
        debtorAccount,
        batchBookingPreferred: 'true',
        paymentInformationId: 'x'.repeat(36),
      };
    },
    stages: [
      ...request,
      { what: 'with every member wrong', status: 400, faults: members },
      { what: 'with what only the bank can know', status: 400, faults: domain },
    ],
    duplicate: [0, 1, 2, 3].map((place) => `CONFLICT payments[${place}]`),
    another: set('requestedExecutionDate', '2026-11-19'),
  });
});

const required: readonly (readonly [path: string, value: unknown])[] = [
  ['debtorAccount', { bban: debtor, currency: 'NOK' }],
  ['payments[0].instructedAmount', { amount: '1.00', currency: 'NOK' }],
  ['payments[0].creditorName', 'Ola Eksempel'],
  ['payments[0].creditorAccount', { bban: '99940512340', currency: 'NOK' }],
  ['payments[0].creditorAddress', { country: 'NO' }],
];

describe('a bulk of one payment without its members [D4-bulk-wrong, D2-together-missing]', () => {
  itIsRepaired({
    kind: bulk,
    body: () => ({ payments: [{}] }),
    stages: [
      {
        what: 'with nothing in it',
        status: 400,
        faults: required.map(([path, value]): Repair => [`FORMAT_ERROR ${path}`, set(path, value)]),
      },
    ],
    duplicate: ['CONFLICT payments[0]'],
    another: set('payments[0].instructedAmount.amount', '2.00'),
  });
});
