import { describe, expect, it } from 'vitest';
import { accountId } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, ask } from '../../support/life/operator.ts';
import { CANCELLATIONS, cancel, start } from '../../support/life/payments.ts';
import { approvedAs, cardOf, createAs, KINDS, type Kind } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';

const bank = bankOfEach();

/** Takes the payment right from an account or card account, or gives it back. */
function right(act: 'take' | 'give', id: string, operator = true) {
  return ask(bank(), 'POST', `/operator/accounts/${id}/payment-right/${act}`, undefined, operator);
}

function debtorId(kind: Kind): string {
  return kind === 'card' ? cardOf(bank()).id : accountId(bank(), bank().accounts.debtor);
}

/** After its creation a payment of any kind has a debtor: an account, a card, or one for several. */
const DEBTORS = sweep(KINDS, (kind) => ['domestic', 'card', 'bulk'].includes(kind));

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

it.each(
  DEBTORS.filter((kind) => kind !== 'instant'),
)('a debtor account without payment right can have an approved one cancelled: %s [D6-payment-right, D2-forbidden]', async (kind) => {
  const payment = await approvedAs(bank(), kind);
  await right('take', debtorId(kind));
  expect((await cancel(bank(), payment)).status).toBe(202);
  await start(bank(), payment, CANCELLATIONS);
  expect((await approve(bank(), payment)).transactionStatus).toBe('CANC');
});
