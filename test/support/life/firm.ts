import { seededId } from '../../../src/bank/domain/ids.ts';
import type { TestBank } from '../bank.ts';
import { changeStore } from '../store-work.ts';
import { create, FIRM, type Payment, type Wish } from './payments.ts';

export const agreementId = seededId('test', 'agreement', FIRM);

/** The firm's own agreement; the operation that makes one comes with the sandbox's data. */
export async function agree(bank: TestBank): Promise<void> {
  await changeStore(
    bank.path,
    `INSERT INTO agreements (place, id, type, owner_number, name) VALUES (99, ?, 'CORPORATE', ?, 'Firm')`,
    agreementId,
    FIRM,
  );
}

/** A payment of the firm's. */
export async function createOfFirm(bank: TestBank, wish: Wish = {}): Promise<Payment> {
  const { foreign, debtor } = bank.accounts;
  const from = await accountOf(bank, FIRM);
  return create(bank, { psu: FIRM, from, to: from === foreign ? debtor : foreign, ...wish });
}

/** bban of a customer's first account. */
export async function accountOf(bank: TestBank, customerNumber: string): Promise<string> {
  const { json } = await bank.send({ method: 'GET', path: '/v1/sandbox/accounts' });
  return json.find((one: { customerNumber: string }) => one.customerNumber === customerNumber).bban;
}
