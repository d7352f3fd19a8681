import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { accountId } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask } from '../../support/life/operator.ts';
import type { Headers } from '../../support/life/payments.ts';
import { expectRefusal, type Refusal, refusalAt } from './expectations.ts';
import {
  buildIban,
  type Change,
  combine,
  crossBorder,
  domestic,
  feeInformation,
  instant,
  instantAlias,
  knownPsu,
  nothing,
  type Product,
  periodic,
  set,
} from './rows.ts';

const bank = bankOfEach();

function send(kind: Product, change: Change = nothing, headers: Headers = {}): Promise<Answer> {
  const body = kind.body(bank());
  change(body);
  return bank().send({ path: kind.path, headers: { ...knownPsu, ...headers }, body });
}

async function take(bban: string): Promise<void> {
  const path = `/operator/accounts/${accountId(bank(), bban)}/payment-right/take`;
  expect((await ask(bank(), 'POST', path)).status).toBe(200);
}

const forbidden = (path: string): Refusal => ({ status: 403, code: 'FORBIDDEN', path });
const products = [domestic, crossBorder, instant, instantAlias, periodic, feeInformation];

describe('a payment right beside other faults [D6-payment-right, D2-forbidden, D4-disclosure, D11-payment-right]', () => {
  it.each(products)('is looked at when the body is right: $name', async (kind) => {
    await take(bank().accounts.debtor);
    const currency = set('debtorAccount.currency', 'XXX');
    expectRefusal(await send(kind, currency), refusalAt('debtorAccount.currency', 'FORMAT_ERROR'));
  });

  it('is told at the bban when bban and IBAN name the account', async () => {
    const { debtor } = bank().accounts;
    await take(debtor);
    const both = set('debtorAccount.iban', buildIban('NO', debtor));
    expectRefusal(await send(crossBorder, both), forbidden('debtorAccount.bban'));
    const iban = set('debtorAccount', { iban: buildIban('NO', debtor), currency: 'NOK' });
    expectRefusal(await send(crossBorder, combine(iban)), forbidden('debtorAccount.iban'));
  });

  it('is there again in initialised data', async () => {
    await take(bank().accounts.debtor);
    expectRefusal(await send(domestic), forbidden('debtorAccount.bban'));
    expect((await bank().send({ path: '/v1/sandbox/initialize' })).status).toBeLessThan(300);
    expect((await send(domestic)).status).toBe(201);
  });
});
