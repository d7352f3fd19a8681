import { describe, expect, it } from 'vitest';
import { KARI } from '../../support/life/payments.ts';
import { aliasedIbans, creditors, foreignIban, ibanOf } from './accounts.ts';
import { all, type Change, set, without } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { crossBorder } from './kinds.ts';
import { bankOf, itAnswers, knownPsu, malformed, type Row } from './rows.ts';
import { bicRows, noBbanRows } from './tables.ts';

const of = { kind: crossBorder };
const [norwegian, otherNorwegian] = creditors;

/** A creditor by these members alone, and its bank. */
function creditor(account: object, agent?: string): Change {
  return all(
    set('creditorAccount', { currency: 'EUR', ...account }),
    agent === undefined ? without('creditorAgent') : set('creditorAgent', agent),
  );
}

const ibans: readonly (readonly [string, string])[] = [
  ['of Germany', foreignIban],
  ['of Norway', ibanOf('NO', norwegian)],
  ['with letters', ibanOf('GB', 'PRVE00000012345678')],
  ['with letters at its end', ibanOf('MT', 'PRVE011000012345MTLCAST001S')],
  ['of 33 characters, the longest of the registry', ibanOf('RU', '04452522540817810538091310419')],
];

/** Right check digits, and nothing else of an IBAN: these passed. */
const shapeless: readonly (readonly [string, string])[] = [
  ['of one character behind its check digits', 'SE681'],
  ['of no country', 'XX631'],
  ['of one digit', 'DE091'],
  ['of a country without IBANs', ibanOf('US', '123456789012345678')],
  ['of a country that is not in the registry', ibanOf('MA', '123456789012345678901234')],
  ['one character short', ibanOf('DE', '1'.repeat(17))],
  ['with a letter where its country has a digit', ibanOf('DE', `A${'1'.repeat(17)}`)],
  ['with a digit where its country has a letter', ibanOf('GB', '123400000012345678')],
  ['of Norway whose bban has a wrong last digit', 'NO6199901271949'],
  ['of Norway, of the bank code 0000', ibanOf('NO', '00005123453')],
];

/** Each of one IBAN, in which nothing else is changed. */
const noIbans: readonly (readonly [string, string])[] = [
  ['with one digit changed', foreignIban.replace(/9$/, '8')],
  ['with two digits exchanged', foreignIban.replace(/89$/, '98')],
  ['with its check digits exchanged', `DE${foreignIban[3]}${foreignIban[2]}${foreignIban.slice(4)}`],
  ['of another country', `SE${foreignIban.slice(2)}`],
  ['in lower case', foreignIban.toLowerCase()],
  ['in groups of four', foreignIban.replace(/(.{4})/g, '$1 ').trim()],
  ['with a blank before it', ` ${foreignIban}`],
  ['with a blank after it', `${foreignIban} `],
  ['of 35 characters', ibanOf('DE', '1'.repeat(31))],
  ...shapeless.map(([what, iban]) => [what, iban] as const),
  ['of Norway, one digit short', ibanOf('NO', '9994051234')],
  ['of Norway, one digit long', ibanOf('NO', '999405123400')],
  ['of its country and check digits alone', 'DE36'],
  ['without a country', foreignIban.slice(2)],
  ['that is a bban', norwegian],
  ...aliasedIbans('DE', 123456789n).map((iban) => [`that mod 97 alone takes, ${iban}`, iban] as const),
  ...aliasedIbans('NO', 99940512340n).map((iban) => [`that mod 97 alone takes, ${iban}`, iban] as const),
];

describe('the IBAN of a cross-border creditor [I-cross-border-iban, D4-iban, D4-iban-country, D4-iban-norway]', () => {
  it('is made by the test: check digits that leave 1, in the examples of ISO 13616 too', () => {
    expect(ibanOf('GB', 'WEST12345698765432')).toBe('GB82WEST12345698765432');
    expect(new Set(noIbans.map(([, iban]) => iban)).size).toBe(noIbans.length);
  });
  itAnswers(
    [
      ...ibans.map(
        ([what, iban]): Row => ({ what: `an IBAN ${what}`, change: creditor({ iban }), answer: 'created' }),
      ),
      ...noIbans.map(
        ([what, iban]): Row => ({
          what: `an IBAN ${what}`,
          change: creditor({ iban }),
          answer: malformed('creditorAccount.iban'),
        }),
      ),
    ],
    of,
  );
});

const foreignBbans = ['1', '0000 1234/ABC', 'ÅÄÖ-12', '12345678901', '9'.repeat(30)];

describe('the bban of a cross-border creditor [I-cross-border-bban, D4-foreign-bban, D4-cross-border-agent]', () => {
  itAnswers(
    [
      ...foreignBbans.map(
        (bban): Row => ({
          what: `'${bban}' at a bank abroad`,
          change: creditor({ bban }, 'PRVEDEFF'),
          answer: 'created',
        }),
      ),
      ...creditors.map(
        (bban): Row => ({
          what: `'${bban}' at a bank in Norway`,
          change: creditor({ bban }, 'PRVENOKK'),
          answer: 'created',
        }),
      ),
      {
        what: 'an account that requires a KID, since this product can name none',
        change: creditor({ bban: '99911200011' }, 'PRVENOKK'),
        answer: 'created',
      },
      {
        what: 'a bban without its bank',
        change: creditor({ bban: '1234' }),
        answer: malformed('creditorAgent'),
      },
      {
        what: 'a bban without its bank beside an IBAN',
        change: creditor({ bban: '1234', iban: foreignIban }),
        answer: malformed('creditorAgent'),
      },
      {
        what: 'a bban with no BIC of its bank',
        change: creditor({ bban: '1234' }, 'PRVE'),
        answer: malformed('creditorAgent'),
      },
      ...['PRVEDEFF', 'PRVENOKK'].map(
        (agent): Row => ({
          what: `a bban of 31 characters at ${agent}`,
          change: creditor({ bban: '9'.repeat(31) }, agent),
          answer: malformed('creditorAccount.bban'),
        }),
      ),
    ],
    of,
  );
  itAnswers(noBbanRows(creditor({}, 'PRVENOKKXXX')), of);
});

describe('both bban and IBAN of a cross-border creditor [I-cross-border-bban, D4-bban-and-iban]', () => {
  const both = (bban: string, iban: string, agent: string) => creditor({ bban, iban }, agent);
  itAnswers(
    [
      {
        what: 'those of one Norwegian account',
        change: both(norwegian, ibanOf('NO', norwegian), 'PRVENOKK'),
        answer: 'created',
      },
      {
        what: 'those of an account abroad, which only its bank can compare',
        change: both('0000 1234/ABC', foreignIban, 'PRVEDEFF'),
        answer: 'created',
      },
      {
        what: 'those of two Norwegian accounts',
        change: both(norwegian, ibanOf('NO', otherNorwegian), 'PRVENOKK'),
        answer: malformed('creditorAccount'),
      },
      {
        what: 'a bban abroad beside a Norwegian IBAN',
        change: both('1234', ibanOf('NO', norwegian), 'PRVEDEFF'),
        answer: malformed('creditorAccount'),
      },
      {
        what: 'a right bban beside a wrong IBAN of the same account',
        change: both(norwegian, ibanOf('NO', norwegian).replace(/^NO../, 'NO00'), 'PRVENOKK'),
        answer: malformed('creditorAccount.iban'),
      },
    ],
    of,
  );
});

describe('the creditor’s bank in a cross-border payment [D4-bic, D4-cross-border-agent]', () => {
  itAnswers(bicRows, of);
});

describe('the debtor account of a cross-border payment [D4-cross-border-debtor, D4-debtor, D4-debtor-currency, D4-debtor-later]', () => {
  const bank = bankOf();
  const send = (debtorAccount: object, headers: Record<string, string> = knownPsu) => {
    const body = { ...crossBorder.body(bank()), debtorAccount: { currency: 'NOK', ...debtorAccount } };
    return bank().send({ path: crossBorder.path, headers, body });
  };
  const unknown = (path: string) => ({ status: 400, code: 'RESOURCE_UNKNOWN', path });
  const nobody = '99900000000';

  it('is named by bban, by IBAN or by both', async () => {
    for (const bban of [bank().accounts.debtor, bank().accounts.debtorOther]) {
      expectCreated(await send({ bban }));
      expectCreated(await send({ iban: ibanOf('NO', bban) }));
      expectCreated(await send({ bban, iban: ibanOf('NO', bban) }));
    }
  });

  it('is named by something', async () => {
    expectRefusal(await send({}), malformed('debtorAccount'));
  });

  it('is one account when it is named twice', async () => {
    const { debtor: bban, debtorOther } = bank().accounts;
    expectRefusal(await send({ bban, iban: ibanOf('NO', debtorOther) }), malformed('debtorAccount'));
  });

  it.each(['NO00', 'NO', 'no06', ''])('has an IBAN that is one, not %j and the bban', async (before) => {
    const iban = before + bank().accounts.debtor;
    expectRefusal(await send({ iban }), malformed('debtorAccount.iban'));
  });

  it('has to be there, as the member says that names it', async () => {
    expectRefusal(await send({ bban: nobody }), unknown('debtorAccount.bban'));
    expectRefusal(await send({ iban: ibanOf('NO', nobody) }), unknown('debtorAccount.iban'));
    expectRefusal(await send({ bban: nobody, iban: ibanOf('NO', nobody) }), unknown('debtorAccount.bban'));
    expectRefusal(await send({ iban: foreignIban }), unknown('debtorAccount.iban'));
  });

  it('has to be the PSU’s; another’s gets the same answer', async () => {
    const { foreign } = bank().accounts;
    expectRefusal(await send({ bban: foreign }), unknown('debtorAccount.bban'));
    expectRefusal(await send({ iban: ibanOf('NO', foreign) }), unknown('debtorAccount.iban'));
  });

  it('may be anybody’s or nobody’s without PSU-ID: the page checks it', async () => {
    const { foreign } = bank().accounts;
    const single = { 'PSU-Context': 'PRIVATE' };
    for (const bban of [foreign, nobody]) {
      expectCreated(await send({ bban }, single));
      expectCreated(await send({ iban: ibanOf('NO', bban) }, { 'X-PSU-IDENTITY': KARI }));
    }
  });

  it('has its own currency', async () => {
    const { debtor: bban } = bank().accounts;
    const inEuro = malformed('debtorAccount.currency');
    expectRefusal(await send({ bban, currency: 'EUR' }), inEuro);
    expectRefusal(await send({ iban: ibanOf('NO', bban), currency: 'EUR' }), inEuro);
  });
});
