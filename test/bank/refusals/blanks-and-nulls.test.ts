import { describe, expect, it } from 'vitest';
import { bulk, inItem } from './bulk.ts';
import { all, type Change, cardDebtor, reference, references, set } from './changes.ts';
import { array, card, object } from './domestic-members.ts';
import { expectCreated, messages } from './expectations.ts';
import { crossBorder, instant } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf, itAnswers, malformed, type Row } from './rows.ts';
import { type Member, nothing } from './tables.ts';

/** What shows nothing: spaces, no-break spaces, a soft hyphen. */
const blanks = [' ', '   ', '\u00a0', ' \u00a0 \u00ad'];

function blank(path: string, given: Change = nothing): Row[] {
  return blanks.map((value) => ({
    what: `${JSON.stringify(value)} as ${path}`,
    change: all(given, set(path, value)),
    answer: malformed(path),
  }));
}

const scheme = { schemeNameProprietary: 'creditCardAccount' };

describe('a required text of blanks [D2-blank]', () => {
  const domestic = [
    ...blank('creditorName'),
    ...blank('debtorAccount.bban'),
    ...blank('debtorAccount.other.identification', card),
    ...blank('remittanceInformationStructured.reference', object),
    ...blank('remittanceInformationStructuredArray[0].reference', array),
  ];
  itAnswers(domestic);
  itAnswers(blank('creditorName'), { kind: instant });
  itAnswers(blank('creditorName'), { kind: periodic });
  itAnswers(blank('creditorName').map(inItem(1)), { kind: bulk });
  itAnswers(blank('debtorAccount.bban'), { kind: bulk });
  itAnswers(
    [
      ...blank('creditorName'),
      ...blank('debtorAccount.bban'),
      ...blank('creditorAccount.bban', set('creditorAgent', 'PRVEDEFF')),
      ...blank('regulatoryReportingInformation'),
    ],
    { kind: crossBorder },
  );
});

describe('a text of blanks that need not be there [D2-blank]', () => {
  itAnswers([
    { what: 'a message', change: set('remittanceInformationUnstructured', '  '), answer: 'created' },
    { what: 'an ultimateDebtor', change: set('ultimateDebtor', ' '), answer: 'created' },
    { what: 'a name with spaces around it', change: set('creditorName', ' Ola '), answer: 'created' },
  ]);
  itAnswers(
    [
      {
        what: 'a purpose for the authorities, of a payment that needs none',
        change: all(set('instructedAmount.amount', '99999.99'), set('regulatoryReportingInformation', '  ')),
        answer: 'small',
      },
    ],
    { kind: crossBorder },
  );
});

/** Optional members, and what makes their parent be there. */
const optional: readonly Member[] = [
  ['creditorAgent', nothing],
  ['creditorAddress.street', nothing],
  ['creditorAddress.buildingNumber', nothing],
  ['creditorAddress.postalCode', nothing],
  ['creditorAddress.city', nothing],
  ['debtorAccount.other', nothing],
  ['debtorAccount.bban', card],
  ['ultimateDebtor', nothing],
  ['remittanceInformationUnstructured', nothing],
  ['remittanceInformationUnstructured', array],
  ['remittanceInformationStructured', nothing],
  ['remittanceInformationStructuredArray', nothing],
  ['remittanceInformationStructuredArray[0].referenceType', array],
  ['remittanceInformationStructuredArray[0].referenceIssuer', array],
  ['purposeCode', nothing],
  ['requestedExecutionDate', nothing],
  ['endToEndIdentification', nothing],
];

function absent([path, given]: Member): Row {
  return {
    what: `null as ${path}, which is not there`,
    change: all(given, set(path, null)),
    answer: 'created',
  };
}

describe('null in an optional member [D2-null]', () => {
  itAnswers(optional.filter(([path]) => path !== 'debtorAccount.bban').map(absent));
  itAnswers([absent(['requestedExecutionDate', nothing])], { kind: instant });
  itAnswers(
    ['endDate', 'executionRule', 'dayOfExecution', 'monthsOfExecution'].map((path) =>
      absent([path, nothing]),
    ),
    { kind: periodic },
  );
  itAnswers([absent(['purposeCode', nothing])].map(inItem(2)), { kind: bulk });
  itAnswers(
    ['requestedExecutionDate', 'paymentInformationId', 'batchBookingPreferred'].map((path) =>
      absent([path, nothing]),
    ),
    { kind: bulk },
  );
  itAnswers(
    ['creditorAccount.bban', 'creditorAddress', 'debtorAccount.iban', 'purposeCode', 'serviceLevel'].map(
      (path) => absent([path, nothing]),
    ),
    { kind: crossBorder },
  );
  itAnswers([
    {
      what: 'null of another product, of which nothing is to be said',
      change: all(set('serviceLevel', null), set('creditorAccount.iban', null), set('startDate', null)),
      answer: 'created',
    },
    {
      what: 'null in the one member that names the debtor',
      change: set('debtorAccount.bban', null),
      answer: malformed('debtorAccount'),
    },
  ]);

  const bank = bankOf();
  it('is not in the payment that is read', async () => {
    const body = { ...crossBorder.body(bank()), purposeCode: null, serviceLevel: null };
    const made = await bank().send({ path: crossBorder.path, body });
    expectCreated(made);
    const read = await bank().send({ method: 'GET', path: made.json._links.self.href });
    expect(read.status).toBe(200);
    expect(read.json).not.toHaveProperty('purposeCode');
    expect(read.json).not.toHaveProperty('serviceLevel');
  });
});

describe('null in a required member [D2-null]', () => {
  const bank = bankOf();
  it.each([
    ['creditorName', nothing],
    ['instructedAmount', nothing],
    ['instructedAmount.amount', nothing],
    ['instructedAmount.currency', nothing],
    ['creditorAddress.country', nothing],
    ['debtorAccount.other.identification', cardDebtor({ ...scheme, identification: 'card-1' })],
    ['remittanceInformationStructured.reference', reference({ reference: 'A1' })],
    ['remittanceInformationStructuredArray[0]', references({ reference: 'A1' })],
  ])('says so: %s', async (path, given) => {
    const body = bank().payment();
    all(given, set(path, null))(body);
    const answer = await bank().send({ body });
    expect(answer.status).toBe(400);
    expect(messages(answer)).toEqual([
      { category: 'ERROR', code: 'FORMAT_ERROR', path, text: `${path} is null` },
    ]);
  });
});
