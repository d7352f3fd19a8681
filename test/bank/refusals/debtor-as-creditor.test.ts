import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { KARI } from '../../support/life/payments.ts';
import { creditors, foreignIban, ibanOf } from './accounts.ts';
import { bulk, inItem } from './bulk.ts';
import { all, type Change, set, without } from './changes.ts';
import { expectRefusal, faults } from './expectations.ts';
import { crossBorder, domestic, feeInformation, instant, type Kind } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf, itAnswers, knownPsu, malformed, type Row } from './rows.ts';

const [own, ownOther] = createInitialData('psd2').accounts.filter(
  ({ customerNumber }) => customerNumber === KARI,
);
const bban = own?.bban ?? '';
const iban = ibanOf('NO', bban);
const [another] = creditors;

/** A debtor and a creditor of a cross-border payment, as they are named. */
function accounts(debtor: object, creditor: object, agent?: string): Change {
  return all(
    set('debtorAccount', { currency: 'NOK', ...debtor }),
    set('creditorAccount', { currency: 'NOK', ...creditor }),
    agent === undefined ? without('creditorAgent') : set('creditorAgent', agent),
  );
}

const itself = malformed('creditorAccount');
/** [how the debtor is named, how the creditor, its bank, the answer] */
const abroad: readonly (readonly [object, object, string | undefined, Row['answer']])[] = [
  [{ bban }, { iban }, undefined, itself],
  [{ iban }, { iban }, undefined, itself],
  [{ bban, iban }, { iban }, undefined, itself],
  [{ bban }, { bban }, 'PRVENOKK', itself],
  [{ iban }, { bban }, 'PRVENOKK', itself],
  [{ iban }, { bban, iban }, 'PRVENOKK', itself],
  // Free text of a bank abroad, and another account.
  [{ bban }, { bban }, 'PRVEDEFF', 'created'],
  [{ bban }, { bban, iban: foreignIban }, 'PRVEDEFF', 'created'],
  [{ bban }, { bban, iban: foreignIban }, 'PRVENOKK', 'created'],
  [{ bban }, { iban: ibanOf('NO', another) }, undefined, 'created'],
];

describe('the debtor account as creditor [D4-debtor-as-creditor]', () => {
  const row: Row = { what: 'the debtor account', change: set('creditorAccount.bban', bban), answer: itself };
  const other: Row = {
    what: 'another account of the same PSU',
    change: set('creditorAccount.bban', ownOther?.bban),
    answer: 'created',
  };
  for (const kind of [domestic, instant, periodic]) itAnswers([row, other], { kind });
  itAnswers([row, other].map(inItem(1)), { kind: bulk });
  itAnswers(
    abroad.map(
      ([debtor, creditor, agent, answer]): Row => ({
        what: `${JSON.stringify(creditor)}${agent === undefined ? '' : ` at ${agent}`} from ${JSON.stringify(debtor)}`,
        change: accounts(debtor, creditor, agent),
        answer,
      }),
    ),
    { kind: crossBorder },
  );

  const bank = bankOf();
  const send = (kind: Kind, change: Change, headers: Record<string, string> = {}) => {
    const body = kind.body(bank());
    change(body);
    return bank().send({ path: kind.path, headers, body });
  };

  it('is refused in each payment of a bulk that has it', async () => {
    const both = all(
      set('payments[0].creditorAccount.bban', bban),
      set('payments[2].creditorAccount.bban', bban),
    );
    expect(faults(await send(bulk, both))).toEqual([
      'FORMAT_ERROR payments[0].creditorAccount',
      'FORMAT_ERROR payments[2].creditorAccount',
    ]);
  });

  it('is refused beside what else is wrong', async () => {
    const wrong = all(set('creditorAccount.bban', bban), set('creditorName', ''));
    expect(faults(await send(domestic, wrong))).toEqual([
      'FORMAT_ERROR creditorName',
      'FORMAT_ERROR creditorAccount',
    ]);
  });

  it('costs nothing: there is no fee to ask for', async () => {
    expectRefusal(await send(feeInformation, set('creditorAccount.bban', bban), knownPsu), itself);
  });

  // Who asks with an account that is not there gets the same answer: nothing is told of it.
  it('is refused whether the bank has it or not', async () => {
    const nobodys = all(set('debtorAccount.bban', another), set('creditorAccount.bban', another));
    const answers = [await send(domestic, nobodys), await send(domestic, set('creditorAccount.bban', bban))];
    for (const headers of [knownPsu, {}]) answers.push(await send(domestic, nobodys, headers));
    for (const answer of answers) {
      expectRefusal(answer, itself);
      expect(answer.text).toBe(answers[0]?.text);
    }
  });
});
