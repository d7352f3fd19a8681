import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import {
  bulkPayment,
  crossBorderPayment,
  feeRequest,
  instantPayment,
  periodicPayment,
} from '../../../src/wire/product-bodies.ts';
import { DOMESTIC_MEMBERS } from '../../../src/wire/request-bodies.ts';
import type { Answer } from '../../support/bank.ts';
import { KARI, OLA } from '../../support/life/payments.ts';
import { sweep } from '../../support/sweep.ts';
import { decimalsOf, LISTED, written } from '../../values/listed-currencies.ts';
import { expectCreated, expectRefusal, expectUnused, faults, messages } from './expectations.ts';
import {
  agent,
  allowedKid,
  amounts,
  array,
  card,
  listTelling,
  noKid,
  object,
  requiredKid,
} from './members.ts';
import {
  bankOf,
  buildBulk,
  bulk,
  type Change,
  combine,
  creditors,
  crossBorder,
  domestic,
  type Expected,
  feeInformation,
  instant,
  instantAlias,
  knownPsu,
  malformed,
  moveToItem,
  nothing,
  type Product,
  periodic,
  type Row,
  remove,
  set,
  setCard,
  setReferences,
  testRows,
} from './rows.ts';

/**
 * Rules that several products share. That their members are held to one schema is shown by shared-members.test.ts, and
 * what that schema takes by domestic.test.ts: here is one row of each rule, for each product.
 */

/** Products with a domestic body; of a bulk, the second payment has it. `npm test` tries the domestic payment. */
const WITH_DOMESTIC_BODY: readonly Product[] = sweep(
  [domestic, instant, instantAlias, periodic, bulk],
  (product) => product === domestic,
);

function place(rows: readonly Row[], product: Product): readonly Row[] {
  return product === bulk ? rows.map(moveToItem(1)) : rows;
}

const abroad = set('creditorAccount', { bban: '99940512340', currency: 'EUR' });
const noBank = malformed('creditorAgent');

const BETWEEN_MEMBERS: readonly Row[] = [
  ['a right payment', nothing, 'created'],
  ['a payment without its creditor’s name', remove('creditorName'), malformed('creditorName')],
  ['a currency account with its bank', combine(agent, abroad), 'created'],
  ['a currency account without its bank', abroad, noBank],
  ['a single structured reference', object, 'created'],
  ['structured references', array, 'created'],
  [
    'message and structured references together',
    set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
    malformed('remittanceInformationUnstructured'),
  ],
  [
    'text among the structured references',
    setReferences('A1'),
    malformed('remittanceInformationStructuredArray[0]'),
  ],
  ['an unknown member', set('colour', 'blue'), 'created'],
];

describe.each(
  WITH_DOMESTIC_BODY,
)('the domestic body of $name [I-domestic-remittance, D2-path-exclusive, D4-creditor-agent, D4-instant-body, D4-periodic-body, D4-bulk-items, D2-path]', (product) => {
  testRows(place(BETWEEN_MEMBERS, product), product);
});

describe.each(
  WITH_DOMESTIC_BODY,
)('KID of $name [I-errors-kid, D4-kid-required, D4-kid-allowed, D4-kid-none, D4-kid-candidates]', (product) => {
  testRows(place([requiredKid, allowedKid, noKid].flatMap(listTelling), product), product);
});

const { accounts, cardAccounts } = createInitialData('psd2');
const isKaris = ({ customerNumber }: { customerNumber: string }) => customerNumber === KARI;
const [own, ownOther] = accounts.filter(isKaris).map(({ bban }) => bban);
const foreign = accounts.find(({ customerNumber }) => customerNumber === OLA)?.bban;
const ownCard = setCard(cardAccounts.find(isKaris)?.relatedAccount);
const foreignCard = setCard(
  cardAccounts.find(({ customerNumber }) => customerNumber === OLA)?.relatedAccount,
);

/** Pays to another bank: a debtor can't pay itself. */
const elsewhere: Change = (body) => {
  const { payments = [body] } = body as { payments?: object[] };
  for (const payment of payments) set('creditorAccount.bban', '99940512340')(payment);
};

const unknownCard = malformed('debtorAccount.other.identification');
const asKnown = { headers: knownPsu };

function refuse(code: string, path: string): Expected {
  return { status: 400, code, path };
}

const DEBTOR: readonly Row[] = [
  ['a debtor with neither bban nor card', remove('debtorAccount.bban'), malformed('debtorAccount')],
  ['a debtor with both', combine(card, set('debtorAccount.bban', own)), malformed('debtorAccount')],
  ['an empty card reference', setCard(''), unknownCard],
  ...['creditcardaccount', 'BBAN', undefined].map(
    (scheme): Row => [
      `a card of the scheme ${scheme}`,
      combine(card, set('debtorAccount.other.schemeNameProprietary', scheme ?? null)),
      malformed('debtorAccount.other.schemeNameProprietary'),
    ],
  ),
  [
    'an account that nobody has',
    set('debtorAccount.bban', '99900000000'),
    refuse('RESOURCE_UNKNOWN', 'debtorAccount.bban'),
    asKnown,
  ],
  ['a card that nobody has', card, refuse('RESOURCE_UNKNOWN', 'debtorAccount.other.identification'), asKnown],
  [
    'the account of another PSU',
    combine(elsewhere, set('debtorAccount.bban', foreign)),
    refuse('RESOURCE_UNKNOWN', 'debtorAccount.bban'),
    asKnown,
  ],
  [
    'another PSU’s card',
    foreignCard,
    refuse('RESOURCE_UNKNOWN', 'debtorAccount.other.identification'),
    asKnown,
  ],
  ['the account of the PSU', set('debtorAccount.bban', ownOther), 'created', asKnown],
  ['the card of the PSU', ownCard, 'created', asKnown],
  [
    'the account of a PSU that is not known yet',
    combine(elsewhere, set('debtorAccount.bban', foreign)),
    'created',
  ],
  ['the card of a PSU that is not known yet', foreignCard, 'created'],
  [
    'a currency that is not the account’s',
    set('debtorAccount.currency', 'EUR'),
    malformed('debtorAccount.currency'),
    asKnown,
  ],
];

describe.each(
  sweep([...WITH_DOMESTIC_BODY, feeInformation], (product) => product === domestic),
)('the debtor of $name [I-domestic-debtor, I-domestic-card, D4-debtor, D4-debtor-currency, D4-card-debtor, D4-bulk-members, D4-fee-information]', (product) => {
  testRows(DEBTOR, product);
});

describe.each(
  WITH_DOMESTIC_BODY,
)('the debtor account as creditor of $name [D4-debtor-as-creditor]', (product) => {
  const rows: readonly Row[] = [
    ['the debtor account', set('creditorAccount.bban', own), malformed('creditorAccount')],
    ['another account of the same PSU', set('creditorAccount.bban', ownOther), 'created'],
  ];
  testRows(place(rows, product), product);
});

describe('the debtor account as creditor, beside other faults [D4-debtor-as-creditor, D4-disclosure]', () => {
  const bank = bankOf();
  const send = (product: Product, change: Change, headers: Record<string, string> = {}) => {
    const body = product.body(bank());
    change(body);
    return bank().send({ path: product.path, headers, body });
  };
  const itself = set('creditorAccount.bban', own);

  it('is refused in each payment of a bulk that has it', async () => {
    const both = combine(
      set('payments[0].creditorAccount.bban', own),
      set('payments[2].creditorAccount.bban', own),
    );
    expect(faults(await send(bulk, both))).toEqual([
      'FORMAT_ERROR payments[0].creditorAccount',
      'FORMAT_ERROR payments[2].creditorAccount',
    ]);
  });

  it('is refused beside what else is wrong, and of fee information', async () => {
    expect(faults(await send(domestic, combine(itself, set('creditorName', ''))))).toEqual([
      'FORMAT_ERROR creditorName',
      'FORMAT_ERROR creditorAccount',
    ]);
    expectRefusal(await send(feeInformation, itself, knownPsu), malformed('creditorAccount'));
  });

  // The answer for an account that is not there is the same: nothing is told of it.
  it('is refused whether the bank has it or not', async () => {
    const nobodys = combine(
      set('debtorAccount.bban', creditors[0]),
      set('creditorAccount.bban', creditors[0]),
    );
    const answers = [await send(domestic, itself)];
    for (const headers of [knownPsu, {}]) answers.push(await send(domestic, nobodys, headers));
    for (const answer of answers) {
      expectRefusal(answer, malformed('creditorAccount'));
      expect(answer.text).toBe(answers[0]?.text);
    }
  });
});

const DATES: readonly Row[] = [
  ...['2026-11-18', '2027-11-18'].map((date) => [date, 'created'] as const),
  ...['2026-11-21', '2026-12-25'].map((date) => [date, 'moved'] as const),
  ...['2026-11-17', '2027-11-19'].map(
    (date) => [date, refuse('EXECUTION_DATE_INVALID', 'requestedExecutionDate')] as const,
  ),
  ...['2026-02-30', '', 20261118].map((date) => [date, malformed('requestedExecutionDate')] as const),
].map(
  ([date, expected]): Row => [
    `${JSON.stringify(date)} as requestedExecutionDate`,
    set('requestedExecutionDate', date),
    expected,
  ],
);

/** At 15:31 the last run of the day is over. */
const AFTER_LAST_RUN: readonly Row[] = [
  ['no date, for the next bank day and without a warning', nothing, 'created'],
  ['today', set('requestedExecutionDate', '2026-11-18'), 'moved'],
];

describe.each(
  sweep([domestic, crossBorder, bulk], (product) => product === domestic),
)('the execution date of $name [D4-date-range, D4-date-moved, D4-date-absent, D4-last-run, D4-bulk-date]', (product) => {
  testRows(DATES, product);
  testRows(AFTER_LAST_RUN, product, Date.parse('2026-11-18T15:31:00+01:00'));
});

const WITH_AMOUNT: readonly (readonly [Product, string])[] = [
  [domestic, 'instructedAmount'],
  [crossBorder, 'instructedAmount'],
  [periodic, 'instructedAmount'],
  [bulk, 'payments[1].instructedAmount'],
  [instant, 'instructedAmount'],
  [feeInformation, 'amount'],
];

/** One for each number of decimals, and the limit. */
const TELLING = ['100.50 NOK', '100.5 NOK', '0.00 NOK', '10000000000000000.00 NOK', '100 JPY', '1.50 BHD'];

describe('amounts in every product [D4-amount, D4-amount-products, I-amount]', () => {
  const bank = bankOf();
  const telling = amounts.filter(([amount, currency]) => TELLING.includes(`${amount} ${currency}`));
  const rows = WITH_AMOUNT.flatMap(([product, at]) =>
    telling.map((amount) => [product, at, ...amount] as const),
  );

  it.each(
    sweep(rows, ([product]) => product === domestic),
  )('are held to one rule: $0.name, %s %s %s', async (product, at, amount, currency, isTaken) => {
    const body = product.body(bank());
    set(at, { amount, currency })(body);
    const answer = await bank().send({ path: product.path, query: 'allowLogicalDuplicate=true', body });
    if (isTaken) expect(answer.status, answer.text).toBeLessThan(300);
    else expectRefusal(answer, malformed(`${at}.amount`));
  });
});

/** [what, digits, how many decimals more than the currency has] */
const writings: readonly (readonly [string, string, number, 'taken' | 'refused'])[] = [
  ['the smallest amount', '1', 0, 'taken'],
  ['18 digits', `1${'0'.repeat(16)}1`, 0, 'taken'],
  ['19 digits', `1${'0'.repeat(18)}`, 0, 'refused'],
  ['nothing', '0', 0, 'refused'],
  ['one decimal more', '1000', 1, 'refused'],
  ['one decimal less', '1000', -1, 'refused'],
];

describe('each of the 162 currencies at its minor units, in bulks [D4-amount, D4-minor-units, D4-amount-products]', () => {
  const bank = bankOf();
  const half = Math.ceil(LISTED.length / 2);

  it.each(
    sweep(writings, (_, at) => at === 1),
  )('has %s, %s and %i decimals, %s', async (_, digits, more, verdict) => {
    for (const some of [LISTED.slice(0, half), LISTED.slice(half)]) {
      // A currency without decimals can't have one less.
      const given = some
        .filter((currency) => decimalsOf(currency) + more >= 0)
        .map((currency) => ({ amount: written(digits, decimalsOf(currency) + more), currency }));
      const body = buildBulk(bank(), given.length);
      given.forEach((amount, at) => {
        set(`payments[${at}].instructedAmount`, amount)(body);
      });
      const made = await bank().send({ path: bulk.path, body });
      if (verdict === 'refused') {
        expect(faults(made)).toEqual(
          given.map((_, at) => `FORMAT_ERROR payments[${at}].instructedAmount.amount`),
        );
        continue;
      }
      expect(made.status, made.text).toBe(201);
      const read = await bank().send({ method: 'GET', path: `${bulk.path}/${made.json.paymentId}` });
      expect(
        read.json.payments.map(({ instructedAmount }: { instructedAmount: object }) => instructedAmount),
      ).toEqual(given);
    }
  });
});

describe('18 digits on their way through the bank [D4-amount-products, D4-fees]', () => {
  const bank = bankOf();
  const create = async (product: Product, amount: string, currency: string): Promise<Answer> => {
    const body = product.body(bank());
    set('instructedAmount', { amount, currency })(body);
    const made = await bank().send({ path: product.path, body });
    expect(made.status, made.text).toBe(201);
    return made;
  };

  // 65.00 and 0.1 % of what the debtor pays, by hand from the rates of D4-rates.
  it.each([
    ['9999999999999999.99', 'NOK', '65.00'],
    ['9999999999999999.99', 'EUR', '115000000000065.00'],
    ['999999999999999999', 'JPY', '70000000000065.00'],
    ['1234567890123456.78', 'USD', '12962962846361.30'],
  ])('%s %s across the border costs %s', async (amount, currency, fee) => {
    const { transactionFees } = (await create(crossBorder, amount, currency)).json;
    expect(transactionFees).toEqual({ amount: fee, currency: 'NOK' });
  });
});

function warnUnused(path: string, value: unknown = 'text'): Row {
  return [`${path}, which it does not use`, set(path, value), { unused: [path] }];
}

const OF_CROSS_BORDER = [
  ...['creditorAccount.iban', 'debtorAccount.iban'].map((path) => warnUnused(path, 'NO9386011117947')),
  ...['regulatoryReportingCode', 'regulatoryReportingInformation', 'serviceLevel'].map((path) =>
    warnUnused(path),
  ),
];
const OF_PERIODIC = ['startDate', 'frequency', 'endDate', 'executionRule', 'dayOfExecution'].map((path) =>
  warnUnused(path),
);
const OF_BULK = [
  warnUnused('payments', [{ creditorName: 'Ola' }]),
  warnUnused('paymentInformationId'),
  warnUnused('batchBookingPreferred', true),
];
const OF_DOMESTIC = [
  warnUnused('remittanceInformationStructuredArray', [{ reference: '602243' }, 'text']),
  warnUnused('remittanceInformationStructured', { reference: 7 }),
  warnUnused('ultimateDebtor', 'x'.repeat(71)),
  warnUnused('debtorAccount.other', {}),
];

const UNUSED: readonly (readonly [Product, readonly Row[]])[] = [
  [domestic, [...OF_CROSS_BORDER, ...OF_PERIODIC, warnUnused('monthsOfExecution', ['1']), ...OF_BULK]],
  [instant, [...OF_CROSS_BORDER, ...OF_PERIODIC, ...OF_BULK]],
  [periodic, [...OF_CROSS_BORDER, ...OF_BULK]],
  [crossBorder, [...OF_DOMESTIC, ...OF_PERIODIC, ...OF_BULK]],
  [bulk, ['creditorName', 'serviceLevel', 'debtorAccount.iban'].map((path) => warnUnused(path))],
  [bulk, [warnUnused('creditorAccount.iban'), warnUnused('serviceLevel'), ...OF_PERIODIC].map(moveToItem(1))],
];

describe.each(
  sweep(UNUSED, ([product]) => product === domestic),
)('a member that only another product uses: $0.name [D2-other-product, D2-unknown-fields]', (product, rows) => {
  testRows(rows, product);
});

describe('members that only other products use [D2-other-product]', () => {
  const bank = bankOf();

  it('are told in the order of the field tables, after what else there is to warn of', async () => {
    const body = domestic.body(bank());
    combine(
      set('serviceLevel', 'SDVA'),
      set('debtorAccount.iban', 'x'),
      set('creditorAccount.iban', 'x'),
      set('startDate', '2026-12-01'),
    )(body);
    expectUnused(await bank().send({ body }), {
      unused: ['creditorAccount.iban', 'debtorAccount.iban', 'serviceLevel', 'startDate'],
    });
    const late = await bank().send({ body: { ...body, requestedExecutionDate: '2026-11-21' } });
    expect(messages(late)[0]?.code).toBe('EXECUTION_DATE_INVALID');
    expect(messages(late)).toHaveLength(5);
  });

  it('are told in words that name the product', async () => {
    const made = await bank().send({ path: bulk.path, body: { ...bulk.body(bank()), creditorName: 'Ola' } });
    expect(messages(made)[0]?.text).toBe(
      "creditorName isn't used by bulk-payments of norwegian-domestic-credit-transfers and is ignored",
    );
  });

  it('are told of up to 100, and are not in what is read', async () => {
    const body = buildBulk(bank(), 101);
    for (const payment of body.payments) set('serviceLevel', 'SDVA')(payment);
    const made = await bank().send({ path: bulk.path, body });
    expect(messages(made)).toHaveLength(100);
    const read = await bank().send({ method: 'GET', path: made.json._links.self.href });
    expect(read.text).not.toContain('SDVA');
  });

  it('are told again when the request is repeated', async () => {
    const send = {
      headers: { 'X-Request-ID': 'unused-twice' },
      body: { ...domestic.body(bank()), frequency: 'x' },
    };
    const first = await bank().send(send);
    expectUnused(first, { unused: ['frequency'] });
    expect((await bank().send(send)).text).toBe(first.text);
    expectCreated(await bank().send({ body: { ...domestic.body(bank()), creditor: { iban: 'x' } } }));
  });
});

type Members = Readonly<Record<string, unknown>>;

/** A schema without the optional around it, which each product puts there itself. */
function required(schema: unknown): unknown {
  const { def } = schema as { def: { type: string; innerType: unknown } };
  return def.type === 'optional' ? required(def.innerType) : schema;
}

/** Which members of one body are held to the very schema that the other body has for them. */
function shared(some: Members, others: Members): string[] {
  return Object.keys(some).filter(
    (name) => name in others && required(some[name]) === required(others[name]),
  );
}

const all = Object.keys(DOMESTIC_MEMBERS);
const item = bulkPayment.shape.payments.def.out.def.element;

/** [product, its members, those of the domestic body that it has not or has otherwise, those that are its own] */
const products: readonly (readonly [string, Members, readonly string[], readonly string[]])[] = [
  ['an instant payment', instantPayment.shape, ['requestedExecutionDate'], []],
  [
    'a periodic payment',
    periodicPayment.shape,
    [],
    ['startDate', 'frequency', 'endDate', 'executionRule', 'dayOfExecution', 'monthsOfExecution'],
  ],
  ['a payment of a bulk', item.shape, ['debtorAccount', 'requestedExecutionDate'], []],
];

describe('the members that products have in common [D4-instant-body, D4-periodic-body, D4-bulk-items]', () => {
  it.each(products)('are held to one schema, in a domestic payment and in %s', (_, members, without, own) => {
    const common = all.filter((name) => !without.includes(name));
    expect(shared(members, DOMESTIC_MEMBERS)).toEqual(common);
    expect(Object.keys(members).filter((name) => !all.includes(name))).toEqual(own);
  });

  it('are debtor and date of a domestic payment, in a bulk', () => {
    expect(shared(bulkPayment.shape, DOMESTIC_MEMBERS)).toEqual(['debtorAccount', 'requestedExecutionDate']);
  });
});

describe('the members of a cross-border payment and of fee information [D4-amount-products, D4-fee-information]', () => {
  it('are those of a domestic payment, but for the accounts and the texts', () => {
    expect(shared(crossBorderPayment.shape, DOMESTIC_MEMBERS)).toEqual([
      ...['instructedAmount', 'creditorAgent', 'creditorAddress', 'purposeCode'],
      ...['requestedExecutionDate', 'endToEndIdentification'],
    ]);
  });

  it('are the amount, the creditor and the debtor of a domestic payment, when a fee is asked for', () => {
    const { amount, creditorAccount, debtorAccount } = feeRequest.shape;
    expect(amount).toBe(DOMESTIC_MEMBERS.instructedAmount);
    expect(debtorAccount).toBe(DOMESTIC_MEMBERS.debtorAccount);
    const creditor = DOMESTIC_MEMBERS.creditorAccount.shape;
    expect(shared(creditorAccount.shape, creditor)).toEqual(Object.keys(creditor));
  });
});
