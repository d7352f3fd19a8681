import { describe, expect, it } from 'vitest';
import { byPsuId } from '../../support/known-psu.ts';
import { accountId } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, ask } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  cancel,
  listed,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { approvedAs, cardOf, createAs, KINDS, type Kind, sendAs } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
/** By PSU-ID: who may be told of the account. */
const known = { headers: byPsuId() };
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };

/** Takes the payment right from an account or card account, or gives it back. */
function right(act: 'take' | 'give', id: string, operator = true) {
  return ask(bank(), 'POST', `/operator/accounts/${id}/payment-right/${act}`, undefined, operator);
}

function debtorId(kind: Kind): string {
  return kind === 'card' ? cardOf(bank()).id : accountId(bank(), bank().accounts.debtor);
}

/** After its creation a payment of any kind has a debtor: an account, a card, or one for several. */
const DEBTORS = sweep(KINDS, (kind) => ['domestic', 'card', 'bulk'].includes(kind));

function forbidden(kind: Kind) {
  const path = kind === 'card' ? 'debtorAccount.other.identification' : 'debtorAccount.bban';
  return { status: 403, code: 'FORBIDDEN', path };
}

describe('the payment right [D6-payment-right]', () => {
  it('is taken and given by the operator, and stays so until the other', async () => {
    for (const accountId of [debtorId('domestic'), debtorId('card')]) {
      for (const act of ['take', 'take', 'give', 'give'] as const) {
        const { status, json } = await right(act, accountId);
        expect([status, json]).toEqual([200, { accountId, paymentRight: act === 'give' }]);
      }
    }
  });

  it('is nothing that anybody but the operator finds', async () => {
    expect((await right('take', debtorId('domestic'), false)).status).toBe(404);
    await createAs(bank(), 'domestic');
  });
});

describe('a debtor account without payment right [D6-payment-right, D2-forbidden]', () => {
  it.each(KINDS)('can not be paid from: %s', async (kind) => {
    await right('take', debtorId(kind));
    expectRefusal(await sendAs(bank(), kind, known), forbidden(kind));
    await right('give', debtorId(kind));
    await createAs(bank(), kind);
  });

  it.each(DEBTORS)('can not have the authorisation of a payment started: %s', async (kind) => {
    const payment = await createAs(bank(), kind, explicit);
    await right('take', debtorId(kind));
    expectRefusal(await call(bank(), payment, 'POST', AUTHORISATIONS, known), forbidden(kind));
    expect(await listed(bank(), payment)).toEqual([]);
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    await right('give', debtorId(kind));
    await start(bank(), payment);
  });

  it.each(
    DEBTORS.filter((kind) => kind !== 'instant'),
  )('can have an approved one cancelled: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind);
    await right('take', debtorId(kind));
    expect((await cancel(bank(), payment)).status).toBe(202);
    await start(bank(), payment, CANCELLATIONS);
    expect((await approve(bank(), payment)).transactionStatus).toBe('CANC');
  });
});
