import { expect } from 'vitest';

/**
 * A browser without scripts at a site that is really served: it keeps the site's cookie, sends the form that it is shown
 * and follows where it is sent.
 */
export class PsuBrowser {
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
