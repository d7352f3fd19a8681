import { describe, expect, it } from 'vitest';
import { allStatuses, createBasket, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { faultsOf, faultyBank, setFault } from '../../support/life/faults.ts';
import { create, KARI, scaStatusOf, send, start, statusOf } from '../../support/life/payments.ts';
import { asksForDecision, decide, goOn } from '../../support/life/walk.ts';

const OPEN = ['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED', 'STARTED'];

const STATUSES = [
  ...OPEN.map((fault) => ({ fault, isOpen: true, status: 'RCVD' })),
  { fault: 'FINALISED', isOpen: false, status: 'ACTC' },
  { fault: 'FAILED', isOpen: false, status: 'RJCT' },
];

describe.each(
  STATUSES,
)('a fault that starts an authorisation at $fault [D11-fault-sca, D6-sca-status]', (row) => {
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
    const after = await create(bank, { psu: KARI });
    expect(await scaStatusOf(bank, after)).toBe('RECEIVED');
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
    const headers = { 'PSU-Context': 'CORPORATE' };
    const { json } = await send(bank, { psu: KARI, headers });
    expect(json).toMatchObject({ transactionStatus: 'RCVD', _links: { scaRedirect: {} } });
    expect(await faultsOf(bank)).toMatchObject([{ calls: 1, strikes: 0 }]);
  });
});
