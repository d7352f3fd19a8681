import { INSTANT_ALIAS } from '../../../src/values/products.ts';
import type { Send, TestBank } from '../../support/bank.ts';
import { byPsuId, makeSession } from '../../support/known-psu.ts';
import { accountId } from '../../support/life/books.ts';
import { SATURDAY, sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { ask, play } from '../../support/life/operator.ts';
import { CANCELLATIONS, call, cancel, KARI, type Payment, start } from '../../support/life/payments.ts';
import { reachAs, statesOf } from '../../support/life/product-states.ts';
import {
  approvedAs,
  CREATIONS,
  createAs,
  initiation,
  KINDS,
  type Kind,
} from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { type Life, life } from '../record.ts';
import { EVERY_MEMBER, read } from './domestic.ts';

/** A body of a kind with members of its own, created, approved and read. */
async function liveThrough(bank: TestBank, kind: Kind, body: object): Promise<void> {
  await read(bank, await approvedAs(bank, kind, { body }));
}

/** Each payment of a bulk by itself, and what it refuses. */
async function itemsOf(bank: TestBank, bulk: Payment): Promise<void> {
  const { json } = await call(bank, bulk, 'GET', 'status');
  for (const { paymentId } of json.payments as readonly { paymentId: string }[]) {
    const item = { ...bulk, paymentId, path: `${CREATIONS.domestic}/${paymentId}` };
    await read(bank, item);
    await cancel(bank, item);
    await call(bank, item, 'POST', 'authorisations');
  }
}

const RESTING: readonly Life[] = KINDS.flatMap((kind) =>
  statesOf(kind).map((state) =>
    life(`a payment that rests in ${state}: ${kind}`, async (bank) => {
      await read(bank, await reachAs(bank, kind, state));
    }),
  ),
);

const REFERENCE = { reference: 'F-1', referenceType: 'CINV', referenceIssuer: 'Ola' };
const WORDLESS = { remittanceInformationUnstructured: undefined };

const CROSS_BORDER_BODIES: readonly object[] = [
  {
    instructedAmount: { amount: '10000.00', currency: 'EUR' },
    creditorAgent: 'DEUTDEFF',
    creditorAccount: { bban: '12-345 678/9', currency: 'EUR' },
    creditorAddress: { street: 'Hauptstrasse', buildingNumber: '1', city: 'Berlin', country: 'DE' },
    purposeCode: 'SUPP',
    endToEndIdentification: 'E2E-2',
    serviceLevel: 'SEPA',
    requestedExecutionDate: SATURDAY,
  },
  { regulatoryReportingCode: undefined, regulatoryReportingInformation: undefined },
];

const PERIODIC_BODIES: readonly object[] = [
  {
    ...EVERY_MEMBER,
    requestedExecutionDate: WEDNESDAY,
    endDate: '2027-12-01',
    executionRule: 'preceding',
    dayOfExecution: '31',
  },
  { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '12'], executionRule: 'preceeding' },
  {
    frequency: 'MonthlyVariable',
    monthsOfExecution: [3, 4],
    ...WORDLESS,
    remittanceInformationStructured: REFERENCE,
  },
  { ...WORDLESS, remittanceInformationStructuredArray: [REFERENCE] },
];

function firstItem(bank: TestBank): object {
  return (initiation(bank, 'bulk') as { payments: readonly [object] }).payments[0];
}

function bulkOfEveryMember(bank: TestBank): object {
  const wordless = { ...firstItem(bank), ...WORDLESS };
  return {
    paymentInformationId: 'LOENN-11',
    batchBookingPreferred: true,
    requestedExecutionDate: WEDNESDAY,
    payments: [
      { ...firstItem(bank), ...EVERY_MEMBER },
      { ...wordless, remittanceInformationStructured: REFERENCE },
      { ...wordless, remittanceInformationStructuredArray: [REFERENCE], creditorName: 'Kari' },
    ],
  };
}

const PRODUCTS: readonly Life[] = [
  life('cross-border payments with every member, over and under the threshold', async (bank) => {
    for (const body of CROSS_BORDER_BODIES) await liveThrough(bank, 'cross-border', body);
  }),
  life('an instant payment by its other name, and one without funds', async (bank) => {
    const path = `/v1/payments/${INSTANT_ALIAS}`;
    const { json } = await bank.send({ path, body: initiation(bank, 'instant', { body: EVERY_MEMBER }) });
    await play(bank, 'approve', json.paymentId);
    await bank.send({
      method: 'GET',
      path: `${path}/${json.paymentId}`,
      headers: { 'X-PSU-IDENTITY': KARI },
    });
    await makeSession(bank);
    const headers = { 'X-PSU-IDENTITY': KARI };
    await bank.send({ path, headers, body: initiation(bank, 'instant', { amount: TOO_MUCH }) });
  }),
  life('periodic payments of every frequency rule', async (bank) => {
    for (const body of PERIODIC_BODIES) await liveThrough(bank, 'periodic', body);
  }),
  life('a bulk of every member', (bank) => liveThrough(bank, 'bulk', bulkOfEveryMember(bank))),
  life('a bulk of which one item is paid and one rejected', async (bank) => {
    const payment = await approvedAs(bank, 'bulk', { amounts: ['10.00', TOO_MUCH] });
    for (const time of ['11:30', '13:30', '15:30']) {
      sleepUntil(bank, WEDNESDAY, time);
      await read(bank, payment);
    }
    await itemsOf(bank, payment);
  }),
  ...(['bulk', 'periodic', 'cross-border'] as const).map((kind) =>
    life(`a payment cancelled after it is authorised: ${kind}`, async (bank) => {
      const payment = await approvedAs(bank, kind);
      await cancel(bank, payment);
      const { authorisationId } = await start(bank, payment, CANCELLATIONS);
      await call(bank, payment, 'GET', `${CANCELLATIONS}/${authorisationId}`);
      await play(bank, 'approve', authorisationId);
      await read(bank, payment);
    }),
  ),
];

const FEES = `${CREATIONS.instant}/fee-information`;

function feeQuestions(bank: TestBank): readonly Send[] {
  const { debtorAccount, creditorAccount } = bank.payment();
  const body = { amount: { amount: '10.00', currency: 'NOK' }, debtorAccount, creditorAccount };
  return [
    { path: FEES, body },
    { path: `/v1/payments/${INSTANT_ALIAS}/fee-information`, body },
    { path: FEES, body: { ...body, amount: undefined } },
    { path: FEES, body: { ...body, debtorAccount: { bban: bank.accounts.foreign, currency: 'NOK' } } },
    { path: FEES, body, headers: { 'X-PSU-IDENTITY': '01010112345' } },
    { path: FEES, body, headers: { Accept: 'text/html' } },
    { path: FEES, rawBody: 'x', headers: { 'Content-Type': 'text/plain' } },
    { path: FEES, rawBody: ' '.repeat(1_048_577) },
    { path: `${CREATIONS.domestic}/fee-information`, body },
    { path: '/v1/payments/instant-norwegian-credit-transfers-other/fee-information', body },
  ];
}

/** @see D1-product-invalid, D2-forbidden */
const REFUSED: readonly Life[] = [
  life('fee information, given and refused', async (bank) => {
    for (const what of feeQuestions(bank)) await bank.send(what);
  }),
  life('creations of products that are refused', async (bank) => {
    for (const service of ['bulk-payments', 'periodic-payments']) {
      await bank.send({ path: `/v1/${service}/norwegian-cross-border-credit-transfers`, body: {} });
    }
    for (const kind of KINDS) await bank.send({ path: CREATIONS[kind], body: {} });
  }),
  life('payments from an account whose payment right is taken away', async (bank) => {
    const payment = await createAs(bank, 'domestic');
    const id = accountId(bank, bank.accounts.debtor);
    await ask(bank, 'POST', `/operator/accounts/${id}/payment-right/take`);
    const headers = byPsuId();
    await call(bank, payment, 'POST', 'authorisations', { headers });
    for (const kind of ['domestic', 'bulk'] as const) {
      await bank.send({ path: CREATIONS[kind], headers, body: initiation(bank, kind) });
    }
    const [question] = feeQuestions(bank);
    await bank.send({ ...question, headers });
  }),
];

export const PRODUCT_LIVES: readonly Life[] = [...RESTING, ...PRODUCTS, ...REFUSED];
