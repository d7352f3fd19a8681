import { describe, expect, it } from 'vitest';
import { createTable } from '../../src/cli/presentation.ts';
import { paymentCard, statusCard } from '../../src/payments/view.ts';
import { shownClock } from '../../src/sandbox/clock.ts';
import { createVerificationView } from '../../src/signatures/view.ts';
import { PIPE, terminalOf } from '../support/looks.ts';
import { forgetListeners } from '../support/output-listeners.ts';

// A command listens to the outputs.
forgetListeners();
const { shownKeyIds } = await import('../../commands/cert/keyid.ts');
const _meta = { requestId: 'r', status: 200, durationMs: 1, profile: 'offline' };
const _links = {};

describe('a status of the bank as people read it [C-status-words, C-presentation]', () => {
  it('tells of a rejected payment the reason, and what the PSU is told', async () => {
    const rejected = {
      ...({ paymentId: 'p', transactionStatus: 'RJCT', fundsAvailable: false, _links, _meta } as const),
      psuMessage: 'The payment was rejected.',
      tppMessages: [
        { category: 'ERROR', code: 'PAYMENT_FAILED', text: 'insufficient funds' },
        { category: 'WARNING', code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' },
      ],
    } as const;
    expect((await statusCard.text(rejected, PIPE)).split('\n')).toEqual([
      'Payment          p',
      'Status           RJCT  rejected',
      'Funds available  no',
      'For the PSU      The payment was rejected.',
      'Reason           PAYMENT_FAILED: insufficient funds',
      'Warning          EXECUTION_DATE_INVALID: the execution date is in the past or more than 365 days ahead',
    ]);
  });

  it('lists the payments of a bulk with the status of each', async () => {
    const payments = [
      { paymentId: 'a', transactionStatus: 'ACSC' },
      { paymentId: 'b', transactionStatus: 'ACCP', fundsAvailable: false },
    ] as const;
    const bulk = { paymentId: 'p', transactionStatus: 'PART', payments, _links, _meta } as const;
    expect((await statusCard.text(bulk, PIPE)).split('\n').slice(3)).toEqual([
      'No.  Payment  Funds available  Status',
      '  1  a                         ACSC  booked',
      '  2  b        no               ACCP  waiting for money: the next run tries again',
    ]);
    expect(statusCard.quiet?.(bulk)).toEqual(['PART']);
  });

  it('shows of a bulk that is read what each payment is, and its status where the bank tells it', async () => {
    const item = { creditorName: 'Ola', creditorAccount: { bban: '99901271948' } };
    const money = { instructedAmount: { amount: '1250.00', currency: 'NOK' } };
    const bulk = (more: object) => ({ paymentId: 'p', payments: [{ ...item, ...money, ...more }], _meta });
    expect((await paymentCard.text(bulk({}), terminalOf(80))).split('\n').slice(-2)).toEqual([
      'No.  Creditor  Account            Amount',
      '  1  Ola       99901271948  1 250.00 NOK',
    ]);
    expect(await paymentCard.text(bulk({ paymentId: 'a', transactionStatus: 'HELD' }), PIPE)).toMatch(
      / {2}1 {2}a +Ola +99901271948 {2}1250\.00 NOK {2}HELD$/,
    );
  });
});

it('a warning of the bank as people read it has its date-times as the results have theirs [C-shown-dates]', async () => {
  const text =
    'the clock moved back from 2027-01-04T09:00:00+01:00: bookings and finished SCAs stay as they are';
  const tppMessages = [{ category: 'WARNING', code: 'BAD_REQUEST', text }] as const;
  const clock = { now: '2026-11-18T12:00:11+01:00', offsetSeconds: 0, tppMessages, _meta };
  expect((await shownClock.text(clock, PIPE)).split('\n')).toContain(
    'Warning  the clock moved back from 2027-01-04 09:00: bookings and finished SCAs stay as they are',
  );
});

it('the keyIds of a certificate on a narrow terminal stand below their labels where they have no room beside them, and so does the serial number [C-identifier-whole]', async () => {
  const [hex, decimal] = ['6ED673D86E1C20CAE502598996C8B20C', '147328580688532078016888749311390167564'];
  const keyId = `SN=${hex},CA=CN=psd2 eIDAS CA 328884909`;
  const shown = { serial: { hex, decimal }, styles: { rfc2253: keyId, java: keyId, openssl: keyId } };
  const lines = async (width: number) =>
    (await shownKeyIds.text(shown, terminalOf(width))).split('\n').slice(0, 5);
  expect((await lines(80)).slice(0, 2)).toEqual([`Serial   ${hex}`, `Decimal  ${decimal}`]);
  expect(await lines(40)).toEqual(['Serial', hex, 'Decimal', decimal, 'rfc2253']);
});

const report = createVerificationView({ format: 'text', listsChecks: false });

it('the head of a verification on a narrow terminal is wrapped, and its serial number and path stand whole [C-presentation, C-identifier-whole]', async () => {
  const serial = '77275A1EBCF0A3D7FC46E235DC236A3D';
  const target = '/v1/payments/norwegian-domestic-credit-transfers';
  const shown = {
    ...({ verdict: 'valid', valid: true, findings: [], signedHeaders: [], checks: [] } as const),
    signingString: null,
    certificate: { serial, issuer: 'CN=psd2 eIDAS CA 344164279' },
    at: '2026-11-22T11:53:12.000Z',
    request: { format: 'json', method: 'POST', target, bodyBytes: 71 },
  } as const;
  expect((await report.text(shown, terminalOf(40))).trim().split('\n')).toEqual([
    'Verdict      valid',
    'Request',
    '  POST',
    `${target},`,
    '  body of 71 bytes (json)',
    'Certificate',
    `  ${serial} of`,
    '  CN=psd2 eIDAS CA 344164279',
    'Checked at   2026-11-22 12:53, which is',
    '             Sun, 22 Nov 2026 11:53:12',
    '             GMT',
    '',
    'No checks passed.',
  ]);
});

it('the title of a finding on a narrow terminal is wrapped between words, like the text below it [C-presentation]', async () => {
  const finding = {
    ...({ code: 'signature-invalid', cause: 'no-space', severity: 'error', message: 'A.' } as const),
    remedy: 'B.',
  };
  const shown = {
    ...({ verdict: 'signature-invalid', valid: false, signedHeaders: [], checks: [] } as const),
    ...({ findings: [finding], signingString: null, at: '2026-11-22T11:53:12.000Z' } as const),
    certificate: { serial: '7F', issuer: 'CN=CA' },
    request: { format: 'json', method: 'POST', target: '/', bodyBytes: 71 },
  } as const;
  const text = await report.text(shown as never, terminalOf(40));
  expect(text.slice(text.indexOf('1. '), text.indexOf('\n\nNo checks'))).toBe(
    '1. signature-invalid, cause no-space\n   (fault)\n   A.\n   Remedy: B.',
  );
});

it('a list without rows on a narrow terminal says so in lines that are wrapped, and its command stands whole [C-presentation]', async () => {
  const none = "This profile doesn't know of any consent. To ask a PSU for one:\npsd2 consent grant";
  const list = createTable<never, readonly never[]>([], (rows) => rows, none);
  expect((await list.text([], terminalOf(40))).split('\n')).toEqual([
    "This profile doesn't know of any",
    'consent. To ask a PSU for one:',
    'psd2 consent grant',
  ]);
});
