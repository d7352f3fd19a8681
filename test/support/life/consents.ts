import { expect } from 'vitest';
import { type Send, type TestBank, testSigner } from '../bank.ts';
import { SiteBrowser, type SitePage } from '../site.ts';
import { ask } from './information.ts';
import { type Headers, KARI } from './payments.ts';

/** An SCA in which a PSU is to say which accounts the TPP may show. */
export interface ConsentAsked {
  readonly authorisationId: string;
  /** Path of its link. */
  readonly link: string;
}

/** The PSU-Context is settled by the headers, unless they leave it out. */
export async function askConsent(
  bank: TestBank,
  headers: Headers = {},
  as = testSigner(),
): Promise<ConsentAsked> {
  const asked = await bank.send({ path: '/v1/bank-offered-consents', rawBody: '', headers, as });
  expect(asked.status, asked.text).toBe(201);
  const { pathname } = new URL(asked.json._links.scaRedirect.href);
  return { link: pathname, authorisationId: pathname.split('/').at(-2) ?? '' };
}

/** A browser at step 3, and its page. */
export async function atAccounts(
  bank: TestBank,
  { psu = KARI, headers = {}, as = testSigner() }: { psu?: string; headers?: Headers; as?: Send['as'] } = {},
): Promise<{ browser: SiteBrowser; page: SitePage; asked: ConsentAsked }> {
  const asked = await askConsent(bank, headers, as);
  const browser = new SiteBrowser(bank, asked.link);
  await browser.open();
  return { browser, asked, page: await browser.identify(psu) };
}

/** The fields of the boxes that are ticked. */
export function ticking(ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [`account:${id}`, 'yes']));
}

const BOX = /<input type="checkbox" name="account:([^"]+)" value="yes"( checked)?>/g;

/** Ids that a page offers, in their order. */
export function offeredIn({ html }: SitePage): string[] {
  return [...html.matchAll(BOX)].map(([, id = '']) => id);
}

/** Of them those that are ticked already. */
export function tickedIn({ html }: SitePage): string[] {
  return [...html.matchAll(BOX)].flatMap(([, id = '', checked]) => (checked === undefined ? [] : [id]));
}

/** Walks through the pages and confirms. @returns where the PSU is sent */
export async function consentTo(
  bank: TestBank,
  ids: readonly string[],
  acting: Parameters<typeof atAccounts>[1] = {},
): Promise<URL> {
  const { browser } = await atAccounts(bank, acting);
  await browser.go('continue', ticking(ids));
  const end = await browser.press('confirm');
  expect(end.status).toBe(303);
  return new URL(end.header('Location') ?? '');
}

/** Ids that the TPP's two lists hold, or why it reads none. */
export async function shownTo(
  bank: TestBank,
  asking: Parameters<typeof ask>[2] = {},
): Promise<string[] | string> {
  const lists = [await ask(bank, 'accounts', asking), await ask(bank, 'card-accounts', asking)];
  const refused = lists.find(({ status }) => status !== 200);
  if (refused) return refused.json.tppMessages[0].code;
  return lists.flatMap(({ json }) => json.accounts ?? json.cardAccounts).map(({ resourceId }) => resourceId);
}
