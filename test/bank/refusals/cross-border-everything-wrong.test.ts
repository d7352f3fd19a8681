import { describe } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { foreignIban, ibanOf } from './accounts.ts';
import { all, type Change, set, without } from './changes.ts';
import { crossBorder } from './kinds.ts';
import { itIsRepaired, type Repair, type Stage } from './repairs.ts';

const nothing: Change = () => {};
const [debtor] = createInitialData('psd2').accounts.map(({ bban }) => bban);

/** What is wrong with the request before its body is looked at. */
const request: readonly Stage[] = [
  {
    what: 'without headers that are required',
    status: 400,
    send: { headers: { 'PSU-IP-Address': null, 'PSU-HTTP-Method': 'TRACE' } },
    faults: [['HTTP_HEADER_REQUIRED PSU-IP-Address', nothing]],
  },
  {
    what: 'with a malformed header',
    status: 400,
    send: { headers: { 'PSU-HTTP-Method': 'TRACE' }, query: 'allowLogicalDuplicate=no' },
    faults: [['FORMAT_ERROR PSU-HTTP-Method', nothing]],
  },
  {
    what: 'with a malformed query',
    status: 400,
    send: { query: 'allowLogicalDuplicate=no' },
    faults: [['FORMAT_ERROR allowLogicalDuplicate', nothing]],
  },
];

/** In the order of the field table; the fields that came later follow it. */
const fields: readonly (readonly [path: string, repair: Change])[] = [
  ['instructedAmount.amount', set('instructedAmount.amount', '100000.00')],
  ['instructedAmount.currency', set('instructedAmount.currency', 'NOK')],
  ['creditorName', set('creditorName', 'Kari Prøve')],
  ['creditorAgent', set('creditorAgent', 'PRVEDEFF')],
  ['creditorAccount.bban', set('creditorAccount.bban', '0000 1234/ABC')],
  ['creditorAccount.iban', set('creditorAccount.iban', foreignIban)],
  ['creditorAccount.currency', set('creditorAccount.currency', 'EUR')],
  ['creditorAddress.street', without('creditorAddress.street')],
  ['creditorAddress.buildingNumber', set('creditorAddress.buildingNumber', '7')],
  ['creditorAddress.postalCode', set('creditorAddress.postalCode', '10115')],
  ['creditorAddress.city', set('creditorAddress.city', 'Berlin')],
  ['creditorAddress.country', set('creditorAddress.country', 'DE')],
  ['debtorAccount.bban', set('debtorAccount.bban', '99900000000')],
  ['debtorAccount.iban', set('debtorAccount.iban', ibanOf('NO', '99900000000'))],
  ['debtorAccount.currency', set('debtorAccount.currency', 'NOK')],
  ['remittanceInformationUnstructured', set('remittanceInformationUnstructured', 'Faktura 1')],
  ['purposeCode', set('purposeCode', 'SUPP')],
  ['requestedExecutionDate', set('requestedExecutionDate', '2026-11-17')],
  ['regulatoryReportingCode', set('regulatoryReportingCode', '14')],
  ['regulatoryReportingInformation', set('regulatoryReportingInformation', 'Kjøp av varer')],
  ['endToEndIdentification', set('endToEndIdentification', 'E2E-1')],
  ['serviceLevel', set('serviceLevel', 'SDVA')],
];

function everythingWrong(): object {
  return {
    serviceLevel: '',
    endToEndIdentification: 'x'.repeat(36),
    regulatoryReportingInformation: 'x'.repeat(141),
    regulatoryReportingCode: '15',
    requestedExecutionDate: '2026-02-30',
    purposeCode: 'SALARY',
    remittanceInformationUnstructured: '',
    debtorAccount: { currency: 'XXX', iban: 'N'.repeat(35), bban: '1'.repeat(31) },
    creditorAddress: {
      country: 'XX',
      city: 'Berlin 😀',
      postalCode: 10115,
      buildingNumber: 7,
      street: 'x'.repeat(71),
    },
    creditorAccount: { currency: 'eur', iban: foreignIban.toLowerCase(), bban: '' },
    creditorAgent: 'PRVEXXFF',
    creditorName: 'x'.repeat(71),
    instructedAmount: { currency: 'KRONER', amount: '1e5' },
  };
}

/** Both members that name the debtor are mended at once: they have to agree. */
const ownAccount: Change = all(
  set('debtorAccount.bban', debtor),
  set('debtorAccount.iban', ibanOf('NO', debtor ?? '')),
);

const domain: Stage = {
  what: 'with what only the bank can know',
  status: 400,
  faults: [
    ['RESOURCE_UNKNOWN debtorAccount.bban', ownAccount],
    ['EXECUTION_DATE_INVALID requestedExecutionDate', set('requestedExecutionDate', '2026-11-18')],
  ],
};

describe('a cross-border payment with everything wrong [D4-cross-border-wrong, D2-together, D2-together-domain]', () => {
  itIsRepaired({
    kind: crossBorder,
    body: everythingWrong,
    stages: [
      ...request,
      {
        what: 'with every member wrong',
        status: 400,
        faults: fields.map(([path, change]): Repair => [`FORMAT_ERROR ${path}`, change]),
      },
      domain,
    ],
    duplicate: ['CONFLICT -'],
    another: set('requestedExecutionDate', '2026-11-19'),
  });
});

/** Members that are right by themselves: what breaks the rule between them, and what mends it. */
const between: readonly (readonly [path: string, broken: Change, repair: Change])[] = [
  ['creditorName', without('creditorName'), set('creditorName', 'Kari Prøve')],
  [
    'creditorAgent',
    set('creditorAccount', { bban: '99940512340', iban: ibanOf('NO', '99950612343'), currency: 'NOK' }),
    set('creditorAgent', 'PRVENOKK'),
  ],
  ['creditorAccount', nothing, set('creditorAccount.iban', ibanOf('NO', '99940512340'))],
  ['creditorAddress.country', set('creditorAddress', { city: 'Oslo' }), without('creditorAddress')],
  ['debtorAccount', set('debtorAccount', { currency: 'NOK' }), ownAccount],
  ['regulatoryReportingCode', without('regulatoryReportingCode'), set('regulatoryReportingCode', '82')],
  [
    'regulatoryReportingInformation',
    without('regulatoryReportingInformation'),
    set('regulatoryReportingInformation', 'Kjøp av varer'),
  ],
];

describe('a cross-border payment wrong between its members [D4-cross-border-wrong, D2-together-between-fields]', () => {
  itIsRepaired({
    kind: crossBorder,
    body: (bank) => {
      const body = crossBorder.body(bank);
      for (const [, broken] of between) broken(body);
      return body;
    },
    stages: [
      {
        what: 'with every member right by itself',
        status: 400,
        faults: between.map(([path, , change]): Repair => [`FORMAT_ERROR ${path}`, change]),
      },
    ],
    duplicate: ['CONFLICT -'],
    another: set('requestedExecutionDate', '2026-11-19'),
  });
});

/** Without these the threshold is not looked at: no amount is there. */
const regulatory = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Kjøp av varer' };
const another = set('requestedExecutionDate', '2026-11-19');

describe('a cross-border payment without its members [D4-cross-border-wrong, D2-together-missing]', () => {
  itIsRepaired({
    kind: crossBorder,
    body: () => regulatory,
    stages: [
      {
        what: 'with the regulatory members alone',
        status: 400,
        faults: [
          [
            'FORMAT_ERROR instructedAmount',
            set('instructedAmount', { amount: '100000.00', currency: 'SEK' }),
          ],
          ['FORMAT_ERROR creditorName', set('creditorName', 'Kari Prøve')],
          ['FORMAT_ERROR creditorAccount', set('creditorAccount', { iban: foreignIban, currency: 'EUR' })],
          ['FORMAT_ERROR debtorAccount', set('debtorAccount', { bban: debtor, currency: 'NOK' })],
        ],
      },
    ],
    duplicate: ['CONFLICT -'],
    another,
  });

  describe('but with their objects', () => {
    itIsRepaired({
      kind: crossBorder,
      body: () => ({
        ...regulatory,
        instructedAmount: {},
        creditorName: 'Kari Prøve',
        creditorAccount: { iban: foreignIban },
        creditorAddress: {},
        debtorAccount: { bban: debtor },
      }),
      stages: [
        {
          what: 'with empty objects',
          status: 400,
          faults: [
            ['FORMAT_ERROR instructedAmount.amount', set('instructedAmount.amount', '10000000')],
            ['FORMAT_ERROR instructedAmount.currency', set('instructedAmount.currency', 'JPY')],
            ['FORMAT_ERROR creditorAccount.currency', set('creditorAccount.currency', 'EUR')],
            ['FORMAT_ERROR creditorAddress.country', set('creditorAddress.country', 'DE')],
            ['FORMAT_ERROR debtorAccount.currency', set('debtorAccount.currency', 'NOK')],
          ],
        },
      ],
      duplicate: ['CONFLICT -'],
      another,
    });
  });
});
