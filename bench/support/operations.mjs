// The operations of a bank whose store holds many payments, booked and pending ones: copies of the rows of two payments that
// were made.
import { dirname } from 'node:path';
import { copyPayments } from './copied-payments.mjs';
import { timeProcess } from './processes.mjs';
import { CREATE, createPaymentBody, RUN_FILE } from './program.mjs';

const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';
const CROSS_BORDER = '/v1/payments/norwegian-cross-border-credit-transfers';
const PAGE = 200;

/** How many of a store's payments are pending. */
export const PENDING_SHARE = 0.05;

/** Fills a bank's store with so many payments. @returns a function for each operation that is measured */
export async function fillStore(bank, payments) {
  const create = () => bank.send(bank.sign('POST', DOMESTIC, createPaymentBody(bank.accounts)));
  const approve = ({ paymentId }) => bank.operate(`/operator/sca/${paymentId}/approve`);
  const booked = await create();
  await approve(booked);
  await bank.operate('/operator/batch/run');
  const pending = await create();
  await approve(pending);
  const read = await bank.send(bank.sign('POST', CROSS_BORDER, createCrossBorderBody(bank.accounts)));
  const pendingCount = Math.ceil(payments * PENDING_SHARE);
  copyPayments(bank.path, [
    { id: booked.paymentId, count: payments - pendingCount },
    { id: pending.paymentId, count: pendingCount },
  ]);
  const ask = await openAccounts(bank);
  const [debtor] = bank.accounts;
  const page = `/v1/accounts/${debtor.id}/transactions?bookingStatus=booked&limit=${PAGE}`;
  const variables = { PSD2_HOME: dirname(dirname(bank.path)) };
  return {
    creation: create,
    'creation and approval': async () => approve(await create()),
    status: () => bank.send(bank.sign('GET', `${CROSS_BORDER}/${read.paymentId}/status`)),
    'list of accounts': () => ask('/v1/accounts'),
    'page of transactions': () => ask(page),
    'list of the sandbox': () => bank.send(bank.sign('GET', '/v1/sandbox/accounts')),
    'payments create, the process': async () => timeProcess([RUN_FILE, ...CREATE], variables),
  };
}

/** Lets the TPP see the accounts of the debtor's owner. @returns what reads them */
async function openAccounts(bank) {
  const psu = bank.accounts[0].customerNumber;
  const sign = (target) => bank.sign('GET', target, undefined, [['X-PSU-IDENTITY', psu]]);
  const { json } = await bank.answer(sign('/v1/accounts'));
  const id = new URL(json._links.scaRedirect.href).pathname.split('/').at(-2);
  await bank.operate(`/operator/sca/${id}/approve`, { as: psu, accounts: 'all' });
  return (target) => bank.send(sign(target));
}

function createCrossBorderBody(accounts) {
  const creditorAccount = { iban: accounts[2].iban, currency: 'NOK' };
  return { ...createPaymentBody(accounts), creditorAccount };
}
