import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INSTANT } from '../../../src/values/products.ts';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { accountOf, agree, agreementId, engage, inAgreement } from '../../support/life/firm.ts';
import { play } from '../../support/life/operator.ts';
import { FIRM, type Headers, KARI, OLA } from '../../support/life/payments.ts';
import { CREATIONS, initiation, KINDS } from '../../support/life/products.ts';
import { SiteBrowser } from '../../support/site.ts';
import { changeStore } from '../../support/store-work.ts';

/** Kari is engaged for the firm's first account. These worlds differ in its other one, to which she has no right. */
const CHANGES: Readonly<Record<string, (bank: TestBank, other: string) => Promise<unknown>>> = {
  'is as it was': async () => {},
  'is nobody’s': (bank, other) => change(bank, `bban = '99909999999', iban = 'NO1299909999999'`, other),
  'is another customer’s': (bank, other) => change(bank, `customer_number = '${OLA}'`, other),
  'is in euro': (bank, other) => change(bank, `currency = 'EUR'`, other),
  'may not be paid from': (bank, other) => change(bank, 'may_pay = 0', other),
  'may be seen by her': (bank, account) => engage(bank, KARI, { account, roles: ['VIEW'] }),
  'may be paid from by her, and not seen': (bank, account) =>
    engage(bank, KARI, { account, roles: ['REGISTER'] }),
  'is engaged for another': (bank, account) => engage(bank, OLA, { account }),
};

const change = (bank: TestBank, set: string, bban: string) =>
  changeStore(bank.path, `UPDATE accounts SET ${set} WHERE bban = ?`, bban);

interface World {
  readonly name: string;
  readonly bank: TestBank;
  readonly other: string;
  readonly named: Headers;
}

async function open(name: string): Promise<World> {
  let secrets = 0;
  const bank = await openTestBank({
    bank: { secret: () => `secret-${String(++secrets).padStart(22, '0')}` },
  });
  await agree(bank);
  await engage(bank, KARI);
  const named = await inAgreement(bank, KARI);
  const other = await accountOf(bank, FIRM, 1);
  await CHANGES[name]!(bank, other);
  return { name, bank, other, named };
}

let sent = 0;

/** What each world answers to the same. */
async function heard(worlds: readonly World[], what: (world: World) => Promise<string>): Promise<object> {
  const answers: Record<string, string> = {};
  for (const world of worlds) answers[world.name] = await what(world);
  return answers;
}

const alike = (answers: object) => {
  const [first] = Object.values(answers);
  return Object.fromEntries(Object.keys(answers).map((name) => [name, first]));
};

describe('an account of an agreement that the PSU has no right to [D4-disclosure, D4-debtor, D8-engaged-accounts, S9-owner-before-payment]', () => {
  let worlds: World[] = [];
  beforeAll(async () => {
    worlds = await Promise.all(Object.keys(CHANGES).map(open));
  });
  afterAll(async () => {
    for (const { bank } of worlds) {
      expect(bank.unexpected).toEqual([]);
      await bank.close();
    }
  });

  const send = async ({ bank }: World, what: Send) => {
    const { status, text } = await bank.send({
      ...what,
      headers: { ...what.headers, 'X-Request-ID': `r-${sent}` },
    });
    return `${status} ${text}`;
  };
  const kinds = KINDS.filter((kind) => kind !== 'card');
  const sessions = { 'in a session with an SCA': 'first-sca', 'in another session': 'new' };
  const rows = kinds.flatMap((kind) => Object.keys(sessions).map((session) => ({ kind, session })));

  it.each(rows)('is told of in one way, with the psu-corporate-id: $kind $session', async ({
    kind,
    session,
  }) => {
    sent += 1;
    const body = initiation(worlds[0]!.bank, kind, { from: worlds[0]!.other, amount: '1.00' });
    const answers = await heard(worlds, (world) => {
      const headers = { ...world.named, 'TPP-Session-ID': sessions[session as keyof typeof sessions] };
      return send(world, { path: CREATIONS[kind], body, headers });
    });
    expect(answers).toEqual(alike(answers));
    expect(JSON.stringify(answers)).toContain(
      '400 {\\"tppMessages\\":[{\\"category\\":\\"ERROR\\",\\"code\\":\\"RESOURCE_UNKNOWN',
    );
  });

  it('is told of in one way by fee information', async () => {
    sent += 1;
    const path = `/v1/payments/${INSTANT}/fee-information`;
    const body = {
      amount: { amount: '10.00', currency: 'NOK' },
      debtorAccount: { bban: worlds[0]!.other, currency: 'NOK' },
      creditorAccount: { bban: '99911200011', currency: 'NOK' },
    };
    const answers = await heard(worlds, (world) => send(world, { path, body, headers: world.named }));
    expect(answers).toEqual(alike(answers));
  });

  it.each([
    true,
    false,
  ])('is told of in one way by creation and page, named by number (on the site: %s)', async (onSite) => {
    sent += 1;
    const body = initiation(worlds[0]!.bank, 'instant', { from: worlds[0]!.other, amount: '1.00' });
    const headers = { 'X-PSU-IDENTITY': KARI, 'PSU-Context': null, 'TPP-Session-ID': 'by-number' };
    const answers = await heard(worlds, async (world) => {
      const created = await send(world, { path: CREATIONS.instant, body, headers });
      const { paymentId, _links } = JSON.parse(created.slice(4));
      const { pathname } = new URL(_links.scaRedirect.href);
      if (!onSite) {
        const played = await play(world.bank, 'approve', paymentId, { agreementId });
        return created + JSON.stringify(played);
      }
      const browser = new SiteBrowser(world.bank, pathname);
      const pages = [
        await browser.open(),
        await browser.identify(KARI),
        await browser.press(`corporate:${agreementId}`),
      ];
      return created + pages.map((page) => page.html + page.header('Location')).join('\n');
    });
    expect(answers).toEqual(alike(answers));
    expect(JSON.stringify(answers)).toContain('code=PSU_CREDENTIALS_INVALID');
  });
});
