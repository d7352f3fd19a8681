import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBank } from '../../src/library.ts';
import { openTestBank, type Send, type TestBank } from '../support/bank.ts';
import { builtProgram } from '../support/built-program.ts';
import { askFor, KARI, SiteBrowser } from '../support/site.ts';
import { ROOT } from '../support/sources.ts';

it('the built program is ASCII, because it is read byte for byte [A-bundle-ascii]', () => {
  const chunks = readdirSync(join(ROOT, 'dist')).filter((name) => /^psd2.*cjs$/.test(name));
  const others = chunks.filter((name) => !isAscii(readFileSync(join(ROOT, 'dist', name))));
  expect([chunks.length > 1, others]).toEqual([true, []]);
});

const ASKED = { 'TPP-Brand-Logging-Information': Buffer.from('Sørlandet “Betaling”').toString('latin1') };
const IN_APP = { 'TPP-Redirect-Preferred': 'false', 'X-PSU-IDENTITY': KARI };

/** The pages that a PSU may see of a bank, its secrets not left to chance. */
async function pagesOf(open: typeof openBank): Promise<string[]> {
  let drawn = 0;
  const secret = () => {
    drawn += 1;
    return `secret-${drawn}`.padEnd(22, '-');
  };
  const bank = await openTestBank({ open, bank: { secret } });
  try {
    return await pagesAt(bank);
  } finally {
    await bank.close();
  }
}

async function pagesAt(bank: TestBank): Promise<string[]> {
  const ask = async (request: string, headers: Send['headers']) => {
    const body = {
      creditorName: 'Bjørk & Ærlig – Ås',
      remittanceInformationUnstructured: `Ola’s … ${request}`,
    };
    return askFor(bank, body, { 'X-Request-ID': request, ...headers });
  };
  const one = await ask('letters-1', { ...ASKED, 'X-PSU-IDENTITY': KARI, 'PSU-Context': null });
  const browser = new SiteBrowser(bank, one.link);
  const shown = [await browser.open(), await new SiteBrowser(bank, one.link).open()];
  shown.push(await browser.go('identify', { number: 'ø' }), await browser.go('identify', { number: KARI }));
  shown.push(await browser.go('private'), await browser.press('private'), await browser.go('continue'));
  shown.push(await new SiteBrowser(bank, (await ask('letters-2', IN_APP)).link).open());
  shown.push(await new SiteBrowser(bank, '/sca/AAAAAAAAAAAAAAAAAAAAAA/x').open());
  return shown.map(({ html }) => html);
}

it('the PSU’s pages of the built program are those of the sources, letter for letter [A-letters]', async () => {
  const { openBank: openBuilt } = await builtProgram().library();
  expect(openBuilt).not.toBe(openBank);
  const pages = await pagesOf(openBuilt);
  expect(pages).toEqual(await pagesOf(openBank));
  expect(
    pages.every((page) => page.includes('<p>This is the bank’s sandbox: no real money moves.</p>')),
  ).toBe(true);
  expect(pages.every((page) => / – Testbanken<\/title>/.test(page))).toBe(true);
  for (const text of [
    'The number of one of the sandbox’s customers',
    'The bank’s app knows who you are',
    'Sørlandet “Betaling”',
    'Bjørk &amp; Ærlig – Ås',
    'Ola’s … letters-1',
  ]) {
    expect(pages.filter((page) => page.includes(text))).not.toEqual([]);
  }
});
