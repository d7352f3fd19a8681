import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listWays } from '../../src/breaks/break-request.ts';
import { openBank } from '../../src/library.ts';
import { FINDINGS } from '../../src/signing/findings.ts';
import { openTestBank, type Send, type TestBank } from '../support/bank.ts';
import { builtProgram } from '../support/built-program.ts';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder } from '../support/program.ts';
import { askFor, KARI, SiteBrowser } from '../support/site.ts';
import { ROOT } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';

const home = oneHome();

describe('the built program [A-bundle-ascii]', () => {
  it('is ASCII, because it is read byte for byte', () => {
    const chunks = readdirSync(join(ROOT, 'dist')).filter((name) => /^psd2.*cjs$/.test(name));
    const others = chunks.filter((name) => !isAscii(readFileSync(join(ROOT, 'dist', name))));
    expect([chunks.length > 1, others]).toEqual([true, []]);
  });
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
  const bank = await openTestBank({ open, secret });
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
  const app = await ask('letters-2', IN_APP);
  shown.push(await new SiteBrowser(bank, app.link).open());
  shown.push(await new SiteBrowser(bank, '/sca/AAAAAAAAAAAAAAAAAAAAAA/x').open());
  return shown.map(({ html }) => html);
}

describe('the PSU’s pages of the built program [A-letters]', () => {
  it('are those of the sources, letter for letter', async () => {
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
});

const ACCOUNTS = 'https://bank.example/v1/accounts';
const NAMED = ['--to-name', 'Sørlandet Betaling', '--message', 'Ola’s leie – Ærlig å …'];

describe('what the built program prints [A-letters]', () => {
  it.each([
    ['sandbox init', ['sandbox', 'init', '--yes'], ['Kari Prøve', 'Prøve Fjellhandel AS', 'Lønnskonto']],
    [
      'a body',
      ['payments', 'create', '--domestic', '--example', '--print-body', ...NAMED],
      NAMED.filter((word) => !word.startsWith('--')),
    ],
    ['help', ['sign', '--help'], ['Method: GET, POST, …']],
    ['a hint', ['sign', 'GE T', ACCOUNTS], ['psd2 sign POST https://bank.example/v1/…']],
    [
      'a form',
      ['sign', 'GET', ACCOUNTS, '--header', 'PSU-ID'],
      ["--header 'PSU-ID: …' --header 'X-Request-ID: …'."],
    ],
    ['what was typed', ['ærlig', '–', '…'], ['Unknown command: "ærlig – …".']],
    [
      'a string with its blanks',
      ['sign', 'GET', ACCOUNTS, '--header', 'X-Request-ID: ø', '--format', 'signing-string'],
      ['x-request-id: ø'],
    ],
    [
      'a certificate',
      ['cert', 'create', '--organization', 'Sørlandet Betaling AS'],
      ['Sørlandet Betaling AS'],
    ],
  ])('has its letters: %s', async (_, args, texts) => {
    const { stdout, stderr } = await home.run(args);
    for (const text of texts) expect(stdout + stderr).toContain(text);
  });

  it('names the ways to sign wrongly as the sources do', async () => {
    const { value } = await home.json(['sign', '--break', 'list']);
    expect(value.items).toEqual(listWays().map(({ name, summary }) => ({ name, summary })));
  });

  it('has the remedy of a finding as the sources have it', async () => {
    const code = 'headers-missing';
    const signed = await home.run(['sign', 'GET', ACCOUNTS, '--break', code, '--format', 'json']);
    const { value } = await home.json(['verify'], { input: signed.stdout });
    expect(value.findings).toContainEqual(expect.objectContaining({ code, remedy: FINDINGS[code].remedy }));
    expect(FINDINGS[code].remedy).toContain('…');
  });

  it('knows the letters of windows-1252', async () => {
    const body = '{"message":"Ola’s leie – …"}';
    const octets = Buffer.from(body.replace('’', '\x92').replace('–', '\x96').replace('…', '\x85'), 'latin1');
    const digest = createHash('sha256').update(octets).digest('base64');
    const sign = ['sign', 'POST', ACCOUNTS, '--data', body, '--header', `Digest: SHA-256=${digest}`];
    const signed = await home.run([...sign, '--format', 'json']);
    const { value } = await home.json(['verify'], { input: signed.stdout });
    expect(value.findings).toContainEqual(
      expect.objectContaining({ code: 'digest-mismatch', cause: 'latin1' }),
    );
  });
});

describe('a prompt of the built program [A-letters]', () => {
  it('takes a name with letters beyond ASCII and shows it', async () => {
    const create = [
      'payments',
      'create',
      '--domestic',
      '--print-body',
      '--amount',
      '1.00',
      '--currency',
      'NOK',
      '--message',
      'Rent',
    ];
    const accounts = ['--country', 'NO', '--from-bban', '99901067291', '--to-bban', '99901271948'];
    const { code, all, last } = await atTerminal(
      [...create, ...accounts],
      [['(--to-name)', 'Sørlandet Betaling – Ærlig\r']],
      { home: emptyFolder() },
    );
    expect(code).toBe(0);
    expect(all).toContain('✔');
    expect(last).toContain('"creditorName": "Sørlandet Betaling – Ærlig"');
  });
});
