import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, approve, play } from '../../support/life/operator.ts';
import { CANCELLATIONS, create, KARI, readStatus, start, type Wish } from '../../support/life/payments.ts';
import { reach } from '../../support/life/states.ts';
import { walk } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const FIRST = 'first-session';
const SECOND = 'second-session';

/** An SCA of Kari's in a session, by a payment of its own. */
async function sca(session: string, wish: Wish = {}): Promise<void> {
  await approve(bank(), await create(bank(), { psu: KARI, session, ...wish }));
}

/** Whether the session's SCA is valid: a small payment between own accounts is then exempted. */
async function isValid(session: string, wish: Wish = {}): Promise<boolean> {
  const to = bank().accounts.debtorOther;
  const { created } = await create(bank(), { psu: KARI, session, to, amount: '1.00', ...wish });
  return created.json.transactionStatus !== 'RCVD';
}

describe('the hour of a session [I-authentication-7, D6-session, I-limits-session]', () => {
  it('begins when its SCA is finished, not when it is started', async () => {
    const payment = await create(bank(), { psu: KARI, session: FIRST });
    bank().now += 14 * MINUTE;
    expect(await isValid(FIRST)).toBe(false);
    await approve(bank(), payment);
    bank().now += HOUR - 1000;
    expect(await isValid(FIRST)).toBe(true);
  });

  it('is made by the SCA of a cancellation and by that of a session alone, too', async () => {
    const payment = await reach(bank(), 'ACTC', { psu: KARI, session: FIRST });
    await start(bank(), payment, CANCELLATIONS, { headers: { 'TPP-Session-ID': SECOND } });
    await approve(bank(), payment);
    expect(await isValid(SECOND)).toBe(true);

    const headers = { 'X-PSU-IDENTITY': '99999999999', 'TPP-Session-ID': 'third' };
    const refused = await bank().send({ headers });
    expectRefusal(refused, { status: 401, code: 'PSU_CREDENTIALS_INVALID' });
    const redirect = await walk(
      bank(),
      refused.json._links.scaRedirect.href,
      { number: KARI, context: 'PRIVATE' },
      'confirm',
    );
    expect(redirect.searchParams.get('tpp-session-id')).toBe('third');
    expect(await isValid('third')).toBe(true);
  });
});

describe('a new TPP-Session-ID before the old one is over [I-authentication-7, D6-session-replaced]', () => {
  it('ends the old one once its SCA is finished', async () => {
    await sca(FIRST);
    await sca(SECOND);
    expect(await isValid(FIRST)).toBe(false);
    expect(await isValid(SECOND)).toBe(true);
  });

  const aborted: readonly Act[] = ['decline', 'abandon', 'expire', 'fail'];
  it.each(aborted)('leaves the old one alive when its SCA is aborted: %s', async (act) => {
    await sca(FIRST);
    const payment = await create(bank(), { psu: KARI, session: SECOND });
    await play(bank(), act, payment.paymentId);
    expect(await isValid(FIRST)).toBe(true);
    expect(await isValid(SECOND)).toBe(false);
  });

  it('leaves it dead for good: an SCA begun in it approves its payment and revives nothing', async () => {
    await sca(FIRST);
    const begun = await create(bank(), { psu: KARI, session: FIRST });
    await sca(SECOND);
    const finished = await approve(bank(), begun);
    expect(finished).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
    expect(finished.redirect).toContain('psu-id=');
    expect([await isValid(FIRST), await isValid(SECOND)]).toEqual([false, true]);
    // Nor does one that is begun in it afterwards.
    await sca(FIRST);
    bank().now += HOUR;
    await sca(FIRST);
    expect([await isValid(FIRST), await isValid(SECOND)]).toEqual([false, true]);
  });
});

it('the PSU-ID of a finished SCA names the PSU on later requests, in any session and long after it [I-authentication-5, D3-psu-identity, D2-psu-credentials]', async () => {
  const byId = (id: string | undefined) => ({
    headers: { 'PSU-ID': id ?? '', 'X-PSU-IDENTITY': null, 'PSU-Context': null },
  });
  const payment = await create(bank());
  const { psuId } = await approve(bank(), payment);
  bank().now += 20 * 24 * HOUR;
  expect((await readStatus(bank(), payment, byId(psuId))).json.transactionStatus).toBe('ACSC');
  const created = await bank().send({ ...byId(psuId), body: bank().payment() });
  expect(created.status, created.text).toBe(201);
});
