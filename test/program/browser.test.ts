import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, psd2 } from '../support/program.ts';
import { readAllStored } from '../support/stored.ts';
import { atTerminal } from '../support/terminal.ts';
import { waitingPsd2 } from '../support/waiting-psd2.ts';

/**
 * A browser without scripts at a site that is really served: it keeps the site's cookie, sends the form that it is shown
 * and follows where it is sent.
 */
class PsuBrowser {
  readonly #reachesTpp: boolean;
  #cookie = '';
  /** Where it is, once it has opened something. */
  url = '';
  /** What it is shown there. */
  html = '';
  /** Every place to which it was sent. */
  readonly sentTo: string[] = [];

  /** @param reachesTpp whether it can go where the bank sends it at last; not from another machine */
  constructor({ reachesTpp = true } = {}) {
    this.#reachesTpp = reachesTpp;
  }

  async open(url: string): Promise<this> {
    await this.#go('GET', url);
    return this;
  }

  /** Presses a button of the form that it is shown, having filled in its fields. */
  async press(step: string, fields: Readonly<Record<string, string>> = {}): Promise<this> {
    const token = /name="token" value="([^"]+)"/.exec(this.html)?.[1];
    expect(token, this.html).toBeDefined();
    const form = new URLSearchParams({ token: token ?? '', ...fields, step });
    await this.#go('POST', this.url, form);
    return this;
  }

  /** From the link to the end: where the bank, and then the TPP, has sent it. */
  async authorise(link: string, { number, decision }: { number: string; decision: 'confirm' | 'decline' }) {
    await this.open(link);
    await this.press('identify', { number });
    await this.press('continue');
    return this.press(decision);
  }

  /** The same for a consent, in the private context: every account and card is ticked. */
  async consent(link: string, number: string) {
    await this.open(link);
    await this.press('identify', { number });
    await this.press('private');
    const boxes = [...this.html.matchAll(/type="checkbox" name="([^"]+)" value="([^"]+)"/g)];
    await this.press('continue', Object.fromEntries(boxes.map(([, name, value]) => [name, value])));
    return this.press('confirm');
  }

  async #go(method: string, url: string, body?: URLSearchParams): Promise<void> {
    const headers = new Headers(this.#cookie === '' ? [] : [['Cookie', this.#cookie]]);
    const response = await fetch(url, { method, headers, redirect: 'manual', ...(body && { body }) });
    for (const cookie of response.headers.getSetCookie()) this.#cookie = cookie.replace(/;.*/, '');
    this.html = await response.text();
    this.url = url;
    const location = response.headers.get('Location');
    if (location === null) return;
    const next = new URL(location, url).href;
    this.sentTo.push(next);
    if (this.#reachesTpp || new URL(next).origin === new URL(url).origin) await this.#go('GET', next);
  }
}

const KARI = '15813963008';
const CREATE = ['payments', 'create', '--domestic', '--example'];
const BROWSER = [...CREATE, '--sca', 'browser'];
const SOMEBODY = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';

/** What the client keeps of PSUs, and the redirect URIs that it waits at. */
function kept(home: string) {
  const [psus = [], sessions = [], payments = [], started = []] = readAllStored(
    join(home, 'offline', 'client.db'),
    [
      'SELECT * FROM psus',
      'SELECT * FROM sessions',
      'SELECT payment_id, psu_id FROM payments',
      'SELECT * FROM started_scas',
    ],
  );
  const uris = started.map((row) => new URL(String(row.redirect_uri)));
  return { stored: { psus, sessions, payments }, uris, started };
}

describe('--sca browser without a person [C-sca-browser, S9-callback, S9-redirect-hint, S10-ctrl-c]', () => {
  it('tells of a PSU who declines, exit 4, and keeps nobody', async () => {
    const home = await homeWithKeys();
    const { link, ended } = await waitingPsd2([...BROWSER, '--json'], { home });
    await new PsuBrowser().authorise(link, { number: KARI, decision: 'decline' });
    const { code, stdout } = await ended();
    expect(code).toBe(4);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'SCA_DECLINED',
      message: expect.stringMatching(
        /^The PSU declined payment \w{22}: 401 SCA_INVALID, the PSU declined, and the payment is RJCT \(rejected\)\.$/,
      ),
    });
    expect(kept(home).stored.psus).toEqual([]);
  });

  it('says after --sca-timeout what stands, exit 4', async () => {
    const home = await homeWithKeys();
    const { code, stdout, stderr } = await psd2([...BROWSER, '--sca-timeout', '1s'], { home });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /^Waiting for the PSU for up to 1 second\.\nError: Payment (\w{22}) is waiting for its PSU, who didn't come back within 1 second\. \(SCA_TIMEOUT\)\n {2}Check the payment's status:\n {2}psd2 status \1\n {2}To get a new link for the PSU:\n {2}psd2 payments authorise \1\n$/m,
    );
  });

  it('says at Ctrl-C what stands, exit 130, and leaves no listener', async () => {
    const home = await homeWithKeys();
    const { child, link, ended } = await waitingPsd2([...BROWSER, '--json'], { home });
    const [callback] = kept(home).uris;
    child.kill('SIGINT');
    const { code, stdout } = await ended();
    expect(code).toBe(130);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({
      code: 'INTERRUPTED',
      message: `Interrupted. Payment ${error.paymentId} is waiting for its PSU.`,
      hint: expect.stringContaining(`psd2 status ${error.paymentId}`),
    });
    for (const url of [link, callback?.href ?? '']) {
      await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    }
    // Nothing is half done: the payment waits, and can be authorised.
    const again = await psd2(['payments', 'authorise', error.paymentId, '--sca', 'approve'], { home });
    expect(again.code).toBe(0);
  });
});

it('who comes to the callback without being sent there changes nothing, whatever is tried, and the PSU comes back all the same [S9-callback, S9-redirect-hint]', async () => {
  const home = await homeWithKeys();
  const { link, ended } = await waitingPsd2(BROWSER, { home });
  const before = kept(home);
  const [uri] = before.uris;
  const { origin, pathname } = uri as URL;
  const said = `psu-id=${SOMEBODY}&tpp-session-id=${before.started[0]?.tpp_session_id}&context=PRIVATE`;
  const attempts: readonly (readonly [string, RequestInit?])[] = [
    [`${pathname.replace(/.{22}$/, 'AAAAAAAAAAAAAAAAAAAAAA')}?${said}`],
    [`${pathname.slice(0, -1)}?${said}`],
    [`/done?${said}`],
    ['/done'],
    [`${pathname}?${said}`, { method: 'POST' }],
    [`${pathname}?${said}`, { method: 'HEAD' }],
    [`${pathname}?${said}&psu-id=${SOMEBODY}`],
    [`${pathname}?${said.replace(/session-id=[^&]+/, `session-id=${'s'.repeat(513)}`)}`],
    [`${pathname}?${said}%0d%0aSet-Cookie:x`],
    [`${pathname}?status=500&code=${'C'.repeat(513)}`],
    [pathname],
  ];
  for (const [target, init] of attempts) {
    expect((await fetch(origin + target, { redirect: 'manual', ...init })).status, target).toBe(404);
  }
  const byName = new URL(`${pathname}?${said}`, origin);
  byName.hostname = 'localhost';
  expect((await fetch(byName).catch(() => ({ status: 404 }))).status).toBe(404);
  expect(kept(home)).toEqual(before);
  await new PsuBrowser().authorise(link, { number: KARI, decision: 'confirm' });
  expect((await ended()).code).toBe(0);
});

/** A folder with a program that opens pages: it writes down which. */
function opener() {
  const folder = emptyFolder();
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${opened}'\n`, {
    mode: 0o755,
  });
  return {
    PATH: `${folder}:${process.env.PATH}`,
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8') : undefined),
  };
}

const linkShown = (all: string) => /authorises at:\s+(\S+)/.exec(all)?.[1] ?? '';

describe('--sca browser at a terminal [C-sca-browser, C-sca-flag, S9-callback]', () => {
  const WAITING = 'paste the URL it ends at.';
  const FIELDS = ['--domestic', '--from-bban', '99901067291', '--to-bban', '99901376642', '--to-name', 'Ola'];
  const PAYMENT = ['payments', 'create', ...FIELDS, '--currency', 'NOK', '--country', 'NO'];

  it('is usual, after what was missing is asked for, opens the page, and takes a URL that is pasted when it is the one', async () => {
    const home = await homeWithKeys();
    const { PATH, opened } = opener();
    const psu = new PsuBrowser({ reachesTpp: false });
    const { code, all } = await atTerminal(
      PAYMENT,
      [
        ['(--amount)', '7.00\r'],
        ['Reference for', '\u001b[B\u001b[B\r'],
        ['Send this payment?', '\r'],
        [WAITING, 'http://127.0.0.1/cb/?psu-id=1\r'],
        [
          "That's not the expected URL.",
          async (text) => {
            await psu.authorise(linkShown(text), { number: KARI, decision: 'confirm' });
            // As docs/sca.md has it at a shell.
            return `'${psu.sentTo.at(-1)}'\r`;
          },
        ],
      ],
      { home, env: { PATH } },
    );
    expect(code, all).toBe(0);
    expect(all).toMatch(/SCA.*FINALISED/);
    expect(opened()).toBe(`1\n${linkShown(all)}\n`);
  });

  it('opens nothing with BROWSER=none, and ends with Ctrl-C', async () => {
    const home = await homeWithKeys();
    const { PATH, opened } = opener();
    const { code, all } = await atTerminal([...PAYMENT, '--amount', '7.00'], [[WAITING, '\u0003']], {
      home,
      env: { PATH, BROWSER: 'none' },
    });
    expect(code).toBe(130);
    expect(all).toMatch(/Interrupted\. Payment \w{22} is waiting for its PSU\./);
    expect(opened()).toBeUndefined();
  });
});

it('a browser on another machine, and a command that is over keeps nobody for a psu-id that the bank does not know, and the PSU for the URL at which they ended [C-session-accept, S9-redirect-hint]', async () => {
  const home = await homeWithKeys();
  const { child, link, ended } = await waitingPsd2(BROWSER, { home });
  const psu = new PsuBrowser({ reachesTpp: false });
  await psu.authorise(link, { number: KARI, decision: 'confirm' });
  child.kill('SIGINT');
  expect((await ended()).code).toBe(130);
  const before = kept(home);
  const url = psu.sentTo.at(-1) ?? '';
  const forged = url.replace(/psu-id=[^&]+/, `psu-id=${SOMEBODY}`);
  expect((await psd2(['session', 'accept', forged], { home })).code).toBe(4);
  expect(kept(home)).toEqual(before);
  const { code, stdout } = await psd2(['session', 'accept', url, '--json'], { home });
  expect(code).toBe(0);
  const { psuId, transactionStatus } = JSON.parse(stdout);
  expect(transactionStatus).toBe('ACTC');
  expect(kept(home).stored).toMatchObject({ psus: [{ psu_id: psuId }], payments: [{ psu_id: psuId }] });
});

it('a read whose PSU consents in a browser keeps nobody whom the bank does not confirm, and the PSU when their URL is given later [C-sca-browser, C-session-accept, S9-redirect-hint]', async () => {
  const LIST = ['accounts', 'list', '--sca', 'browser', '--json'];
  const home = await homeWithKeys();
  const { child, link, ended } = await waitingPsd2(LIST, { home });
  const psu = await new PsuBrowser({ reachesTpp: false }).consent(link, KARI);
  child.kill('SIGINT');
  const { code, stdout } = await ended();
  expect(code).toBe(130);
  expect(JSON.parse(stdout).error.message).toBe('Interrupted. The consent is waiting for the PSU.');
  const before = kept(home);
  const url = psu.sentTo.at(-1) ?? '';
  const forged = url.replace(/psu-id=[^&]+/, `psu-id=${SOMEBODY}`);
  expect((await psd2(['session', 'accept', forged], { home })).code).toBe(5);
  expect(kept(home)).toEqual(before);
  const accepted = await psd2(['session', 'accept', url, '--json'], { home });
  expect(JSON.parse(accepted.stdout)).toMatchObject({ scaStatus: 'FINALISED', context: 'PRIVATE' });
  expect((await psd2(['accounts', 'list', '--sca', 'none'], { home })).code).toBe(0);
});

it('a basket whose PSU has no psu-id here yet is approved after two SCAs in a row, each with a callback of its own [C-basket-psu-id, C-sca-browser]', async () => {
  const home = await homeWithKeys();
  const { paymentId } = JSON.parse((await psd2([...CREATE, '--json'], { home })).stdout);
  const { basketId } = JSON.parse((await psd2(['basket', 'create', paymentId, '--json'], { home })).stdout);
  const authorise = ['basket', 'authorise', basketId, '--sca', 'browser', '--json'];
  const { link, nextLink, ended } = await waitingPsd2(authorise, { home });
  const user = await new PsuBrowser().open(link);
  await user.press('identify', { number: KARI });
  for (const step of ['private', 'continue', 'confirm'])
    if (user.html.includes(`value="${step}"`)) await user.press(step);
  const basket = await new PsuBrowser().open(await nextLink());
  for (const step of ['private', 'continue', 'confirm'])
    if (basket.html.includes(`value="${step}"`)) await basket.press(step);
  const { code, stdout, stderr } = await ended();
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)._meta.sca).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
  const [first, second] = [user, basket].map(({ sentTo }) => sentTo.find((url) => url.includes('psu-id=')));
  const psuIdIn = (url = '') => /psu-id=[^&]+/.exec(url)?.[0];
  expect(psuIdIn(first)).toBe(psuIdIn(second));
  expect(first).not.toBe(second);
});

describe('--sca browser where nobody could come back [C-sca-browser, S9-callback]', () => {
  it('is refused for a port that is in use, before anything is sent', async () => {
    const home = await homeWithKeys();
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const { code, stderr } = await psd2([...BROWSER, '--callback-port', String(port)], { home });
    server.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1, which the PSU's browser comes back to, is in use.`);
    expect((await psd2(['payments', 'pending', '--json'], { home })).stdout).toContain('"items": []');
  });

  it('is refused for a redirect URI of the TPP where nobody can paste', async () => {
    const home = await homeWithKeys();
    const { code, stderr } = await psd2([...BROWSER, '--redirect-uri', 'https://tpp.example/cb'], { home });
    expect(code).toBe(2);
    expect(stderr).toContain("can't be pasted");
  });
});
