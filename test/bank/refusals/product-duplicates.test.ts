import { describe, expect, it } from 'vitest';
import { type Answer, signerOf, type TestBank } from '../../support/bank.ts';
import { sweep } from '../../support/sweep.ts';
import { ibanOf } from './accounts.ts';
import { bulk } from './bulk.ts';
import { expectCreated, expectFaults, expectMoved } from './expectations.ts';
import { crossBorder, domestic, instant, instantAlias, type Kind } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf } from './rows.ts';

/** What makes a payment the same as another of its product. @see D4-allow-logical-duplicate */
interface Same {
  readonly amount: string;
  readonly currency: string;
  readonly creditor: string;
  readonly debtor: string;
  readonly message: string;
  readonly kid?: string;
  /** Today unless given. */
  readonly date?: string;
}

interface Product {
  readonly name: string;
  readonly kind: Kind;
  readonly body: (same: Same) => object;
}

const account = (bban: string) => ({ bban, currency: 'NOK' });

function payment({ amount, currency, creditor, message, kid }: Same): object {
  return {
    instructedAmount: { amount, currency },
    creditorName: 'Ola Eksempel',
    creditorAccount: account(creditor),
    creditorAddress: { country: 'NO' },
    ...(kid === undefined
      ? { remittanceInformationUnstructured: message }
      : { remittanceInformationStructuredArray: [{ reference: kid }] }),
  };
}

const dated = (date: string | undefined) => (date === undefined ? {} : { requestedExecutionDate: date });
const withDebtor = (same: Same) => ({ ...payment(same), debtorAccount: account(same.debtor) });

const single: Product = {
  name: 'a domestic payment',
  kind: domestic,
  body: (same) => ({ ...withDebtor(same), ...dated(same.date) }),
};
const atOnce: Product = { name: 'an instant payment', kind: instant, body: withDebtor };
const byOtherName: Product = { ...atOnce, name: 'an instant payment by its other name', kind: instantAlias };
const repeated: Product = {
  name: 'a periodic payment',
  kind: periodic,
  body: (same) => ({ ...withDebtor(same), startDate: same.date ?? '2026-11-18', frequency: 'Monthly' }),
};
const inBulk: Product = {
  name: 'a payment of a bulk',
  kind: bulk,
  body: (same) => ({
    debtorAccount: account(same.debtor),
    ...dated(same.date),
    payments: [payment(unlike(same)), payment(same)],
  }),
};
const regulatory = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Kjøp av varer' };
const abroad: Product = {
  name: 'a cross-border payment',
  kind: crossBorder,
  body: (same) => ({ ...withDebtor(same), ...dated(same.date), ...regulatory, creditorAgent: 'PRVENOKK' }),
};
const monthly = repeated;
const weekly: Product = {
  ...repeated,
  name: 'a weekly periodic payment',
  body: (same) => ({ ...repeated.body(same), frequency: 'Weekly' }),
};
const products = [single, atOnce, byOtherName, monthly, weekly, inBulk, abroad];
const batched = [single, repeated, inBulk, abroad];

/** What has one product, and the same frequency or none; whichever service it is of. */
const ALIKE: readonly (readonly Product[])[] = [
  [single, inBulk],
  [atOnce, byOtherName],
  [monthly],
  [weekly],
  [abroad],
];

/** Whether equal payments of two products are one payment made twice. */
function areAlike(first: Product, second: Product): boolean {
  return ALIKE.some((group) => group.includes(first) && group.includes(second));
}

let made = 0;

/** The same as no other payment of these tests. */
function unlike({ kid: _, ...same }: Same): Same {
  made += 1;
  return { ...same, message: `Lønn ${made}` };
}

/** Of more than NOK 100 000, of which a cross-border payment has nothing to warn. */
function another(bank: TestBank): Same {
  made += 1;
  return {
    amount: '150000.00',
    currency: 'NOK',
    creditor: '99940512340',
    debtor: bank.accounts.debtor,
    message: `Faktura ${made}`,
  };
}

function send(bank: TestBank, { kind, body }: Product, same: Same, query = ''): Promise<Answer> {
  return bank.send({ path: kind.path, query, body: body(same) });
}

function expectConflict(answer: Answer, product: Product): void {
  expectFaults(answer, 409, [product === inBulk ? 'CONFLICT payments[1]' : /^CONFLICT /]);
}

describe('logical duplicates of a product [D4-duplicate, D4-duplicate-products, D4-allow-logical-duplicate]', () => {
  const bank = bankOf();
  const pairs = products.flatMap((first) => products.map((second) => [first, second] as const));
  // Each product is seen as the first and as the second: what is stored of it, and what it is compared by.
  for (const [first, second] of sweep(pairs, (pair) => pair.includes(single) || areAlike(...pair))) {
    const isRefused = areAlike(first, second);
    it(`${second.name} after ${first.name} is ${isRefused ? 'refused, unless it is allowed' : 'another'}`, async () => {
      const same = another(bank());
      expectCreated(await send(bank(), first, same));
      if (!isRefused) return expectCreated(await send(bank(), second, same));
      expectConflict(await send(bank(), second, same), second);
      expectConflict(await send(bank(), second, same, 'allowLogicalDuplicate=false'), second);
      expectCreated(await send(bank(), second, same, 'allowLogicalDuplicate=true'));
    });
  }

  it('are of one TPP: nobody learns of another’s payments', async () => {
    const same = another(bank());
    const body = single.body(same);
    expectCreated(await bank().send({ path: domestic.path, body }));
    const other = { path: domestic.path, body, as: signerOf('PSDNO-FSA-39999991') };
    expectCreated(await bank().send(other));
    expectConflict(await bank().send(other), single);
  });
});

describe('payments of a product that differ [D4-duplicate-products]', () => {
  const bank = bankOf();
  const differences: readonly (readonly [string, (bank: TestBank, same: Same) => Partial<Same>])[] = [
    ['another amount', () => ({ amount: '150000.01' })],
    ['another currency', () => ({ currency: 'SEK' })],
    ['another creditor', () => ({ creditor: '99950612343' })],
    ['another debtor', ({ accounts }) => ({ debtor: accounts.debtorOther })],
    ['another message', (_, { message }) => ({ message: `${message}, rest` })],
  ];
  for (const [what, change] of differences) {
    for (const one of [repeated, inBulk, abroad]) {
      it(`${one.name} with ${what} is another`, async () => {
        const same = another(bank());
        expectCreated(await send(bank(), one, same));
        expectCreated(await send(bank(), one, { ...same, ...change(bank(), same) }));
      });
    }
  }

  for (const one of batched) {
    it(`${one.name} of another day is another`, async () => {
      const same = another(bank());
      expectCreated(await send(bank(), one, same));
      expectCreated(await send(bank(), one, { ...same, date: '2026-11-19' }));
      expectConflict(await send(bank(), one, { ...same, date: '2026-11-19' }), one);
    });
  }
});

describe('the reference of payments of a product [D4-duplicate-products]', () => {
  const bank = bankOf();
  for (const one of [single, atOnce, repeated, inBulk]) {
    it(`is the KID of ${one.name}, and another KID makes another payment`, async () => {
      made += 1;
      const same = { ...another(bank()), kid: `6022${made}` };
      expectCreated(await send(bank(), one, same));
      expectConflict(await send(bank(), one, same), one);
      expectCreated(await send(bank(), one, { ...same, kid: `6033${made}` }));
    });
  }

  for (const one of [single, atOnce, repeated, inBulk, abroad]) {
    it(`is the folded message of ${one.name}`, async () => {
      const same = another(bank());
      expectCreated(await send(bank(), one, same));
      expectConflict(await send(bank(), one, { ...same, message: same.message.toUpperCase() }), one);
    });
  }
});

describe('an account by another of its names [D4-duplicate-products, D4-disclosure]', () => {
  const bank = bankOf();
  const body = (same: Same) => ({ ...abroad.body(same), debtorAccount: account(same.debtor) });

  it.each([
    ['an account of the bank', undefined],
    ['an account that nobody has', '99900000000'],
  ])('is the same debtor by its IBAN: %s', async (_, bban) => {
    const same = { ...another(bank()), ...(bban === undefined ? {} : { debtor: bban }) };
    expectCreated(await bank().send({ path: crossBorder.path, body: body(same) }));
    const debtorAccount = { iban: ibanOf('NO', same.debtor), currency: 'NOK' };
    const again = { ...body(same), debtorAccount };
    expectConflict(await bank().send({ path: crossBorder.path, body: again }), abroad);
  });

  it('is the same creditor by its IBAN', async () => {
    const same = another(bank());
    expectCreated(await send(bank(), abroad, same));
    const creditorAccount = { iban: ibanOf('NO', same.creditor), currency: 'NOK' };
    const again = { ...body(same), creditorAccount };
    expectConflict(await bank().send({ path: crossBorder.path, body: again }), abroad);
  });
});

describe('duplicates by the effective date of each product [D4-duplicate-products, D4-date-moved]', () => {
  const bank = bankOf();

  for (const product of [single, inBulk, abroad]) {
    it(`${product.name} of a Saturday is one of the Monday after it`, async () => {
      const same = another(bank());
      expectMoved(await send(bank(), product, { ...same, date: '2026-11-21' }));
      expectConflict(await send(bank(), product, { ...same, date: '2026-11-23' }), product);
    });
  }

  it('a periodic payment that begins on a Saturday is none of the Monday', async () => {
    const same = another(bank());
    expectCreated(await send(bank(), repeated, { ...same, date: '2026-11-21' }));
    expectCreated(await send(bank(), repeated, { ...same, date: '2026-11-23' }));
  });
});

describe('duplicates after the last run of the day [D4-duplicate-products, D4-last-run]', () => {
  const bank = bankOf({ now: Date.parse('2026-11-18T15:31:00+01:00') });

  it('are of tomorrow, and an instant payment is of today', async () => {
    const same = another(bank());
    expectCreated(await send(bank(), single, same));
    expectConflict(await send(bank(), inBulk, same), inBulk);
    expectConflict(await send(bank(), single, { ...same, date: '2026-11-19' }), single);
    expectCreated(await send(bank(), atOnce, same));
    expectConflict(await send(bank(), byOtherName, same), byOtherName);
  });
});

describe('a duplicate of a payment that is no more [D4-duplicate-products]', () => {
  const bank = bankOf();
  for (const one of products) {
    it(`is none after ${one.name} was cancelled`, async () => {
      const same = another(bank());
      const created = await send(bank(), one, same);
      expectCreated(created);
      const path = `${one.kind.path}/${created.json.paymentId}`;
      expect((await bank().send({ method: 'DELETE', path })).status).toBe(204);
      expectCreated(await send(bank(), one, same));
    });

    it(`is none after ${one.name} was rejected, its 15 minutes over`, async () => {
      const same = another(bank());
      expectCreated(await send(bank(), one, same));
      bank().now += 16 * 60_000;
      expectCreated(await send(bank(), one, same));
    });
  }
});

describe('equal payments at once [D4-duplicate-products]', () => {
  const bank = bankOf();
  for (const [first, second] of [
    [single, inBulk],
    [atOnce, byOtherName],
    [repeated, repeated],
  ] as const) {
    it(`make one: ${first.name} or ${second.name}`, async () => {
      const same = another(bank());
      const answers = await Promise.all([send(bank(), first, same), send(bank(), second, same)]);
      const [created, refused] = answers.toSorted((a, b) => a.status - b.status);
      expectCreated(created!);
      expectConflict(refused!, refused === answers[0] ? first : second);
    });
  }
});
