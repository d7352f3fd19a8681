import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { allStatuses, createBasket, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { clearFaults, faultsOf, faultyBank, setFault } from '../../support/life/faults.ts';
import { approve, ask, runBatch } from '../../support/life/operator.ts';
import { create, KARI, readStatus, scaStatusOf, send, start, statusOf } from '../../support/life/payments.ts';
import { asksForDecision, decide, goOn } from '../../support/life/walk.ts';
import { CONFLICT, expectRefusal, refusalAt } from '../refusals/expectations.ts';

describe('faults that are set [D11-fault-life, D11-operator]', () => {
  it('are numbered from 1, and go one by one, or all', async () => {
    const { bank } = await faultyBank();
    const first = await setFault(bank, {
      fault: 'RESOURCE_UNKNOWN',
      operation: 'read payment',
      call: 3,
      status: 400,
    });
    expect(first).toEqual({
      ...{ faultId: 1, fault: 'RESOURCE_UNKNOWN', operation: 'read payment', call: 3, status: 400 },
      ...{ calls: 0, strikes: 0 },
    });
    await setFault(bank, { fault: 'latency', milliseconds: 50_000 });
    expect(await clearFaults(bank, 1)).toBe(1);
    expect(await faultsOf(bank)).toMatchObject([{ faultId: 2, fault: 'latency', milliseconds: 50_000 }]);
    for (const gone of ['1', '0', '3', 'x', '1e0'])
      expect((await ask(bank, 'DELETE', `/operator/faults/${gone}`)).status).toBe(404);
    expect(await clearFaults(bank)).toBe(1);
    expect(await faultsOf(bank)).toEqual([]);
    expect(await setFault(bank, { fault: 'PDNG' })).toMatchObject({ faultId: 3 });
  });

  it("are the operator's: to others they are not there", async () => {
    const { bank } = await faultyBank();
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await ask(bank, method, '/operator/faults', undefined, false)).status).toBe(404);
  });

  it('are cleared by initialising, and are 100 at most', async () => {
    const { bank } = await faultyBank();
    for (let set = 0; set < 100; set += 1) await setFault(bank, { fault: 'terse-errors' });
    expectRefusal(await ask(bank, 'POST', '/operator/faults', { fault: 'PDNG' }), CONFLICT);
    expect((await bank.send({ path: '/v1/sandbox/initialize' })).status).toBe(200);
    expect(await faultsOf(bank)).toEqual([]);
  });

  it.each([
    ['no such fault', { fault: 'KAPUT' }, 'fault'],
    ['no name', {}, 'fault'],
    ['an operation that no bank has', { fault: 'FORBIDDEN', operation: 'pay twice' }, 'operation'],
    ["the operator's own", { fault: 'FORBIDDEN', operation: 'run batch' }, 'operation'],
    ['an operation that it has no effect on', { fault: 'PDNG', operation: 'list accounts' }, 'operation'],
    ['the call before the first', { fault: 'FORBIDDEN', call: 0 }, 'call'],
    ["another code's status", { fault: 'FORBIDDEN', status: 404 }, 'status'],
    ['a status of what is no code', { fault: 'PDNG', status: 400 }, 'status'],
    ['a latency of no length', { fault: 'latency' }, 'milliseconds'],
    ['more than a served bank can wait', { fault: 'latency', milliseconds: 50_001 }, 'milliseconds'],
    ['a length of what is no latency', { fault: 'PDNG', milliseconds: 5 }, 'milliseconds'],
  ])('are refused: %s', async (_, asked, path) => {
    const { bank } = await faultyBank();
    expectRefusal(await ask(bank, 'POST', '/operator/faults', asked), {
      status: 400,
      code: 'FORMAT_ERROR',
      path,
    });
    expect(await faultsOf(bank)).toEqual([]);
  });
});

const INSTANT = '/v1/payments/instant-norwegian-credit-transfers-straks';

describe('a payment without funds [D11-fault-funds]', () => {
  it('is refused where lack of funds refuses', async () => {
    const { bank, told } = await faultyBank();
    await makeSession(bank);
    await setFault(bank, { fault: 'no-funds' });
    const noFunds = { psu: KARI, headers: { 'TPP-Rejection-NoFunds-Preferred': 'true' } };
    expectRefusal(await send(bank, noFunds), refusalAt('instructedAmount.amount', 'PAYMENT_FAILED'));
    expect(told.at(-1)?.faults).toEqual(['no-funds']);
    const instant = await bank.send({
      path: INSTANT,
      body: bank.payment(),
      headers: { 'X-PSU-IDENTITY': KARI },
    });
    expectRefusal(instant, { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' });
  });

  it("is rejected after the day's last run, and another one of the same account is booked", async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'no-funds', call: 1 });
    const [struck, usual] = [await create(bank), await create(bank)];
    for (const payment of [struck, usual]) await approve(bank, payment);
    sleepUntil(bank, WEDNESDAY, '15:30');
    const read = async (payment: typeof usual) => (await readStatus(bank, payment)).json;
    expect(await read(struck)).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false });
    expect(await read(usual)).toMatchObject({ transactionStatus: 'ACSC' });
  });

  it('keeps them away as long as its own fault is set, whichever others go', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'latency', milliseconds: 1 });
    await setFault(bank, { fault: 'no-funds' });
    const payment = await create(bank);
    await approve(bank, payment);
    for (const [cleared, status] of [
      [1, 'ACCP'],
      [2, 'ACSC'],
    ] as const) {
      await clearFaults(bank, cleared);
      await runBatch(bank);
      expect((await readStatus(bank, payment)).json.transactionStatus).toBe(status);
    }
  });
});

const OPEN = ['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED', 'STARTED'];

describe.each([
  ...OPEN.map((fault) => ({ fault, isOpen: true, status: 'RCVD' })),
  { fault: 'FINALISED', isOpen: false, status: 'ACTC' },
  { fault: 'FAILED', isOpen: false, status: 'RJCT' },
])('a fault that starts an authorisation at $fault [D11-fault-sca, D6-sca-status]', (row) => {
  const { fault, isOpen, status } = row;

  it('has that of a new payment there, with what follows from it', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault, call: 1 });
    const payment = await create(bank, { psu: KARI });
    const { transactionStatus, _links } = payment.created.json;
    expect(transactionStatus).toBe(status);
    expect('scaRedirect' in _links).toBe(isOpen);
    expect(await scaStatusOf(bank, payment)).toBe(fault);
    expect(await statusOf(bank, payment)).toBe(status);
    expect(await faultsOf(bank)).toMatchObject([{ fault, calls: 1, strikes: 1 }]);
    expect(await scaStatusOf(bank, await create(bank, { psu: KARI }))).toBe('RECEIVED');
  });

  it('has that of a basket there, whose payments share its end', async () => {
    const { bank } = await faultyBank();
    const payments = await received(bank);
    const basket = await createBasket(bank, payments);
    await setFault(bank, { fault, operation: 'start basket authorisation' });
    const { answer, authorisationId } = await start(bank, basket);
    expect(answer.json.scaStatus).toBe(fault);
    expect('scaRedirect' in answer.json._links).toBe(isOpen);
    expect(await scaStatusOf(bank, basket, authorisationId)).toBe(fault);
    expect(await allStatuses(bank, payments)).toBe(`${status} ${status}`);
  });
});

describe('an authorisation that a fault starts further on [D11-fault-sca]', () => {
  it.each(OPEN.slice(2))('is opened from %s by the first browser, which confirms it', async (fault) => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault });
    const payment = await create(bank, { psu: KARI });
    const browser = new Browser(bank);
    let page = await browser.open(payment.link);
    if (!asksForDecision(page)) page = await goOn(browser, page);
    expect((await decide(browser, page, 'confirm')).leavesTo).toContain('psu-id=');
    expect(await statusOf(bank, payment)).toBe('ACTC');
  });

  it('stays at the start of its kind, and is no strike, where its PSU may not sign', async () => {
    const { bank } = await faultyBank();
    await setFault(bank, { fault: 'FINALISED' });
    const { json } = await send(bank, { psu: KARI, headers: { 'PSU-Context': 'CORPORATE' } });
    expect(json).toMatchObject({ transactionStatus: 'RCVD', _links: { scaRedirect: {} } });
    expect(await faultsOf(bank)).toMatchObject([{ calls: 1, strikes: 0 }]);
  });
});
