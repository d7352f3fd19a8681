import { describe } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { all, type Change, set, without } from './changes.ts';
import { everythingWrong, repairs } from './domestic-wrong.ts';
import { periodic } from './periodic.ts';
import { itIsRepaired, type Repair, type Stage } from './repairs.ts';

const nothing: Change = () => {};
const debtor = createInitialData('psd2').accounts[0]!.bban;

/** What is wrong with the request before its body is looked at. */
const request: readonly Stage[] = [
  {
    what: 'without a header that is required',
    status: 400,
    send: { headers: { 'TPP-Session-ID': null, 'PSU-IP-Address': 'nowhere' } },
    faults: [['HTTP_HEADER_REQUIRED TPP-Session-ID', nothing]],
  },
  {
    what: 'with a malformed header',
    status: 400,
    send: { headers: { 'PSU-IP-Address': 'nowhere' }, query: 'allowLogicalDuplicate=maybe' },
    faults: [['FORMAT_ERROR PSU-IP-Address', nothing]],
  },
  {
    what: 'with a malformed query',
    status: 400,
    send: { query: 'allowLogicalDuplicate=maybe' },
    faults: [['FORMAT_ERROR allowLogicalDuplicate', nothing]],
  },
];

/** Repairs that leave something which only the bank can know is wrong. */
const halfRepairs: Readonly<Record<string, Change>> = {
  'creditorAccount.bban': set('creditorAccount.bban', '99911200011'),
};

const ofDomestic: readonly Repair[] = repairs.map(([path, change]) => [
  `FORMAT_ERROR ${path}`,
  halfRepairs[path] ?? change,
]);

const ofPeriodic: readonly Repair[] = [
  ['FORMAT_ERROR endToEndIdentification', set('endToEndIdentification', 'E2E-1')],
  ['FORMAT_ERROR startDate', set('startDate', '2026-11-17')],
  ['FORMAT_ERROR frequency', set('frequency', 'MonthlyVariable')],
  ['FORMAT_ERROR endDate', set('endDate', '2027-11-18')],
  ['FORMAT_ERROR executionRule', set('executionRule', 'following')],
  ['FORMAT_ERROR dayOfExecution', set('dayOfExecution', '31')],
  ['FORMAT_ERROR monthsOfExecution[1]', set('monthsOfExecution[1]', '12')],
  ['FORMAT_ERROR monthsOfExecution[2]', set('monthsOfExecution[2]', 6)],
];

const domain: readonly Repair[] = [
  [
    'RESOURCE_UNKNOWN debtorAccount.other.identification',
    set('debtorAccount', { bban: debtor, currency: 'NOK' }),
  ],
  // Which of the two members a KID fault names is left open.
  [
    /^KID_INVALID remittanceInformationStructured/,
    set('remittanceInformationStructuredArray', [{ reference: '000123456782' }]),
  ],
  ['EXECUTION_DATE_INVALID startDate', set('startDate', '2026-11-18')],
];

describe('a periodic payment with everything wrong [D4-periodic-wrong, D2-together]', () => {
  itIsRepaired({
    kind: periodic,
    body: () => ({
      monthsOfExecution: ['1', '13', 0],
      dayOfExecution: '32',
      executionRule: 'modified',
      endDate: '2026-02-30',
      frequency: 'Fortnightly',
      startDate: 'tomorrow',
      endToEndIdentification: 'x'.repeat(36),
      ...everythingWrong(),
    }),
    stages: [
      ...request,
      { what: 'with every member wrong', status: 400, faults: [...ofDomestic, ...ofPeriodic] },
      { what: 'with what only the bank can know', status: 400, faults: domain },
    ],
    duplicate: [/^CONFLICT /],
    another: set('startDate', '2026-11-19'),
  });
});

/** Members that are right by themselves. */
const between: readonly (readonly [fault: string, broken: Change, repaired: Change])[] = [
  [
    'creditorAgent',
    set('creditorAccount', { bban: '99940512340', currency: 'EUR' }),
    set('creditorAgent', 'PRVENOKK'),
  ],
  ['debtorAccount', set('debtorAccount', { currency: 'NOK' }), set('debtorAccount.bban', debtor)],
  [
    'remittanceInformationUnstructured',
    set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
    without('remittanceInformationStructuredArray'),
  ],
  ['endDate', set('endDate', '2026-11-30'), set('endDate', '2026-12-01')],
  [
    'monthsOfExecution',
    all(set('frequency', 'MonthlyVariable'), set('monthsOfExecution', ['1', 1])),
    set('monthsOfExecution', ['1']),
  ],
];

describe('a periodic payment wrong between its members [D4-periodic-wrong, D2-together-between-fields]', () => {
  itIsRepaired({
    kind: periodic,
    body: (bank) => {
      const body = periodic.body(bank);
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
    duplicate: [/^CONFLICT /],
    another: set('startDate', '2026-11-30'),
  });
});
