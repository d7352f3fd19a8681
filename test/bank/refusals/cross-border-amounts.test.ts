import { describe, expect, it } from 'vitest';
import { openInCurrency } from '../../support/currency-account.ts';
import { all, type Change, set, without } from './changes.ts';
import { expectRefusal, faults, messages } from './expectations.ts';
import { converted, NAMED, type Named, thresholdOf, written } from './fees.ts';
import { crossBorder } from './kinds.ts';
import { bankOf, itAnswers, malformed, type Row } from './rows.ts';
import { amountVectors } from './tables.ts';

const of = { kind: crossBorder };
const instructed = (amount: unknown, currency: string): Change =>
  set('instructedAmount', { amount, currency });

/** Those of up to ten digits are far below NOK 100 000, the others far above. */
function accepted(amount: unknown): Row['answer'] {
  return String(amount).length > 10 ? 'created' : 'small';
}

describe('the amount of a cross-border payment [I-amount, D4-amount]', () => {
  itAnswers(
    amountVectors.map(
      ([amount, currency, taken]): Row => ({
        what: `${JSON.stringify(amount)} ${currency}`,
        change: instructed(amount, currency),
        answer: taken ? accepted(amount) : malformed('instructedAmount.amount'),
      }),
    ),
    of,
  );
});

const code = without('regulatoryReportingCode');
const information = without('regulatoryReportingInformation');

/** One amount of a currency, with both members, with each and with none. */
function aboveRows(minor: bigint, currency: Named): Row[] {
  const amount = written(minor, currency);
  const given = instructed(amount, currency);
  return [
    { what: `${amount} ${currency} with both`, change: given, answer: 'created' },
    {
      what: `${amount} ${currency} without the code`,
      change: all(given, code),
      answer: malformed('regulatoryReportingCode'),
    },
    {
      what: `${amount} ${currency} without the information`,
      change: all(given, information),
      answer: malformed('regulatoryReportingInformation'),
    },
  ];
}

function belowRows(minor: bigint, currency: Named): Row[] {
  const amount = written(minor, currency);
  const given = instructed(amount, currency);
  return [
    { what: `${amount} ${currency} with both`, change: given, answer: 'small' },
    { what: `${amount} ${currency} without the code`, change: all(given, code), answer: 'small' },
    {
      what: `${amount} ${currency} without the information`,
      change: all(given, information),
      answer: 'small',
    },
    { what: `${amount} ${currency} with neither`, change: all(given, code, information), answer: 'small' },
  ];
}

describe('NOK 100 000 in the currencies of the rates [I-cross-border-threshold, D4-cross-border-threshold]', () => {
  it('is reached by the least amount of which no less is enough', () => {
    for (const currency of NAMED) {
      const least = thresholdOf(currency);
      expect(converted(least, currency, 'NOK')).toBeGreaterThanOrEqual(10_000_000n);
      expect(converted(least - 1n, currency, 'NOK')).toBeLessThan(10_000_000n);
    }
    expect(NAMED.map((currency) => written(thresholdOf(currency), currency))).toEqual([
      '100000.00',
      '8695.66',
      '100000.00',
      '64935.07',
      '9523.81',
      '7407.41',
      '7407.41',
      '7407.41',
      '7407.41',
      '1428572',
    ]);
  });

  itAnswers(
    NAMED.flatMap((currency) => {
      const least = thresholdOf(currency);
      return [
        ...belowRows(least - 1n, currency),
        ...aboveRows(least, currency),
        ...aboveRows(least + 1n, currency),
      ];
    }),
    of,
  );
});

describe('the regulatory members on either side of it [D4-cross-border-threshold, I-regulatory-code]', () => {
  const bank = bankOf();
  const send = async (...changes: Change[]) => {
    const body = crossBorder.body(bank());
    all(...changes)(body);
    return bank().send({ path: crossBorder.path, query: 'allowLogicalDuplicate=true', body });
  };
  const below = instructed('99999.99', 'NOK');

  it('are both told when both are missing', async () => {
    const answer = await send(code, information);
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual([
      'FORMAT_ERROR regulatoryReportingCode',
      'FORMAT_ERROR regulatoryReportingInformation',
    ]);
  });

  it('are looked at below as above when they are given', async () => {
    expectRefusal(
      await send(below, set('regulatoryReportingCode', '15')),
      malformed('regulatoryReportingCode'),
    );
    for (const value of ['', 'x'.repeat(141), 7]) {
      expectRefusal(
        await send(below, set('regulatoryReportingInformation', value)),
        malformed('regulatoryReportingInformation'),
      );
    }
  });

  it('are not asked for when the amount can not be read', async () => {
    for (const amount of ['100000', '1e5', 100_000]) {
      expectRefusal(
        await send(code, information, instructed(amount, 'NOK')),
        malformed('instructedAmount.amount'),
      );
    }
    expectRefusal(
      await send(code, information, instructed('100000.00', 'XXX')),
      malformed('instructedAmount.currency'),
    );
  });

  it('are asked for by the instructed amount, whatever the currency of the creditor’s account', async () => {
    const dollars = set('creditorAccount.currency', 'USD');
    expect(messages(await send(below, dollars, code, information))).toMatchObject([
      { category: 'WARNING', code: 'PRODUCT_INVALID' },
    ]);
    expect((await send(dollars, code, information)).status).toBe(400);
  });

  it('are asked for by the instructed amount, whatever the currency of the debtor’s account', async () => {
    const { debtorOther } = bank().accounts;
    await openInCurrency(bank(), debtorOther, 'JPY', 1n);
    const yen = set('debtorAccount', { bban: debtorOther, currency: 'JPY' });
    for (const [currency, amount] of [
      ['NOK', '99999.99'],
      ['EUR', '8695.65'],
      ['JPY', '1428571'],
    ] as const) {
      const answer = await send(yen, instructed(amount, currency), code, information);
      expect(messages(answer), answer.text).toMatchObject([{ category: 'WARNING', code: 'PRODUCT_INVALID' }]);
    }
    for (const [currency, amount] of [
      ['NOK', '100000.00'],
      ['EUR', '8695.66'],
      ['JPY', '1428572'],
    ] as const) {
      const answer = await send(yen, instructed(amount, currency), code);
      expectRefusal(answer, malformed('regulatoryReportingCode'));
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
    for (const { text = '' } of messages(answer)) {
      expect([...text].length).toBeGreaterThan(0);
      expect([...text].length).toBeLessThanOrEqual(512);
    }
  });
});
