import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, CREATION } from '../../support/bank.ts';
import { accountOf, agree as agreeAs } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask } from '../../support/life/operator.ts';
import { FIRM } from '../../support/life/payments.ts';
import { type Asked, askFor, paymentStatusIn, SiteBrowser, scaIn } from '../../support/site.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
/** Ids of the firm's agreements, by name. */
let ids: Record<string, string> = {};

/** Gives the firm agreements, by name. */
async function agree(...names: string[]): Promise<void> {
  ids = {};
  for (const name of names) ids[name] = await agreeAs(bank(), `${name} & Co`);
}

/** The firm's payment; its context is settled by the header, or left to the page. */
async function asked(
  context: 'CORPORATE' | 'PRIVATE' | null,
  more: Record<string, string> = {},
): Promise<Asked> {
  const debtorAccount = { bban: await accountOf(bank(), FIRM), currency: 'NOK' };
  const creditorAccount = { bban: bank().accounts.debtor, currency: 'NOK' };
  return askFor(
    bank(),
    { debtorAccount, creditorAccount },
    { 'X-PSU-IDENTITY': FIRM, 'PSU-Context': context, ...more },
  );
}

/** The way to an SCA in the bank's app: it cancels a payment that the firm has approved in its first agreement. */
async function cancellingInApp(): Promise<string> {
  const { paymentId } = await asked('CORPORATE');
  const approve = { agreementId: Object.values(ids)[0] };
  await ask(bank(), 'POST', `/operator/sca/${paymentId}/approve`, approve);
  const started = await bank().send({
    path: `${CREATION}/${paymentId}/cancellation-authorisations`,
    headers: {
      'X-PSU-IDENTITY': FIRM,
      'PSU-Context': 'CORPORATE',
      'TPP-Session-ID': 'in-app',
      'TPP-Redirect-Preferred': 'false',
    },
  });
  return new URL(started.json._links.scaRedirect.href).pathname;
}

const buttons = (html: string) => [...html.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step);
const named = (name: string) =>
  `You are acting for <strong><bdi>${name} &amp; Co</bdi></strong> (corporate).`;

/** The page after the customer number. */
async function identified({ link }: Asked): Promise<{ browser: SiteBrowser; html: string }> {
  const browser = new SiteBrowser(bank(), link);
  await browser.open();
  return { browser, html: (await browser.identify(FIRM)).html };
}

describe('PSU-Context: CORPORATE where the PSU has several agreements [D3-context-agreement, D6-context]', () => {
  beforeEach(() => agree('Bre', 'Dal'));

  it('leaves the agreement to the PSU: the page asks which, and offers no private context', async () => {
    const payment = await asked('CORPORATE');
    const { browser, html } = await identified(payment);
    expect(html).toContain('Choose the company’s agreement with the bank.');
    expect(html).toContain('For <bdi>Bre &amp; Co</bdi> (corporate)');
    expect(buttons(html)).toEqual([`corporate:${ids.Bre}`, `corporate:${ids.Dal}`, 'decline']);
    expect(scaIn(bank(), payment.authorisationId)).toMatchObject({
      sca_status: 'PSU_IDENTIFIED',
      agreement: null,
    });
    expect((await browser.go(`corporate:${ids.Dal}`)).html).toContain(named('Dal'));
    expect((await browser.go('continue')).html).toContain(named('Dal'));
    expect((await browser.press('confirm')).header('Location')).toContain('psu-corporate-id=');
    expect(scaIn(bank(), payment.authorisationId)).toMatchObject({
      sca_status: 'FINALISED',
      agreement: ids.Dal,
    });
    expect(paymentStatusIn(bank(), payment.paymentId)).toBe('ACTC');
  });

  it.each([
    'private',
    'corporate:other',
    'confirm',
    'continue',
  ])('takes no form that is not offered: %s', async (step) => {
    const payment = await asked('CORPORATE');
    expect((await (await identified(payment)).browser.press(step)).status).toBe(409);
    expect(scaIn(bank(), payment.authorisationId).sca_status).toBe('PSU_IDENTIFIED');
  });

  it("asks in the bank's app too, a button for each", async () => {
    const { html } = await new SiteBrowser(bank(), await cancellingInApp()).open();
    expect(html).toContain('Confirm in the app for <bdi>Dal &amp; Co</bdi>');
    expect(buttons(html)).toEqual([`corporate:${ids.Bre}`, `corporate:${ids.Dal}`, 'decline']);
  });
});

describe('an agreement that there is no choice of [D3-context-agreement]', () => {
  it('is not asked for, and named', async () => {
    await agree('Bre');
    const { browser, html } = await identified(await asked('CORPORATE'));
    expect(html).toContain(named('Bre'));
    expect((await browser.go('continue')).html).toContain(named('Bre'));
  });

  it('is named when PSU-Corporate-ID has settled it among several', async () => {
    await agree('Bre', 'Dal');
    const { browser } = await identified(await asked(null));
    await browser.go(`corporate:${ids.Dal}`);
    await browser.go('continue');
    const end = new URL((await browser.press('confirm')).header('Location') ?? '');
    const corporateId = end.searchParams.get('psu-corporate-id') ?? '';
    const { html } = await identified(await asked(null, { 'PSU-Corporate-ID': corporateId }));
    expect(html).toContain(named('Dal'));
  });
});

describe('the operator who plays a PSU with several agreements [D3-context-agreement, D11-play-sca]', () => {
  const play = (id: string, body: object): Promise<Answer> =>
    ask(bank(), 'POST', `/operator/sca/${id}/approve`, body);
  const malformed = (path: string) => ({ status: 400, code: 'FORMAT_ERROR', path });
  beforeEach(() => agree('Bre', 'Dal'));

  it.each([
    ['the header', 'CORPORATE', {}],
    ['the act', null, { context: 'CORPORATE' }],
  ] as const)('says which, where %s wants the corporate context', async (_, header, act) => {
    const { paymentId, authorisationId } = await asked(header);
    const answer = await play(paymentId, act);
    expectRefusal(answer, malformed('agreementId'));
    expect(answer.json.tppMessages[0].text).toBe(
      `agreementId is required, because the PSU has several agreements: ${ids.Bre}, ${ids.Dal}`,
    );
    expect(scaIn(bank(), authorisationId)).toMatchObject({ sca_status: 'RECEIVED', identified: null });
    const played = await play(paymentId, { ...act, agreementId: ids.Dal });
    expect(played.json).toMatchObject({ scaStatus: 'FINALISED', context: 'CORPORATE' });
    expect(scaIn(bank(), authorisationId).agreement).toBe(ids.Dal);
  });

  it('names none where the headers settled the private context, and no other than they settled', async () => {
    const { paymentId } = await asked('PRIVATE');
    expectRefusal(await play(paymentId, { agreementId: ids.Dal }), malformed('agreementId'));
    const { json } = await play((await asked(null)).paymentId, { agreementId: ids.Dal });
    const settled = await asked(null, { 'PSU-Corporate-ID': json.psuCorporateId });
    expectRefusal(await play(settled.paymentId, { agreementId: ids.Bre }), {
      ...malformed('agreementId'),
      text: new RegExp(`^agreementId is ${ids.Dal}, as set by the request$`),
    });
    expect((await play(settled.paymentId, {})).json).toMatchObject({ scaStatus: 'FINALISED' });
  });
});
