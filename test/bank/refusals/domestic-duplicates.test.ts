import { describe, it } from 'vitest';
import { type Change, references, set, without } from './changes.ts';
import { expectCreated, expectMoved, expectRefusal } from './expectations.ts';
import { bankOf, itAnswers, malformed, type Row } from './rows.ts';

const conflict = { status: 409, code: 'CONFLICT' };

/** [what the second payment has, change of the first, change of the second, whether it is the same payment] */
const pairs: readonly (readonly [string, Change, Change, 'same' | 'another'])[] = [
  ['the same of everything', () => {}, () => {}, 'same'],
  [
    'the date of today, which the first one left out',
    without('requestedExecutionDate'),
    set('requestedExecutionDate', '2026-11-18'),
    'same',
  ],
  ['the same KID', references({ reference: '602243' }), references({ reference: '602243' }), 'same'],
  ['another amount', () => {}, set('instructedAmount.amount', '7.77'), 'another'],
  ['another currency', () => {}, set('instructedAmount.currency', 'SEK'), 'another'],
  ['another creditor', () => {}, set('creditorAccount.bban', '99940512340'), 'another'],
  ['another execution date', () => {}, set('requestedExecutionDate', '2026-11-19'), 'another'],
  ['another message', () => {}, set('remittanceInformationUnstructured', 'Something else'), 'another'],
  [
    'another KID',
    references({ reference: '1234567890123452' }),
    references({ reference: '000123456782' }),
    'another',
  ],
];

describe('logical duplicates [D4-duplicate]', () => {
  const bank = bankOf();
  for (const [what, first, second, verdict] of pairs) {
    it(`${verdict === 'same' ? 'refuses' : 'accepts'} a second payment with ${what}`, async () => {
      const given = JSON.stringify(bank().payment());
      const [one, two] = [JSON.parse(given), JSON.parse(given)];
      first(one);
      second(two);
      expectCreated(await bank().send({ body: one }));
      const answer = await bank().send({ body: two });
      if (verdict === 'same') expectRefusal(answer, conflict);
      else expectCreated(answer);
    });
  }

  it('accepts a second payment from another debtor account', async () => {
    const body = bank().payment();
    expectCreated(await bank().send({ body }));
    expectCreated(
      await bank().send({
        body: { ...body, debtorAccount: { bban: bank().accounts.debtorOther, currency: 'NOK' } },
      }),
    );
  });

  it('refuses one for the Saturday beside one for the Monday it is moved to', async () => {
    const body = bank().payment();
    expectMoved(await bank().send({ body: { ...body, requestedExecutionDate: '2026-11-21' } }));
    expectRefusal(await bank().send({ body: { ...body, requestedExecutionDate: '2026-11-23' } }), conflict);
  });

  it('makes one of two equal payments that arrive at once', async () => {
    const body = bank().payment();
    const answers = await Promise.all([bank().send({ body }), bank().send({ body })]);
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expectCreated(made!);
    expectRefusal(refused!, conflict);
  });
});

describe('allowing logical duplicates [I-allow-logical-duplicate, D4-allow-logical-duplicate]', () => {
  const bank = bankOf();
  const answers: readonly (readonly [string | undefined, 'created' | 'refused'])[] = [
    ['allowLogicalDuplicate=true', 'created'],
    ['allowLogicalDuplicate=false', 'refused'],
    ['colour=blue', 'refused'],
    [undefined, 'refused'],
  ];
  for (const [query, verdict] of answers) {
    it(`has a duplicate ${verdict} with ${query ?? 'no query'}`, async () => {
      const body = bank().payment();
      expectCreated(await bank().send({ body }));
      const answer = await bank().send({ body, ...(query === undefined ? {} : { query }) });
      if (verdict === 'created') expectCreated(answer);
      else expectRefusal(answer, conflict);
    });
  }

  const queries = [
    'allowLogicalDuplicate=',
    'allowLogicalDuplicate=TRUE',
    'allowLogicalDuplicate=1',
    'allowLogicalDuplicate=yes',
    'allowLogicalDuplicate=%20true',
  ];
  itAnswers([
    ...queries.map(
      (query): Row => ({ what: `?${query}`, send: { query }, answer: malformed('allowLogicalDuplicate') }),
    ),
    {
      what: '?allowLogicalDuplicate=true without any duplicate',
      send: { query: 'allowLogicalDuplicate=true' },
      answer: 'created',
    },
    { what: 'an unknown query parameter', send: { query: 'colour=blue' }, answer: 'created' },
    {
      what: '?allowLogicalDuplicate=%74rue, which is true in another spelling',
      send: { query: 'allowLogicalDuplicate=%74rue' },
      answer: 'created',
    },
  ]);
});
