import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { openInCurrency } from '../../support/currency-account.ts';
import { KARI } from '../../support/life/payments.ts';
import { expectCreated, expectRefusal, faults, messages } from './expectations.ts';
import { converted, NAMED, type Named, thresholdOf, written } from './fees.ts';
import {
  amounts,
  bicRows,
  countries,
  listCharacters,
  listLengths,
  listRequired,
  listTypes,
  listValues,
  type Member,
  noBban,
  noCountry,
  noCurrency,
} from './members.ts';
import {
  bankOf,
  buildAliasedIbans,
  buildIban,
  type Change,
  combine,
  creditors,
  crossBorder,
  type Expected,
  foreignIban,
  knownPsu,
  malformed,
  nothing,
  type Row,
  remove,
  set,
  setCard,
  testRows,
} from './rows.ts';

const address = set('creditorAddress', { country: 'DE' });
/** A creditor with a bban of its own country beside its IBAN. */
const bban = combine(set('creditorAgent', 'PRVEDEFF'), set('creditorAccount.bban', '0000 1234/ABC'));

const MEMBERS: readonly Member[] = [
  { path: 'instructedAmount', is: 'object', isRequired: true },
  { path: 'instructedAmount.amount', is: 'string', isRequired: true },
  { path: 'instructedAmount.currency', is: 'string', isRequired: true },
  { path: 'creditorName', is: 'text', isRequired: true, length: [70, 'refused'] },
  { path: 'creditorAgent', is: 'string' },
  { path: 'creditorAccount', is: 'object', isRequired: true },
  { path: 'creditorAccount.bban', is: 'text', given: bban, length: [30, 'refused'] },
  { path: 'creditorAccount.iban', is: 'string' },
  { path: 'creditorAccount.currency', is: 'string', isRequired: true },
  { path: 'creditorAddress', is: 'object' },
  { path: 'creditorAddress.street', is: 'text', given: address, length: [70, 'taken'] },
  { path: 'creditorAddress.buildingNumber', is: 'text', given: address },
  { path: 'creditorAddress.postalCode', is: 'text', given: address },
  { path: 'creditorAddress.city', is: 'text', given: address },
  { path: 'creditorAddress.country', is: 'string', given: address, isRequired: true },
  { path: 'debtorAccount', is: 'object', isRequired: true },
  { path: 'debtorAccount.bban', is: 'string' },
  { path: 'debtorAccount.iban', is: 'string' },
  { path: 'debtorAccount.currency', is: 'string', isRequired: true },
  { path: 'remittanceInformationUnstructured', is: 'text', length: [140, 'refused'] },
  { path: 'purposeCode', is: 'string' },
  { path: 'requestedExecutionDate', is: 'string' },
  { path: 'regulatoryReportingCode', is: 'string', isRequired: true },
  { path: 'regulatoryReportingInformation', is: 'text', isRequired: true, length: [140, 'refused'] },
  { path: 'endToEndIdentification', is: 'text', length: [35, 'open'] },
  { path: 'serviceLevel', is: 'string' },
];

const everyOptionalMember = combine(
  bban,
  set('creditorAddress', {
    street: 'Unter den Linden',
    buildingNumber: '1 B',
    postalCode: '10117',
    city: 'Berlin',
    country: 'DE',
  }),
  set('purposeCode', 'SUPP'),
  set('requestedExecutionDate', '2026-11-19'),
  set('endToEndIdentification', 'E2E-1'),
  set('serviceLevel', 'SDVA'),
);

describe('a cross-border payment as it should be [I-cross-border-request, D4-service-level, D2-unknown-fields]', () => {
  testRows(
    [
      ['the valid payment that every row of these tables changes', nothing, 'created'],
      ['a payment with every optional member', everyOptionalMember, 'created'],
      ['a payment without remittance information', remove('remittanceInformationUnstructured'), 'created'],
      ['an unknown member', set('colour', [{ deep: [1, null, { a: true }] }]), 'created'],
    ],
    crossBorder,
  );
});

describe('required members of a cross-border payment [I-cross-border-required, D2-path, D2-null]', () => {
  const optional = ['creditorAccount.bban', 'creditorAddress', 'debtorAccount.iban', 'purposeCode'];
  testRows(
    [
      ...listRequired(MEMBERS),
      ...optional.map((path): Row => [`null as ${path}`, set(path, null), 'created']),
      ['a card as the only debtor', setCard('card-1'), malformed('debtorAccount')],
      ['a creditor named by nothing', remove('creditorAccount.iban'), malformed('creditorAccount')],
    ],
    crossBorder,
  );
});

describe('types of the members of a cross-border payment [I-cross-border-types]', () => {
  testRows(listTypes(MEMBERS), crossBorder);
});

describe('texts of a cross-border payment [I-cross-border-lengths, I-limits-lengths, D4-end-to-end, I-characters, D2-characters, D2-blank]', () => {
  testRows(
    [
      ...listLengths(MEMBERS),
      ...listCharacters(MEMBERS),
      ...listValues('debtorAccount.bban', [], ['1'.repeat(31), '', '\u00a0']),
      ...listValues('creditorAccount.bban', [], [' \u00a0 \u00ad'], bban),
      ...listValues('creditorName', [], [' ']),
      ...listValues('regulatoryReportingInformation', [], ['   ']),
      [
        'a purpose of blanks for the authorities, of a payment that needs none',
        combine(set('instructedAmount.amount', '99999.99'), set('regulatoryReportingInformation', '  ')),
        'small',
      ],
    ],
    crossBorder,
  );
});

describe('codes of a cross-border payment [I-currency, I-country, I-purpose-code, I-regulatory-code, D4-any-currency, D4-service-level, D4-bic]', () => {
  const codes = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82'.split(' ');
  const noCode = ['15', '1', '014', '14 ', ' 14', '14.0', '1４', '140', '00', '99', ''];
  const noLevel = ['', 'URGP1', 'urgp', 'URG ', 'UR-P', 'ÅÅÅÅ', 'URGP\n', 'К'];
  /** Enough in every currency: the smallest is worth 0.000003 NOK. */
  const enough = set('instructedAmount.amount', '99999999999.00');
  testRows(
    [
      ...listValues('regulatoryReportingCode', codes, noCode),
      ...listValues('serviceLevel', ['URGP', 'SDVA', 'NURG', 'SEPA'], noLevel),
      ...listValues('instructedAmount.currency', ['NOK', 'AED', 'VEF'], noCurrency, enough),
      ...listValues('creditorAccount.currency', ['AED', 'JPY', 'TVD'], noCurrency),
      ...listValues('debtorAccount.currency', ['NOK'], ['XXX', '']),
      ...listValues('creditorAddress.country', countries.slice(0, 2), noCountry.slice(0, 2), address),
      ...listValues('purposeCode', ['SUPP'], ['GDDS', '']),
      ...bicRows,
    ],
    crossBorder,
  );
});

/** Names the creditor by these members alone, and its bank. */
function setCreditor(account: object, bank?: string): Change {
  return combine(
    set('creditorAccount', { currency: 'EUR', ...account }),
    bank === undefined ? remove('creditorAgent') : set('creditorAgent', bank),
  );
}

const [norwegian, otherNorwegian] = creditors;

const ibans: readonly (readonly [string, string])[] = [
  ['of Germany', foreignIban],
  ['of Norway', buildIban('NO', norwegian)],
  ['with letters', buildIban('GB', 'PRVE00000012345678')],
  ['with letters at its end', buildIban('MT', 'PRVE011000012345MTLCAST001S')],
  ['of 33 characters, the longest of the registry', buildIban('RU', '04452522540817810538091310419')],
];

const noIbans: readonly (readonly [string, string])[] = [
  ['with one digit changed', foreignIban.replace(/9$/, '8')],
  ['with two digits exchanged', foreignIban.replace(/89$/, '98')],
  ['with its check digits exchanged', `DE${foreignIban[3]}${foreignIban[2]}${foreignIban.slice(4)}`],
  ['of another country', `SE${foreignIban.slice(2)}`],
  ['in lower case', foreignIban.toLowerCase()],
  ['in groups of four', foreignIban.replace(/(.{4})/g, '$1 ').trim()],
  ['with a blank before it', ` ${foreignIban}`],
  ['of 35 characters', buildIban('DE', '1'.repeat(31))],
  // Right check digits, and nothing else of an IBAN.
  ['of one character behind its check digits', 'SE681'],
  ['of no country', 'XX631'],
  ['of a country without IBANs', buildIban('US', '123456789012345678')],
  ['of a country that is not in the registry', buildIban('MA', '123456789012345678901234')],
  ['one character short', buildIban('DE', '1'.repeat(17))],
  ['with a letter where its country has a digit', buildIban('DE', `A${'1'.repeat(17)}`)],
  ['with a digit where its country has a letter', buildIban('GB', '123400000012345678')],
  ['of Norway whose bban has a wrong last digit', 'NO6199901271949'],
  ['of Norway, of the bank code 0000', buildIban('NO', '00005123453')],
  ['of Norway, one digit long', buildIban('NO', '999405123400')],
  ['without a country', foreignIban.slice(2)],
  ['that is empty', ''],
  ...[...buildAliasedIbans('DE', 123456789n), ...buildAliasedIbans('NO', 99940512340n)].map(
    (iban) => [`that mod 97 alone takes, ${iban}`, iban] as const,
  ),
];

describe('the IBAN of a cross-border creditor [I-cross-border-iban, D4-iban, D4-iban-country, D4-iban-norway]', () => {
  it('is built by the test as in the example of ISO 13616', () => {
    expect(buildIban('GB', 'WEST12345698765432')).toBe('GB82WEST12345698765432');
  });
  testRows(
    [
      ...ibans.map(([what, iban]): Row => [`an IBAN ${what}`, setCreditor({ iban }), 'created']),
      ...noIbans.map(
        ([what, iban]): Row => [`an IBAN ${what}`, setCreditor({ iban }), malformed('creditorAccount.iban')],
      ),
    ],
    crossBorder,
  );
});

describe('the bban of a cross-border creditor [I-cross-border-bban, D4-foreign-bban, D4-cross-border-agent, D4-bban-and-iban]', () => {
  const noAgent = malformed('creditorAgent');
  const twoAccounts = malformed('creditorAccount');
  testRows(
    [
      ...listValues('creditorAccount.bban', ['1', 'ÅÄÖ-12', '12345678901'], ['9'.repeat(31)], bban),
      ...listValues('creditorAccount.bban', creditors, noBban, setCreditor({}, 'PRVENOKKXXX')),
      [
        'an account that requires a KID, since this product can name none',
        setCreditor({ bban: '99911200011' }, 'PRVENOKK'),
        'created',
      ],
      ['a bban without its bank', setCreditor({ bban: '1234' }), noAgent],
      ['a bban without its bank beside an IBAN', setCreditor({ bban: '1234', iban: foreignIban }), noAgent],
      [
        'bban and IBAN of one Norwegian account',
        setCreditor({ bban: norwegian, iban: buildIban('NO', norwegian) }, 'PRVENOKK'),
        'created',
      ],
      [
        'bban and IBAN of two Norwegian accounts',
        setCreditor({ bban: norwegian, iban: buildIban('NO', otherNorwegian) }, 'PRVENOKK'),
        twoAccounts,
      ],
      [
        'a bban abroad beside a Norwegian IBAN',
        setCreditor({ bban: '1234', iban: buildIban('NO', norwegian) }, 'PRVEDEFF'),
        twoAccounts,
      ],
    ],
    crossBorder,
  );
});

const own =
  createInitialData('psd2').accounts.find(({ customerNumber }) => customerNumber === KARI)?.bban ?? '';
const ofOwn = { bban: own, iban: buildIban('NO', own) };

/** [how the debtor is named, how the creditor, its bank] */
const itself: readonly (readonly [object, object, string?])[] = [
  [{ bban: own }, { iban: ofOwn.iban }],
  [{ iban: ofOwn.iban }, { iban: ofOwn.iban }],
  [ofOwn, { iban: ofOwn.iban }],
  [{ bban: own }, { bban: own }, 'PRVENOKK'],
  [{ iban: ofOwn.iban }, ofOwn, 'PRVENOKK'],
];
/** Free text of a bank abroad, and other accounts. */
const others: readonly (readonly [object, object, string?])[] = [
  [{ bban: own }, { bban: own }, 'PRVEDEFF'],
  [{ bban: own }, { bban: own, iban: foreignIban }, 'PRVENOKK'],
  [{ bban: own }, { iban: buildIban('NO', norwegian) }],
];

describe('the debtor account as creditor across the border [D4-debtor-as-creditor]', () => {
  const write = ([debtor, creditor, bank]: (typeof itself)[number], expected: Expected): Row => [
    `${JSON.stringify(creditor)} at ${bank} from ${JSON.stringify(debtor)}`,
    combine(set('debtorAccount', { currency: 'NOK', ...debtor }), setCreditor(creditor, bank)),
    expected,
  ];
  testRows(
    [
      ...itself.map((row) => write(row, malformed('creditorAccount'))),
      ...others.map((row) => write(row, 'created')),
    ],
    crossBorder,
  );
});

describe('the debtor account of a cross-border payment [D4-cross-border-debtor, D4-debtor, D4-debtor-currency, D4-debtor-later]', () => {
  const bank = bankOf();
  const send = (debtorAccount: object, headers: Record<string, string> = knownPsu) => {
    const body = { ...crossBorder.body(bank()), debtorAccount: { currency: 'NOK', ...debtorAccount } };
    return bank().send({ path: crossBorder.path, headers, body });
  };
  const unknown = (path: string) => ({ status: 400, code: 'RESOURCE_UNKNOWN', path });
  const nobody = '99900000000';

  it('is named by bban, by IBAN or by both, and has its own currency', async () => {
    const { debtor, debtorOther } = bank().accounts;
    const inEuro = malformed('debtorAccount.currency');
    for (const one of [debtor, debtorOther]) {
      for (const named of [{ bban: one }, { iban: buildIban('NO', one) }]) {
        expectCreated(await send(named));
        expectRefusal(await send({ ...named, currency: 'EUR' }), inEuro);
      }
      expectCreated(await send({ bban: one, iban: buildIban('NO', one) }));
    }
    const two = { bban: debtor, iban: buildIban('NO', debtorOther) };
    for (const named of [{}, two]) expectRefusal(await send(named), malformed('debtorAccount'));
  });

  it.each(['NO00', 'NO', 'no06', ''])('has an IBAN that is one, not %j and the bban', async (before) => {
    const iban = before + bank().accounts.debtor;
    expectRefusal(await send({ iban }), malformed('debtorAccount.iban'));
  });

  it('has to be the PSU’s; another’s and nobody’s get the same answer, at the member that names it', async () => {
    for (const one of [nobody, bank().accounts.foreign]) {
      const iban = buildIban('NO', one);
      expectRefusal(await send({ bban: one }), unknown('debtorAccount.bban'));
      expectRefusal(await send({ iban }), unknown('debtorAccount.iban'));
      expectRefusal(await send({ bban: one, iban }), unknown('debtorAccount.bban'));
    }
    expectRefusal(await send({ iban: foreignIban }), unknown('debtorAccount.iban'));
  });

  it('may be anybody’s or nobody’s without PSU-ID: the page checks it', async () => {
    for (const one of [bank().accounts.foreign, nobody]) {
      expectCreated(await send({ bban: one }, { 'PSU-Context': 'PRIVATE' }));
      expectCreated(await send({ iban: buildIban('NO', one) }, { 'X-PSU-IDENTITY': KARI }));
    }
  });
});

describe('the amount of a cross-border payment [I-amount, D4-amount]', () => {
  testRows(
    amounts
      .filter(([, , isTaken]) => isTaken)
      .map(
        ([amount, currency]): Row => [
          `${amount} ${currency}`,
          set('instructedAmount', { amount, currency }),
          // Those of up to ten digits are far below NOK 100 000, the others far above.
          String(amount).length > 10 ? 'created' : 'small',
        ],
      ),
    crossBorder,
  );
});

const code = remove('regulatoryReportingCode');
const information = remove('regulatoryReportingInformation');

/** Lists one amount of a currency, on either side of the threshold. */
function listThreshold(currency: Named): Row[] {
  const least = thresholdOf(currency);
  const [enough, tooLittle] = [least, least - 1n].map((minor) =>
    set('instructedAmount', { amount: written(minor, currency), currency }),
  ) as [Change, Change];
  return [
    [`less than NOK 100 000 in ${currency}`, tooLittle, 'small'],
    [`less in ${currency}, without both`, combine(tooLittle, code, information), 'small'],
    [`NOK 100 000 in ${currency}`, enough, 'created'],
    [
      `NOK 100 000 in ${currency}, without the code`,
      combine(enough, code),
      malformed('regulatoryReportingCode'),
    ],
    [
      `NOK 100 000 in ${currency}, without the information`,
      combine(enough, information),
      malformed('regulatoryReportingInformation'),
    ],
  ];
}

describe('NOK 100 000 in the currencies of the rates [I-cross-border-threshold, D4-cross-border-threshold]', () => {
  it('is reached by the least amount of which no less is enough', () => {
    for (const currency of NAMED) {
      const least = thresholdOf(currency);
      expect(converted(least, currency, 'NOK')).toBeGreaterThanOrEqual(10_000_000n);
      expect(converted(least - 1n, currency, 'NOK')).toBeLessThan(10_000_000n);
    }
    expect(NAMED.map((currency) => written(thresholdOf(currency), currency)).join(' ')).toBe(
      '100000.00 8695.66 100000.00 64935.07 9523.81 7407.41 7407.41 7407.41 7407.41 1428572',
    );
  });
  testRows(NAMED.flatMap(listThreshold), crossBorder);
});

describe('the regulatory members on either side of it [D4-cross-border-threshold, I-regulatory-code]', () => {
  const bank = bankOf();
  const send = async (...changes: Change[]) => {
    const body = crossBorder.body(bank());
    combine(...changes)(body);
    return bank().send({ path: crossBorder.path, query: 'allowLogicalDuplicate=true', body });
  };
  const instructed = (amount: unknown, currency: string) => set('instructedAmount', { amount, currency });
  const below = instructed('99999.99', 'NOK');

  it('are both told when both are missing', async () => {
    expect(faults(await send(code, information))).toEqual([
      'FORMAT_ERROR regulatoryReportingCode',
      'FORMAT_ERROR regulatoryReportingInformation',
    ]);
  });

  it('are looked at below as above when they are given', async () => {
    for (const [path, value] of [
      ['regulatoryReportingCode', '15'],
      ['regulatoryReportingInformation', 'x'.repeat(141)],
    ] as const) {
      expectRefusal(await send(below, set(path, value)), malformed(path));
    }
  });

  it('are not asked for when the amount can not be read', async () => {
    for (const [amount, currency, path] of [
      ['100000', 'NOK', 'instructedAmount.amount'],
      ['100000.00', 'XXX', 'instructedAmount.currency'],
    ] as const) {
      expectRefusal(await send(code, information, instructed(amount, currency)), malformed(path));
    }
  });

  it('are asked for by the instructed amount, whatever the currency of either account', async () => {
    const { debtorOther } = bank().accounts;
    await openInCurrency(bank(), debtorOther, 'JPY', 1n);
    const currencies = combine(
      set('debtorAccount', { bban: debtorOther, currency: 'JPY' }),
      set('creditorAccount.currency', 'USD'),
    );
    for (const [currency, tooLittle, enough] of [
      ['NOK', '99999.99', '100000.00'],
      ['EUR', '8695.65', '8695.66'],
      ['JPY', '1428571', '1428572'],
    ] as const) {
      const small = await send(currencies, instructed(tooLittle, currency), code, information);
      expect(messages(small), small.text).toMatchObject([{ category: 'WARNING', code: 'PRODUCT_INVALID' }]);
      expectRefusal(
        await send(currencies, instructed(enough, currency), code),
        malformed('regulatoryReportingCode'),
      );
    }
  });

  it('are warned of beside a date that was moved', async () => {
    const answer = await send(below, set('requestedExecutionDate', '2026-11-21'));
    expect(answer.status).toBe(201);
    expect(messages(answer).map(({ category }) => category)).toEqual(['WARNING', 'WARNING']);
    expect(faults(answer).toSorted()).toEqual([
      'EXECUTION_DATE_INVALID requestedExecutionDate',
      'PRODUCT_INVALID instructedAmount.amount',
    ]);
    for (const { text = '' } of messages(answer)) expect(text).toMatch(/^.{1,512}$/u);
  });
});
