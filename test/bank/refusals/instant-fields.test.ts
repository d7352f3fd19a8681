import { describe } from 'vitest';
import { sweep } from '../../support/sweep.ts';
import { creditors } from './accounts.ts';
import { all, cardDebtor, references, set } from './changes.ts';
import { debtorMembers, debtorRules, paymentMembers, paymentRules } from './domestic-rules.ts';
import { allowedKid, noKid, requiredKid } from './kid-rows.ts';
import { instant, instantAlias, type Kind } from './kinds.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import { isFirstAtItsPath, isFirstOfItsAnswer } from './wired.ts';

const names: readonly (readonly [string, Kind])[] = [
  ['an instant payment', instant],
  ['an instant payment by its other name', instantAlias],
];

describe.each(names)('%s as it should be [D4-instant-body, I-domestic-request]', (_, kind) => {
  itAnswers(
    [
      { what: 'the valid payment that every row of these tables changes', answer: 'created' },
      {
        what: 'a payment with every optional field',
        change: all(
          set('creditorAgent', 'PRVENOKK'),
          set('creditorAddress.street', 'Storgata'),
          set('ultimateDebtor', 'Ola Prøve'),
          references(
            { reference: 'A1' },
            { reference: 'A2', referenceType: 'CINV', referenceIssuer: 'Kari' },
          ),
          set('purposeCode', 'SALA'),
          set('endToEndIdentification', 'E2E-1'),
        ),
        answer: 'created',
      },
    ],
    { kind },
  );
});

describe('the members of an instant payment [D4-instant-body, I-domestic-required, I-domestic-types, I-domestic-lengths, D2-characters]', () => {
  itAnswers([...paymentRules, ...sweep(paymentMembers, isFirstAtItsPath())], { kind: instant });
  itAnswers(
    creditors.map(
      (bban): Row => ({
        what: `the creditor ${bban}`,
        change: set('creditorAccount.bban', bban),
        answer: 'created',
      }),
    ),
    { kind: instant },
  );
});

describe('the members of an instant payment by its other name [D4-instant-body, D1-products]', () => {
  itAnswers([...paymentRules, ...sweep(paymentMembers, isFirstAtItsPath())], { kind: instantAlias });
});

describe('the debtor of an instant payment [D4-instant-body, D4-debtor, D4-debtor-currency, I-domestic-debtor]', () => {
  itAnswers([...debtorRules, ...sweep(debtorMembers, isFirstAtItsPath())], { kind: instant });
  itAnswers(
    [
      {
        what: 'a debtor named by IBAN alone',
        change: set('debtorAccount', { currency: 'NOK', iban: 'NO0699940512340' }),
        answer: malformed('debtorAccount'),
      },
      {
        what: 'a card reference without its scheme',
        change: cardDebtor({ identification: 'card-1' }),
        answer: malformed('debtorAccount.other.schemeNameProprietary'),
      },
    ],
    { kind: instant },
  );
});

describe('KID of an instant payment [I-errors-kid, D4-kid-required, D4-kid-allowed, D4-kid-none, D4-kid-candidates]', () => {
  const rows = [requiredKid, allowedKid, noKid].flatMap((some) => sweep(some, isFirstOfItsAnswer()));
  itAnswers(rows, { kind: instant });
});

/** Any value: the member itself is at fault. */
const dates = ['2026-11-18', '2026-11-19', '2026-11-17', '2026-02-30', 'today', '', 20261118, {}];

describe('the date of an instant payment [D4-instant-date]', () => {
  for (const kind of [instant, instantAlias]) {
    itAnswers(
      dates.map(
        (date): Row => ({
          what: `${JSON.stringify(date)} as execution date`,
          change: set('requestedExecutionDate', date),
          answer: malformed('requestedExecutionDate'),
        }),
      ),
      { kind },
    );
  }
});

/** After the last run, at night, on a Saturday, on a holiday. */
const clocks = [
  '2026-11-18T15:31:00+01:00',
  '2026-11-18T23:59:59+01:00',
  '2026-11-21T12:00:00+01:00',
  '2026-12-25T03:00:00+01:00',
];

describe('an instant payment at any hour of any day [D4-instant-date, D2-warnings]', () => {
  for (const clock of clocks) {
    describe(`at ${clock}`, () =>
      itAnswers([{ what: 'a payment, without any warning', answer: 'created' }], {
        kind: instant,
        now: Date.parse(clock),
      }));
  }
});
