import { expect } from 'vitest';
import { getHeader, getHeaderValues, type Header } from '../../src/message.ts';
import type { Row } from '../../src/store/contract.ts';
import { CREATION, type Send, type TestBank } from './bank.ts';
import { withoutCompany } from './life/payments.ts';
import { readStored } from './stored.ts';

/** What the bank's site answered. */
export interface SitePage {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly html: string;
  header(name: string): string | undefined;
}

export const KARI = '15813963008';
export const OLA = '01929010120';

/** A browser that knows the names of the site's fields; it keeps the one cookie and the last form's token. */
export class SiteBrowser {
  readonly #bank: TestBank;
  readonly link: string;
  cookie: string | undefined;
  token = '';
  /** Accept-Language; none unless set. */
  language: string | undefined;

  /** @param link path of an SCA's link */
  constructor(bank: TestBank, link: string) {
    this.#bank = bank;
    this.link = link;
  }

  open(): Promise<SitePage> {
    return this.#ask('GET', '', []);
  }

  /** Sends the form of the last page with a button; nothing is followed. */
  press(step: string, fields: Readonly<Record<string, string>> = {}): Promise<SitePage> {
    const form = new URLSearchParams({ token: this.token, ...fields, step });
    return this.post(form.toString());
  }

  post(body: string, headers: readonly Header[] = [FORM]): Promise<SitePage> {
    return this.#ask('POST', body, headers);
  }

  /** Presses, and shows the page that comes next. */
  async go(step: string, fields: Readonly<Record<string, string>> = {}): Promise<SitePage> {
    const answer = await this.press(step, fields);
    expect(answer.status).toBe(303);
    expect(answer.header('Location')).toBe(this.link);
    return this.open();
  }

  identify(number: string): Promise<SitePage> {
    return this.go('identify', { number });
  }

  /** Opens the link and goes on to the page that asks for the decision, PSU-Context being settled. */
  async toDecision(number = KARI): Promise<SitePage> {
    await this.open();
    await this.identify(number);
    return this.go('continue');
  }

  async #ask(method: string, body: string, headers: readonly Header[]): Promise<SitePage> {
    const cookie: Header[] = this.cookie === undefined ? [] : [['Cookie', `other=1; sca=${this.cookie}`]];
    const language: Header[] = this.language === undefined ? [] : [['Accept-Language', this.language]];
    const response = await this.#bank.handle(
      { method, target: this.link, headers: [...headers, ...cookie, ...language], body: Buffer.from(body) },
      { address: '127.0.0.1', operator: false },
    );
    const page: SitePage = {
      status: response.status,
      headers: response.headers,
      html: Buffer.from(response.body).toString('utf8'),
      header: (name) => getHeader(response.headers, name),
    };
    const [set] = getHeaderValues(response.headers, 'Set-Cookie');
    if (set !== undefined) this.cookie = /^sca=([^;]+);/.exec(set)?.[1];
    this.token = /name="token" value="([^"]+)"/.exec(page.html)?.[1] ?? this.token;
    return page;
  }
}

export const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];

/** A payment and the way to its SCA. */
export interface Asked {
  readonly paymentId: string;
  /** Path of the SCA's link. */
  readonly link: string;
  readonly authorisationId: string;
  readonly secret: string;
}

/** Creates a payment whose PSU comes with the SCA; anything but 201 is a failure of the test. */
export async function askFor(
  bank: TestBank,
  body: object = {},
  headers: Send['headers'] = {},
): Promise<Asked> {
  const unnamed = withoutCompany(headers);
  const created = await bank.send({ body: { ...bank.payment(), ...body }, headers: unnamed });
  expect(created.status, created.text).toBe(201);
  const path = `${CREATION}/${created.json.paymentId}/authorisations`;
  const started = unnamed === headers ? created : await bank.send({ path, headers });
  const { pathname } = new URL(started.json._links.scaRedirect.href);
  const [authorisationId = '', secret = ''] = pathname.split('/').slice(-2);
  return { paymentId: created.json.paymentId, link: pathname, authorisationId, secret };
}

/** How an SCA stands, as the bank stores it. */
export function scaIn(bank: TestBank, authorisationId: string): Row {
  const [row] = readStored(bank.path, `SELECT * FROM authorisations WHERE id = '${authorisationId}'`);
  return row!;
}

/** A payment's status, as the bank stores it. */
export function paymentStatusIn(bank: TestBank, paymentId: string): unknown {
  return readStored(bank.path, `SELECT status FROM payments WHERE id = '${paymentId}'`)[0]?.status;
}
