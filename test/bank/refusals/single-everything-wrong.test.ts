import { describe } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { type Change, set, without } from './changes.ts';
import { everythingWrong, repairs } from './domestic-wrong.ts';
import { domestic, instant, instantAlias, type Kind } from './kinds.ts';
import { itIsRepaired, type Repair, type Stage } from './repairs.ts';

const nothing: Change = () => {};
const debtor = createInitialData('psd2').accounts[0]!.bban;

/** What is wrong with the request before its body is looked at. */
const request: readonly Stage[] = [
  {
    what: 'without headers that are required',
    status: 400,
    send: { headers: { 'TPP-Redirect-URI': null, 'PSU-Geo-Location': 'here' } },
    faults: [['HTTP_HEADER_REQUIRED TPP-Redirect-URI', nothing]],
  },
  {
    what: 'with a malformed header',
    status: 400,
    send: { headers: { 'PSU-Geo-Location': 'here' }, query: 'allowLogicalDuplicate=1' },
    faults: [['FORMAT_ERROR PSU-Geo-Location', nothing]],
  },
  {
    what: 'with a malformed query',
    status: 400,
    send: { query: 'allowLogicalDuplicate=1' },
    faults: [['FORMAT_ERROR allowLogicalDuplicate', nothing]],
  },
];

/** Every fault of a field; some repairs leave something that only the bank can know is wrong. */
function fields(others: Readonly<Record<string, Change>>): Stage {
  return {
    what: 'with every member wrong',
    status: 400,
    faults: [
      ...repairs.map(([path, change]): Repair => [`FORMAT_ERROR ${path}`, others[path] ?? change]),
      ['FORMAT_ERROR endToEndIdentification', set('endToEndIdentification', 'E2E-1')],
    ],
  };
}

const worst = () => ({ endToEndIdentification: 'x'.repeat(36), ...everythingWrong() });

/** To the account that requires a KID. */
const kidAccount = set('creditorAccount.bban', '99911200011');

const unknownCard: Repair = [
  'RESOURCE_UNKNOWN debtorAccount.other.identification',
  set('debtorAccount', { bban: debtor, currency: 'NOK' }),
];
/** Which of the two members a KID fault names is left open. */
const wrongKid: Repair = [
  /^KID_INVALID remittanceInformationStructured/,
  set('remittanceInformationStructuredArray', [{ reference: '000123456782' }]),
];

describe('a domestic payment with everything wrong, repaired [D2-together, D2-together-domain, D4-duplicate]', () => {
  itIsRepaired({
    kind: domestic,
    body: worst,
    stages: [
      ...request,
      fields({
        'creditorAccount.bban': kidAccount,
        requestedExecutionDate: set('requestedExecutionDate', '2026-11-17'),
      }),
      {
        what: 'with what only the bank can know',
        status: 400,
        faults: [
          unknownCard,
          wrongKid,
          ['EXECUTION_DATE_INVALID requestedExecutionDate', set('requestedExecutionDate', '2026-11-18')],
        ],
      },
    ],
    duplicate: ['CONFLICT -'],
    another: set('requestedExecutionDate', '2026-11-19'),
  });
});

const instants: readonly (readonly [string, Kind])[] = [
  ['instant payment', instant],
  ['instant payment by its other name', instantAlias],
];

describe.each(
  instants,
)('an %s with everything wrong [D4-instant-wrong, D2-together, D4-instant-funds]', (_, kind) => {
  itIsRepaired({
    kind,
    body: worst,
    stages: [
      ...request,
      fields({
        'instructedAmount.amount': set('instructedAmount.amount', '250000.00'),
        'creditorAccount.bban': kidAccount,
        requestedExecutionDate: without('requestedExecutionDate'),
      }),
      {
        what: 'with what only the bank can know',
        status: 400,
        faults: [unknownCard, wrongKid],
      },
      {
        what: 'with more than the account has after the fee',
        status: 400,
        faults: [['PAYMENT_FAILED instructedAmount.amount', set('instructedAmount.amount', '100.00')]],
      },
    ],
    duplicate: ['CONFLICT -'],
    another: set('instructedAmount.amount', '100.01'),
  });
});
