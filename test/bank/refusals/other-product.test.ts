import { describe, expect, it } from 'vitest';
import { bulk, bulkOf, inItem } from './bulk.ts';
import { all, set } from './changes.ts';
import { expectCreated, expectUnused, messages } from './expectations.ts';
import { crossBorder, domestic, instant } from './kinds.ts';
import { periodic } from './periodic.ts';
import { bankOf, itAnswers, type Row } from './rows.ts';

function unused(path: string, value: unknown = 'text'): Row {
  return { what: path, change: set(path, value), answer: { unused: [path] } };
}

const ofCrossBorder = [
  ...['regulatoryReportingCode', 'regulatoryReportingInformation', 'serviceLevel'].map((path) =>
    unused(path),
  ),
  ...['creditorAccount.iban', 'debtorAccount.iban'].map((path) => unused(path, 'NO9386011117947')),
];
const ofPeriodic = ['startDate', 'frequency', 'endDate', 'executionRule', 'dayOfExecution'].map((path) =>
  unused(path),
);
const ofBulk = [
  unused('payments', [{ creditorName: 'Ola' }]),
  unused('paymentInformationId'),
  unused('batchBookingPreferred', true),
];

describe('a member that only another product uses [D2-other-product]', () => {
  itAnswers([...ofCrossBorder, ...ofPeriodic, unused('monthsOfExecution', ['1']), ...ofBulk]);
  itAnswers([...ofCrossBorder, ...ofPeriodic, ...ofBulk], { kind: instant });
  itAnswers([...ofCrossBorder, ...ofBulk], { kind: periodic });
  itAnswers(
    [
      unused('remittanceInformationStructuredArray', [{ reference: '602243' }]),
      unused('remittanceInformationStructured', { reference: '602243' }),
      unused('ultimateDebtor'),
      unused('debtorAccount.other', {}),
      ...ofPeriodic,
      ...ofBulk,
    ],
    { kind: crossBorder },
  );
  itAnswers([unused('creditorName'), unused('serviceLevel'), unused('debtorAccount.iban')], { kind: bulk });
  itAnswers([...ofCrossBorder.slice(0, 4), ...ofPeriodic].map(inItem(1)), { kind: bulk });

  const bank = bankOf();

  it('is told in the order of the field tables, after what else there is to warn of', async () => {
    const body = domestic.body(bank());
    all(
      set('serviceLevel', 'SDVA'),
      set('debtorAccount.iban', 'x'),
      set('creditorAccount.iban', 'x'),
      set('startDate', '2026-12-01'),
    )(body);
    const made = await bank().send({ body });
    expectUnused(made, {
      unused: ['creditorAccount.iban', 'debtorAccount.iban', 'serviceLevel', 'startDate'],
    });
    const late = await bank().send({ body: { ...body, requestedExecutionDate: '2026-11-21' } });
    expect(messages(late)[0]?.code).toBe('EXECUTION_DATE_INVALID');
    expect(messages(late)).toHaveLength(5);
  });

  it('is told in words that name the product', async () => {
    const made = await bank().send({ path: bulk.path, body: { ...bulk.body(bank()), creditorName: 'Ola' } });
    expect(messages(made)[0]?.text).toBe(
      "creditorName isn't used by bulk-payments of norwegian-domestic-credit-transfers and is ignored",
    );
  });

  it('is told of 100 members at most, and is not in what is read', async () => {
    const body = bulkOf(bank(), 101);
    for (const payment of body.payments) set('serviceLevel', 'SDVA')(payment);
    const made = await bank().send({ path: bulk.path, body });
    expect(messages(made)).toHaveLength(100);
    const read = await bank().send({ method: 'GET', path: made.json._links.self.href });
    expect(read.text).not.toContain('SDVA');
  });

  it('is passed over where nobody knows it, and said again when the request is repeated', async () => {
    expectCreated(await bank().send({ body: { ...domestic.body(bank()), creditor: { iban: 'x' } } }));
    const send = {
      headers: { 'X-Request-ID': 'unused-twice' },
      body: { ...domestic.body(bank()), frequency: 'x' },
    };
    const first = await bank().send(send);
    expectUnused(first, { unused: ['frequency'] });
    expect((await bank().send(send)).text).toBe(first.text);
  });
});
