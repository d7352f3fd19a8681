import { CREATION, type Send, type TestBank } from '../../support/bank.ts';
import { byPsuId, makeSession } from '../../support/known-psu.ts';
import { createBasket, received, sendBasket } from '../../support/life/baskets.ts';
import { approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  KARI,
  type Payment,
  send,
} from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { type Life, life } from '../record.ts';

const NO_MESSAGE = { remittanceInformationUnstructured: undefined };
/** Of the initial data (D8-kid-entries): a KID is required there. */
const KID_ACCOUNT = '99911200011';
const NOBODY = '01010112345';
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';
const BEYOND_LIMIT = 1_048_577;

function creationRefusals(bank: TestBank): readonly Send[] {
  const usual = bank.payment();
  const with_ = (members: object): Send => ({ body: { ...usual, ...members } });
  const kid = (value: string): Send =>
    with_({
      ...NO_MESSAGE,
      creditorAccount: { bban: KID_ACCOUNT, currency: 'NOK' },
      remittanceInformationStructured: { reference: value },
    });
  return [
    { body: {} },
    with_({ creditorName: '😀', instructedAmount: { amount: '1', currency: 'NOK' } }),
    { ...with_({ debtorAccount: { bban: bank.accounts.foreign, currency: 'NOK' } }), headers: byPsuId() },
    with_({ creditorAccount: { bban: KID_ACCOUNT, currency: 'NOK' } }),
    kid('602244'),
    with_({ requestedExecutionDate: '2026-11-17' }),
    { rawBody: '{' },
    { headers: { 'PSU-IP-Address': null } },
    { headers: { 'X-Request-ID': null } },
    { headers: { Signature: null } },
    { headers: { 'X-PSU-IDENTITY': NOBODY } },
    { headers: { Accept: 'text/html' } },
    { headers: { 'Content-Type': 'text/plain' } },
    { rawBody: ' '.repeat(BEYOND_LIMIT) },
    { path: '/v1/payments/sepa-credit-transfers', body: usual },
    { path: '/v1/payments/no-credit-transfers', body: usual },
    { path: `/v1/payments/${'x'.repeat(600)}`, body: usual },
    { query: 'allowLogicalDuplicate=yes' },
  ];
}

/** Refused at each operation below a payment, whatever its state: a header that lacks, a PSU whom nobody knows. */
const BELOW: readonly (readonly [method: string, below: string])[] = [
  ['GET', ''],
  ['DELETE', ''],
  ['GET', 'status'],
  ...[AUTHORISATIONS, CANCELLATIONS].flatMap((kind) => [
    ['POST', kind] as const,
    ['GET', kind] as const,
    ['GET', `${kind}/${UNKNOWN}`] as const,
  ]),
];

async function refuseBelow(bank: TestBank, payment: Payment): Promise<void> {
  const unknown = { ...payment, path: `${CREATION}/${UNKNOWN}` };
  for (const [method, below] of BELOW) {
    await call(bank, payment, method, below, { headers: { 'x-accept-fix': null } });
    await call(bank, payment, method, below, { headers: { 'X-PSU-IDENTITY': NOBODY } });
    await call(bank, unknown, method, below);
  }
  for (const kind of [AUTHORISATIONS, CANCELLATIONS]) await call(bank, payment, 'PUT', `${kind}/${UNKNOWN}`);
}

export const REFUSAL_LIVES: readonly Life[] = [
  life('creations that are refused', async (bank) => {
    for (const what of creationRefusals(bank)) await bank.send(what);
    const lacking = { 'TPP-Rejection-NoFunds-Preferred': 'true' };
    await makeSession(bank);
    await send(bank, { amount: TOO_MUCH, headers: lacking, psu: KARI });
  }),
  life(
    'the same request again, the same payment again, and the X-Request-ID for another one',
    async (bank) => {
      const body = bank.payment();
      const headers = { 'X-Request-ID': 'b2d1a3a0-6d1f-4d9e-9a43-0c1b2f3e4d5c' };
      await bank.send({ body, headers });
      await bank.send({ body, headers });
      await bank.send({ body });
      await bank.send({ headers });
    },
  ),
  life('calls below a payment that are refused', async (bank) => {
    const payment = await create(bank);
    await refuseBelow(bank, payment);
    await call(bank, payment, 'POST', CANCELLATIONS);
    await approve(bank, payment);
    await call(bank, payment, 'POST', AUTHORISATIONS);
  }),
];

/** When the bank itself is at fault. @see D2-status-codes */
export const FAULT_LIVES: readonly Life[] = [
  {
    faults: 4,
    ...life('payments and baskets of a bank whose store is closed', async (bank) => {
      const payments = await received(bank);
      const basket = await createBasket(bank, payments);
      await bank.close();
      await bank.send({ headers: { 'X-PSU-IDENTITY': KARI } });
      await sendBasket(bank, payments);
      await call(bank, payments[0]!, 'GET');
      await call(bank, basket, 'GET');
    }),
  },
];
