import type { TestBank } from '../../support/bank.ts';
import { Browser } from '../../support/life/browser.ts';
import { SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { approve, decline, play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  cancel,
  create,
  KARI,
  listed,
  type Payment,
  readStatus,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { reach, type State, TOO_MUCH } from '../../support/life/states.ts';
import { chooseContext, decide, goOn, identify } from '../../support/life/walk.ts';
import { readStored } from '../../support/stored.ts';
import { type Life, life } from '../record.ts';

/** Every member of a domestic body that may be left out, but the remittances. @see I-domestic-request */
export const EVERY_MEMBER = {
  creditorAgent: 'DNBANOKKXXX',
  creditorAddress: {
    street: 'Storgata',
    buildingNumber: '7B',
    postalCode: '0155',
    city: 'Oslo',
    country: 'NO',
  },
  ultimateDebtor: 'Kari Prøve',
  purposeCode: 'SUPP',
  endToEndIdentification: 'E2E-1',
};

const NO_MESSAGE = { remittanceInformationUnstructured: undefined };
const REFERENCE = { reference: 'F-1', referenceType: 'CINV', referenceIssuer: 'Ola' };

/** Reads a payment in every way there is. */
export async function read(bank: TestBank, payment: Payment): Promise<void> {
  await call(bank, payment, 'GET');
  await readStatus(bank, payment);
}

/** Through the pages of the bank's site, with its authorisation read at each. */
async function authoriseStepByStep(bank: TestBank, payment: Payment): Promise<void> {
  const browser = new Browser(bank);
  const look = () => scaStatusOf(bank, payment);
  await look();
  const context = await identify(browser, await browser.open(payment.link), KARI);
  await look();
  const payee = await chooseContext(browser, context, 'PRIVATE');
  await look();
  const between = await goOn(browser, payee, { follow: false });
  await look();
  const confirmation = await browser.follow(between);
  await look();
  await decide(browser, confirmation, 'confirm');
  await look();
}

async function cardReference(bank: TestBank): Promise<string> {
  const sql = `SELECT related_account AS card FROM card_accounts WHERE customer_number = '${KARI}'`;
  return String(readStored(bank.path, sql)[0]?.card);
}

export const DOMESTIC_LIVES: readonly Life[] = [
  life('a domestic payment with every member, step by step until it is booked', async (bank) => {
    const payment = await create(bank, {
      psu: KARI,
      headers: { 'PSU-Context': null },
      date: WEDNESDAY,
      body: EVERY_MEMBER,
    });
    await listed(bank, payment);
    await authoriseStepByStep(bank, payment);
    await read(bank, payment);
    sleepUntil(bank, WEDNESDAY, '11:30');
    await read(bank, payment);
  }),
  life('domestic payments with each kind of reference, from an account and from a card', async (bank) => {
    const card = { identification: await cardReference(bank), schemeNameProprietary: 'creditCardAccount' };
    const bodies = [
      { ...NO_MESSAGE, remittanceInformationStructured: REFERENCE },
      { ...NO_MESSAGE, remittanceInformationStructuredArray: [REFERENCE] },
      { debtorAccount: { other: card, currency: 'NOK' } },
    ];
    for (const body of bodies) {
      const payment = await create(bank, { body });
      await approve(bank, payment);
      await read(bank, payment);
    }
  }),
  life('a domestic payment of 18 digits', async (bank) => {
    const payment = await create(bank, { amount: '1234567890123456.78' });
    await approve(bank, payment);
    await read(bank, payment);
  }),
  life('a domestic payment that is short all day and rejected', async (bank) => {
    const payment = await create(bank, { amount: TOO_MUCH });
    await approve(bank, payment);
    for (const time of ['11:30', '13:30', '15:30']) {
      sleepUntil(bank, WEDNESDAY, time);
      await read(bank, payment);
    }
    sleepUntil(bank, THURSDAY, '00:01');
    await read(bank, payment);
  }),
  life('a domestic payment wanted on a Saturday', async (bank) => {
    const payment = await create(bank, { date: SATURDAY });
    await approve(bank, payment);
    await read(bank, payment);
  }),
  life('a domestic payment whose authorisation its TPP starts, twice', async (bank) => {
    const payment = await create(bank, {
      psu: KARI,
      headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' },
    });
    const first = await start(bank, payment);
    const second = await start(bank, payment);
    await decline(bank, payment);
    for (const { authorisationId } of [first, second]) {
      await scaStatusOf(bank, payment, authorisationId, AUTHORISATIONS);
    }
    await read(bank, payment);
  }),
  life('a small domestic payment between own accounts, exempted', async (bank) => {
    await approve(bank, await create(bank, { psu: KARI }));
    const own = { psu: KARI, to: bank.accounts.debtorOther, amount: '500.00' };
    const payment = await create(bank, own);
    const [authorisationId] = await listed(bank, payment);
    await scaStatusOf(bank, payment, authorisationId);
    await read(bank, payment);
    const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    await start(bank, await create(bank, { ...own, headers: explicit }));
  }),
];

const CANCELLABLE: readonly State[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];

async function cancelInState(bank: TestBank, state: State): Promise<void> {
  const payment = await reach(bank, state);
  await cancel(bank, payment);
  const { authorisationId } = await start(bank, payment, CANCELLATIONS);
  await listed(bank, payment, CANCELLATIONS);
  await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
  await play(bank, 'approve', authorisationId);
  await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
  await readStatus(bank, payment);
}

export const CANCELLATION_LIVES: readonly Life[] = [
  life('a payment cancelled before it is authorised', async (bank) => {
    const payment = await create(bank);
    await cancel(bank, payment);
    await readStatus(bank, payment);
    await cancel(bank, payment);
    await call(bank, payment, 'POST', CANCELLATIONS);
  }),
  ...CANCELLABLE.map((state) =>
    life(`a payment cancelled in ${state}`, (bank: TestBank) => cancelInState(bank, state)),
  ),
  life('a cancellation that the PSU declines', async (bank) => {
    const payment = await reach(bank, 'ACTC');
    await cancel(bank, payment);
    const { authorisationId } = await start(bank, payment, CANCELLATIONS);
    await decline(bank, payment);
    await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
    await readStatus(bank, payment);
  }),
];
