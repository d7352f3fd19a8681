import { getHeaderValues, type Header, type HttpRequest, type HttpResponse } from '../../../src/message.ts';
import type { TestBank } from '../bank.ts';
import { type Control, type Form, formsOf, textOf } from './html.ts';

/** What came after the last redirect that leads to the bank itself. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly html: string;
  readonly text: string;
  readonly forms: readonly Form[];
  /** Where the browser is sent, when that is not the bank: back to the TPP. */
  readonly leavesTo: string | undefined;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Values of a form's controls by name, in the place of those the page gave. */
export type Filled = Readonly<Record<string, string>>;
export const ORIGIN = 'http://127.0.0.1:8444';
const REDIRECTS = [301, 302, 303, 307, 308];
type Handler = (request: HttpRequest) => Promise<HttpResponse>;

/** A PSU's browser: cookies, forms, redirects, and no script. It is no operator. */
export class Browser {
  #handle: Handler;
  /** By name and path: two of one name live beside each other. */
  readonly #cookies = new Map<string, Cookie>();
  /** Every answer of the bank, in order. */
  readonly seen: Page[] = [];

  constructor(bank: Pick<TestBank, 'handle'>) {
    this.#handle = getHandlerOf(bank);
  }

  /** Does something with the bank behind another handler, with the same cookies. */
  async at<T>(bank: Pick<TestBank, 'handle'>, work: () => Promise<T>): Promise<T> {
    const before = this.#handle;
    this.#handle = getHandlerOf(bank);
    try {
      return await work();
    } finally {
      this.#handle = before;
    }
  }

  /** Opens an address and follows redirects as long as they stay at the bank. */
  async open(url: string): Promise<Page> {
    return this.follow(await this.get(url));
  }

  /** One GET; nothing is followed. */
  get(url: string): Promise<Page> {
    return this.#ask('GET', url, [], '');
  }

  async follow(page: Page): Promise<Page> {
    let at = page;
    for (let hops = 0; REDIRECTS.includes(at.status) && at.leavesTo === undefined; hops += 1) {
      if (hops > 10) throw new Error(`redirects without end at ${at.url}`);
      at = await this.get(new URL(location(at.headers), at.url).href);
    }
    return at;
  }

  async submit(page: Page, filled: Filled = {}, button?: Control, form?: Form): Promise<Page> {
    return this.follow(await this.post(page, filled, button, form));
  }

  /** Sends a form of the page, the one with the button when one is given; nothing is followed. */
  post(page: Page, filled: Filled = {}, button?: Control, given?: Form): Promise<Page> {
    const form = given ?? page.forms.find(({ controls }) => !button || controls.includes(button));
    if (!form) throw new Error(`no such form in: ${page.text}`);
    const fields = new URLSearchParams(fieldsOf(form, filled, button)).toString();
    const url = new URL(form.action || page.url, page.url);
    if (form.method === 'GET') return this.get(`${url.href.split('?')[0]}?${fields}`);
    const headers: Header[] = [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      // What browsers send with a form of a page that says no-referrer.
      ['Origin', 'null'],
    ];
    return this.#ask('POST', url.href, headers, fields);
  }

  async #ask(method: string, address: string, headers: readonly Header[], body: string): Promise<Page> {
    const url = new URL(address);
    if (url.origin !== ORIGIN) throw new Error(`a browser of these tests never leaves the bank: ${address}`);
    const cookies = [...this.#cookies.values()].filter(({ path }) => isBelow(url.pathname, path));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const response = await this.#handle({
      method,
      target: url.pathname + url.search,
      headers: [
        ['Host', url.host],
        ['Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'],
        ...headers,
        ...(cookie === '' ? [] : [['Cookie', cookie] as const]),
      ],
      body: Buffer.from(body),
    });
    this.#keepCookies(response.headers, url.pathname);
    const page = pageOf(address, response);
    this.seen.push(page);
    return page;
  }

  #keepCookies(headers: readonly Header[], pathname: string): void {
    for (const line of getHeaderValues(headers, 'Set-Cookie')) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const given = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length);
      const path = given ?? (pathname.slice(0, pathname.lastIndexOf('/')) || '/');
      const key = `${name} ${path}`;
      if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.#cookies.delete(key);
      else this.#cookies.set(key, { name, value: value.join('='), path });
    }
  }
}

function getHandlerOf(bank: Pick<TestBank, 'handle'>): Handler {
  return (request) => bank.handle(request, { address: '127.0.0.1', operator: false });
}

/** @see RFC 6265 5.1.4 */
function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}

function fieldsOf(form: Form, filled: Filled, button: Control | undefined): [string, string][] {
  const sent = form.controls.filter((control) => {
    if (control.name === undefined || control === button) return false;
    if (['submit', 'button', 'reset', 'image'].includes(control.type)) return false;
    return !['radio', 'checkbox'].includes(control.type) || control.checked || control.name in filled;
  });
  const names = new Set(sent.map(({ name }) => name!));
  const own = [...names].flatMap((name): [string, string][] => {
    if (name in filled) return [[name, filled[name]!]];
    return sent.filter((control) => control.name === name).map(({ value }) => [name, value]);
  });
  return button?.name === undefined ? own : [...own, [button.name, button.value]];
}

function location(headers: readonly Header[]): string {
  const [given] = getHeaderValues(headers, 'Location');
  if (given === undefined) throw new Error('a redirect without Location');
  return given;
}

function pageOf(url: string, { status, headers, body }: HttpResponse): Page {
  const html = Buffer.from(body).toString('utf8');
  const target = REDIRECTS.includes(status) ? new URL(location(headers), url) : undefined;
  const leavesTo = target && target.origin !== ORIGIN ? location(headers) : undefined;
  return { url, status, headers, html, text: textOf(html), forms: formsOf(html), leavesTo };
}
