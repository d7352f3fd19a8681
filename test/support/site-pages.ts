import type { Page } from 'playwright-core';
import type { Send, TestBank } from './bank.ts';
import { byPsuId, makeKnown } from './known-psu.ts';
import { createBasket } from './life/baskets.ts';
import { agree, engage } from './life/firm.ts';
import { approve } from './life/operator.ts';
import { AUTHORISATIONS, CANCELLATIONS, create, start } from './life/payments.ts';
import { askFor, KARI } from './site.ts';
import type { SiteOverHttp } from './site-over-http.ts';

/** Every page of the site, and a way to it: each makes what it shows. */
export interface ShownPage {
  readonly name: string;
  show(page: Page, site: SiteOverHttp): Promise<void>;
}

const BRAND = { 'TPP-Brand-Logging-Information': 'Betal i butikk' };
const OPEN_CONTEXT = { 'PSU-Context': null };
const POWER = {
  instructedAmount: { amount: '1249.00', currency: 'NOK' },
  creditorName: 'Fjellheim Kraft AS',
  remittanceInformationUnstructured: 'Strøm for oktober',
};
const LONG_NAME = 'Stiftelsen Nordre Gudbrandsdalens Samvirkelag for Vannkraftutbygging';
const LONG_BRAND = `Betal i butikk ${'og på nett over hele landet '.repeat(5)}`.slice(0, 140).trim();

const press = async (page: Page, step: string) => {
  await page.locator(`button[value="${step}"]`).click();
  await page.waitForLoadState();
};

const identify = async (page: Page, number: string) => {
  await page.fill('#number', number);
  await press(page, 'identify');
};

/** Opens the link of a new payment. */
async function asked(
  page: Page,
  { bank, urlOf }: SiteOverHttp,
  body: object = {},
  headers: Send['headers'] = {},
) {
  const made = await askFor(bank, { ...POWER, ...body }, { ...BRAND, ...headers });
  await page.goto(urlOf(made.link));
  return made;
}

/** Opens it and says who the PSU is. */
async function identified(page: Page, site: SiteOverHttp, body?: object, headers?: Send['headers']) {
  const made = await asked(page, site, body, headers);
  await identify(page, KARI);
  return made;
}

/** Kari may act for two firms. */
async function engaged(bank: TestBank): Promise<void> {
  for (const name of ['Fjellheim Drift AS', 'Dalen Regnskap AS']) {
    await engage(bank, KARI, { agreement: await agree(bank, name) });
  }
}

/** The session's own SCA. */
async function sessionLink({ bank, urlOf }: SiteOverHttp): Promise<string> {
  const { link } = await askFor(bank);
  const unknown = { 'PSU-ID': '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11', 'TPP-Session-ID': 'alone' };
  const path = '/v1/payments/norwegian-domestic-credit-transfers/x/status';
  const { json } = await bank.send({ method: 'GET', path, headers: unknown });
  if (link === '') throw new Error('no payment');
  return urlOf(new URL(json._links.scaRedirect.href).pathname);
}

/** Of a consent; those of a firm have no cards. */
async function consentLink({ bank, urlOf }: SiteOverHttp): Promise<string> {
  const { json, text } = await bank.send({ path: '/v1/bank-offered-consents', rawBody: '', headers: BRAND });
  if (json._links === undefined) throw new Error(text);
  return urlOf(new URL(json._links.scaRedirect.href).pathname);
}

/** To where the accounts are chosen. */
async function choosing(page: Page, site: SiteOverHttp): Promise<void> {
  await page.goto(await consentLink(site));
  await identify(page, KARI);
}

async function basketLink({ bank, urlOf }: SiteOverHttp): Promise<string> {
  const wishes = [
    { amount: '1249.00', body: { creditorName: 'Fjellheim Kraft AS' } },
    { amount: '385.50', body: { creditorName: 'Dalen Vannverk' } },
    { amount: '12000.00', body: { creditorName: 'Åse Bjørklund' } },
  ];
  const payments = [];
  for (const wish of wishes) payments.push(await create(bank, { psu: KARI, headers: BRAND, ...wish }));
  const { link } = await start(bank, await createBasket(bank, payments), AUTHORISATIONS, { headers: BRAND });
  return urlOf(new URL(link).pathname);
}

async function cancellationLink({ bank, urlOf }: SiteOverHttp): Promise<string> {
  const payment = await create(bank, { headers: BRAND, body: POWER });
  await approve(bank, payment);
  const { link } = await start(bank, payment, CANCELLATIONS, {
    headers: { ...BRAND, 'TPP-Session-ID': 'another' },
  });
  return urlOf(new URL(link).pathname);
}

const SHOWS: Readonly<Record<string, ShownPage['show']>> = {
  identify: async (page, site) => void (await asked(page, site)),
  'identify-wrong': async (page, site) => {
    await asked(page, site);
    await identify(page, '15813963009');
  },
  context: async (page, site) => {
    await engaged(site.bank);
    await asked(page, site, {}, { ...OPEN_CONTEXT, 'X-PSU-IDENTITY': KARI });
    await identify(page, KARI);
  },
  check: async (page, site) => void (await identified(page, site)),
  confirm: async (page, site) => {
    await identified(page, site);
    await press(page, 'continue');
  },
  'check-long': async (page, site) => {
    const body = {
      instructedAmount: { amount: '1234567.89', currency: 'NOK' },
      creditorName: LONG_NAME,
      requestedExecutionDate: '2026-11-21',
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructuredArray: [
        { reference: '000123456782', referenceType: 'SCOR' },
        { reference: 'RF18539007547034RF18539', referenceType: 'SCOR' },
      ],
    };
    await identified(page, site, body, { 'TPP-Brand-Logging-Information': LONG_BRAND });
  },
  'check-basket': async (page, site) => {
    await page.goto(await basketLink(site));
    await identify(page, KARI);
    if (await page.locator('button[value="private"]').count()) await press(page, 'private');
  },
  'confirm-cancellation': async (page, site) => {
    await page.goto(await cancellationLink(site));
    await identify(page, KARI);
    if (await page.locator('button[value="private"]').count()) await press(page, 'private');
    await press(page, 'continue');
  },
  session: async (page, site) => {
    await page.goto(await sessionLink(site));
    await identify(page, KARI);
    if (await page.locator('button[value="private"]').count()) await press(page, 'private');
  },
  accounts: async (page, site) => {
    await choosing(page, site);
    await page.locator('input[type=checkbox]').first().check();
  },
  'accounts-confirm': async (page, site) => {
    await choosing(page, site);
    for (const box of await page.locator('input[type=checkbox]').all()) await box.check();
    await press(page, 'continue');
  },
  'accounts-none': async (page, site) => {
    await choosing(page, site);
    await press(page, 'continue');
  },
  app: async (page, site) => {
    await makeKnown(site.bank.path, site.bank.now);
    await asked(page, site, {}, { 'TPP-Redirect-Preferred': 'false', ...byPsuId() });
  },
  'app-first': async (page, site) => {
    await asked(page, site, {}, { 'TPP-Redirect-Preferred': 'false', 'X-PSU-IDENTITY': KARI });
  },
  'unknown-link': async (page, { urlOf }) => void (await page.goto(urlOf('/sca/a/b'))),
  'other-browser': async (page, site) => {
    await asked(page, site);
    await page.context().clearCookies();
    await page.reload();
  },
  stale: async (page, site) => {
    await asked(page, site);
    await page.evaluate(`document.querySelector('[name=token]').value = 'old'`);
    await identify(page, KARI);
  },
  closed: async (page, site) => {
    // Where the PSU is sent back to is no matter, but it must be there.
    const { link } = await identified(page, site, {}, { 'TPP-Redirect-URI': site.urlOf('/sca/a/b') });
    await press(page, 'decline');
    site.bank.now += 61_000;
    await page.goto(site.urlOf(link));
  },
  unreadable: async (page, site) => {
    await asked(page, site);
    await page.evaluate(`document.querySelector('form').enctype = 'text/plain'`);
    await identify(page, KARI);
  },
};

export const SITE_PAGES: readonly ShownPage[] = Object.entries(SHOWS).map(([name, show]) => ({ name, show }));
