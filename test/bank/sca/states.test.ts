import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, CREATION, openTestBank, type TestBank } from '../../support/bank.ts';
import { accountOf, agree, endAgreement, endEngagement, engage } from '../../support/life/firm.ts';
import { FIRM } from '../../support/life/payments.ts';
import { askFor, KARI, OLA, paymentStatusIn, SiteBrowser, scaIn } from '../../support/site.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());
const heading = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

describe('the pages of an SCA, one for each state [D6-site-steps, D6-sca-status, I-authentication-11]', () => {
  it('lead from the number to the approved payment', async () => {
    const { link, authorisationId, paymentId } = await askFor(
      bank,
      {},
      {
        'PSU-Context': null,
        'X-PSU-IDENTITY': KARI,
      },
    );
    const browser = new SiteBrowser(bank, link);
    const status = () => scaIn(bank, authorisationId).sca_status;
    expect(heading((await browser.open()).html)).toBe('Enter your customer number');
    expect(status()).toBe('RECEIVED');
    expect(heading((await browser.identify(KARI)).html)).toBe('Who are you acting for?');
    expect(status()).toBe('PSU_IDENTIFIED');
    expect(heading((await browser.go('private')).html)).toBe('Check the payment');
    expect(status()).toBe('PSU_AUTHENTICATED');
    expect((await browser.press('continue')).status).toBe(303);
    expect(status()).toBe('SCA_METHOD_SELECTED');
    expect(heading((await browser.open()).html)).toBe('Confirm the payment');
    expect(status()).toBe('STARTED');
    expect(paymentStatusIn(bank, paymentId)).toBe('RCVD');
    const end = await browser.press('confirm');
    expect(end.status).toBe(303);
    expect(end.header('Location')).toMatch(/^https:\/\/tpp\.example\/cb\?psu-id=[0-9a-f-]{36}&/);
    expect(status()).toBe('FINALISED');
    expect(paymentStatusIn(bank, paymentId)).toBe('ACTC');
  });

  it('show the same page again when they are opened again', async () => {
    const browser = new SiteBrowser(bank, (await askFor(bank)).link);
    for (const step of [() => browser.open(), () => browser.identify(KARI), () => browser.go('continue')]) {
      const page = await step();
      expect((await browser.open()).html).toBe(page.html);
    }
  });

  it.each([0, 1, 2, 3])('can each be declined: page %i', async (pages) => {
    const { link, authorisationId, paymentId } = await askFor(
      bank,
      {},
      {
        'PSU-Context': null,
        'X-PSU-IDENTITY': KARI,
      },
    );
    const browser = new SiteBrowser(bank, link);
    const steps = [() => browser.identify(KARI), () => browser.go('private'), () => browser.go('continue')];
    expect((await browser.open()).html).toContain('value="decline"');
    for (const step of steps.slice(0, pages)) expect((await step()).html).toContain('value="decline"');
    const { searchParams } = new URL((await browser.press('decline')).header('Location')!);
    expect(Object.fromEntries(searchParams)).toMatchObject({ status: '401', code: 'SCA_INVALID' });
    expect(scaIn(bank, authorisationId).sca_status).toBe('FAILED');
    expect(paymentStatusIn(bank, paymentId)).toBe('RJCT');
  });

  it.each([
    ['RECEIVED', 0, ['continue', 'confirm', 'private', '', 'identify ']],
    ['PSU_AUTHENTICATED', 1, ['identify', 'confirm', 'private', 'corporate:x']],
    ['STARTED', 2, ['identify', 'continue', 'private']],
  ] as const)('take no button of another page: %s', async (status, pages, steps) => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    if (pages > 0) await browser.identify(KARI);
    if (pages > 1) await browser.go('continue');
    const before = scaIn(bank, authorisationId);
    for (const step of steps) {
      expect((await browser.press(step, { number: KARI })).status).toBe(409);
      expect(scaIn(bank, authorisationId)).toEqual(before);
    }
    expect(before.sca_status).toBe(status);
  });

  it('take a form without a number for no wrong number', async () => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    expect((await browser.press('identify')).status).toBe(409);
    expect(scaIn(bank, authorisationId).wrong_numbers).toBe(0);
  });
});

describe('a wrong customer number [D6-three-numbers, D3-named-psu]', () => {
  it('is told with the tries that remain, announced, and its title says so', async () => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    expect((await browser.open()).html).not.toMatch(/role="alert"|Error: |aria-invalid/);
    const second = await browser.identify('12345678901');
    expect(second.html).toContain(
      'role="alert">That isn’t the right customer number. You have 2 tries left.</p>',
    );
    expect(second.html).toContain('<title>Error: Enter your customer number – Testbanken</title>');
    expect(second.html).toContain('aria-invalid="true" aria-describedby="wrong hint"');
    expect((await browser.identify('12345678901')).html).toContain('You have one try left.');
    expect(scaIn(bank, authorisationId).wrong_numbers).toBe(2);
    const end = await browser.press('identify', { number: '12345678901' });
    expect(end.header('Location')).toContain('code=PSU_CREDENTIALS_INVALID');
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'FAILED', failure: 'wrong-numbers' });
  });

  it('is that of another customer, too, when the request names one', async () => {
    const { link, authorisationId } = await askFor(bank, {}, { 'X-PSU-IDENTITY': KARI });
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    expect((await browser.identify(OLA)).html).toContain('You have 2 tries left.');
    await browser.identify(KARI);
    expect(scaIn(bank, authorisationId).sca_status).toBe('PSU_AUTHENTICATED');
  });
});

describe('the context page [D6-site-steps]', () => {
  const headers = { 'PSU-Context': null, 'X-PSU-IDENTITY': KARI };
  const buttons = (html: string) =>
    [...html.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step);

  it('offers PRIVATE alone where there is no agreement', async () => {
    const browser = new SiteBrowser(bank, (await askFor(bank, {}, headers)).link);
    await browser.open();
    expect(buttons((await browser.identify(KARI)).html)).toEqual(['private', 'decline']);
  });

  it('offers each corporate agreement of the PSU by its name, and takes no other', async () => {
    const ofFirm = { ...headers, 'TPP-Session-ID': 'of-the-firm' };
    const debtorAccount = { bban: await accountOf(bank, FIRM), currency: 'NOK' };
    const creditorAccount = { bban: bank.accounts.debtor, currency: 'NOK' };
    const { link, authorisationId } = await askFor(bank, { debtorAccount, creditorAccount }, ofFirm);
    const ofKari = await agree(bank, 'Fjell & <Sønn>');
    const ofOla = await agree(bank, 'Ola AS');
    const engaged = await engage(bank, KARI, { agreement: ofKari });
    await engage(bank, OLA, { agreement: ofOla });
    try {
      const browser = new SiteBrowser(bank, link);
      await browser.open();
      const page = await browser.identify(KARI);
      expect(buttons(page.html)).toEqual(['private', `corporate:${ofKari}`, 'decline']);
      expect(page.html).toContain('For <bdi>Fjell &amp; &lt;Sønn&gt;</bdi> (corporate)');
      expect((await browser.press(`corporate:${ofOla}`)).status).toBe(409);
      await browser.go(`corporate:${ofKari}`);
      expect(scaIn(bank, authorisationId)).toMatchObject({ context: 'CORPORATE', agreement: ofKari });
      await browser.go('continue');
      const { searchParams } = new URL((await browser.press('confirm')).header('Location')!);
      expect([...searchParams.keys()]).toEqual(['psu-id', 'psu-corporate-id', 'tpp-session-id', 'context']);
      expect(searchParams.get('context')).toBe('CORPORATE');
    } finally {
      await endEngagement(bank, engaged, ofKari);
      for (const id of [ofKari, ofOla]) await endAgreement(bank, id);
    }
  });
});

describe('a company on the page [D6-company]', () => {
  /** Link of an SCA that names nobody, with or without a context. */
  async function linkFor(context: string | null, session = `company-${context}`) {
    const headers = { 'PSU-Context': context, 'TPP-Session-ID': session };
    if (context !== null) return askFor(bank, {}, headers);
    const { json } = await bank.send({ method: 'GET', path: '/v1/user', headers });
    const link = new URL(json._links.scaRedirect.href).pathname;
    return { link, authorisationId: link.split('/')[2] ?? '' };
  }

  it.each([
    'PRIVATE',
    'CORPORATE',
    null,
  ])('is told to log in as a person with an agreement, who then goes on: PSU-Context %s', async (context) => {
    const { link, authorisationId } = await linkFor(context);
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    const told = await browser.press('identify', { number: FIRM });
    expect(told.html).toContain('Log in as a person who has an agreement');
    expect(told.html).not.toContain('For myself');
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'RECEIVED', wrong_numbers: 0 });
    await browser.press('identify', { number: KARI });
    expect(scaIn(bank, authorisationId)).toMatchObject({ identified: KARI });
  });

  it('chooses among its own agreements, and not itself', async () => {
    const { link } = await linkFor(null, 'company-agreement');
    const agreement = await agree(bank, 'Fjell');
    try {
      const browser = new SiteBrowser(bank, link);
      await browser.open();
      const page = await browser.identify(FIRM);
      const buttons = [...page.html.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step);
      expect(buttons).toEqual([`corporate:${agreement}`, 'decline']);
    } finally {
      await endAgreement(bank, agreement);
    }
  });
});

it('an SCA of a session alone says what the TPP gets, approves nothing, and sends the PSU back with the psu-id [D6-site-steps, I-authentication-5]', async () => {
  const unknown = '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11';
  const linkOf = ({ json }: Answer) => new URL(json._links.scaRedirect.href).pathname;
  const { paymentId } = await askFor(bank);
  const refused = await bank.send({
    method: 'GET',
    path: `${CREATION}/${paymentId}/status`,
    headers: { 'PSU-ID': unknown, 'TPP-Session-ID': 'alone' },
  });
  expect(refused.status).toBe(401);
  const browser = new SiteBrowser(bank, linkOf(refused));
  await browser.open();
  const context = await browser.identify(KARI);
  const page = heading(context.html) === 'Who are you acting for?' ? await browser.go('private') : context;
  expect(heading(page.html)).toBe('Check what you’re asked for');
  expect(page.html).toContain('You’re not approving a payment or sharing an account.');
  expect(page.html).not.toContain('<dl>');
  expect(heading((await browser.go('continue')).html)).toBe('Confirm who you are');
  const { searchParams } = new URL((await browser.press('confirm')).header('Location')!);
  expect(searchParams.get('tpp-session-id')).toBe('alone');
  expect(searchParams.get('psu-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(paymentStatusIn(bank, paymentId)).toBe('RCVD');
});

describe('an SCA of a cancellation [D6-site-steps, D4-cancel]', () => {
  async function cancellation(): Promise<{ browser: SiteBrowser; paymentId: string }> {
    const headers = { 'X-PSU-IDENTITY': KARI };
    const { paymentId, link } = await askFor(bank, {}, headers);
    const approving = new SiteBrowser(bank, link);
    await approving.toDecision();
    await approving.press('confirm');
    const path = `${CREATION}/${paymentId}/cancellation-authorisations`;
    const { pathname } = new URL((await bank.send({ path, headers })).json._links.scaRedirect.href);
    return { browser: new SiteBrowser(bank, pathname), paymentId };
  }

  it('says that the payment is to be cancelled, and cancels it once that is confirmed', async () => {
    const { browser, paymentId } = await cancellation();
    await browser.open();
    const check = await browser.identify(KARI);
    expect(heading(check.html)).toBe('Check the payment to be cancelled');
    expect(check.html).toContain('Ola Eksempel');
    const last = await browser.go('continue');
    expect(heading(last.html)).toBe('Cancel this payment?');
    expect(last.html).toMatch(/value="confirm">Cancel the payment<[\s\S]*>Keep the payment</);
    await browser.press('confirm');
    expect(paymentStatusIn(bank, paymentId)).toBe('CANC');
  });

  it('leaves the payment as it is when it is declined', async () => {
    const { browser, paymentId } = await cancellation();
    await browser.toDecision();
    expect((await browser.press('decline')).header('Location')).toContain('code=SCA_INVALID');
    expect(paymentStatusIn(bank, paymentId)).toBe('ACTC');
  });
});
