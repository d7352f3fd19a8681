import { describe, expect, it } from 'vitest';
import type { PaymentKind } from '../../src/client/payments.ts';
import { findOperationHint } from '../../src/session/hints.ts';
import { type ErrorCode, OTHERS_IDENTITY, type TppMessage } from '../../src/wire/errors.ts';

const payment = { service: 'payments', product: 'domestic', paymentId: 'p' };

function error(code: ErrorCode, path?: string): TppMessage {
  return { category: 'ERROR', code, ...(path === undefined ? {} : { path }) };
}

/** The hint where an operation is refused with one message. */
function hint(operation: string, input: unknown, code: ErrorCode, path?: string) {
  return findOperationHint(operation, [error(code, path)], input);
}

describe('what to do about a creation that is refused [C-error-text, C-create-kinds, C-fees]', () => {
  const creation = (kind: PaymentKind, messages: readonly TppMessage[], rows?: readonly number[]) =>
    findOperationHint('create payment', messages, { kind, rows, allowLogicalDuplicate: false });

  it.each<readonly [PaymentKind, ErrorCode, string, string | undefined]>([
    ['domestic', 'FORMAT_ERROR', 'instructedAmount.amount', 'Change --amount.'],
    ['domestic', 'FORMAT_ERROR', 'PSU-IP-Address', 'Change --psu-ip.'],
    ['domestic', 'FORMAT_ERROR', 'debtorAccount.bban', 'Change --from-bban.'],
    [
      'domestic',
      'RESOURCE_UNKNOWN',
      'debtorAccount.bban',
      "Change --from-bban, or add --as with the account's owner.",
    ],
    ['domestic', 'FORMAT_ERROR', 'unknownMember', undefined],
    ['domestic', 'FORMAT_ERROR', 'creditorAccount.iban', undefined],
    ['cross-border', 'FORMAT_ERROR', 'creditorAccount.iban', 'Change --to-iban.'],
    ['cross-border', 'FORMAT_ERROR', 'creditorAccount', 'Change --to-bban, --to-iban.'],
    ['periodic', 'EXECUTION_DATE_INVALID', 'startDate', 'Change --start-date.'],
  ])('names the flags of its kind: %s %s %s', (kind, code, path, text) => {
    expect(creation(kind, [error(code, path)])).toBe(text);
  });

  it('names the rows of a bulk that came as a table, else the member', () => {
    const twice = [error('CONFLICT', 'payments[0]'), error('FORMAT_ERROR', 'payments[1].creditorName')];
    expect(creation('bulk', twice, [2, 5])).toBe(
      'Change row 2 of the file, column to-name in row 5 of the file, or send --allow-duplicate.',
    );
    expect(creation('bulk', twice)).toBe(
      'Change payments[0] in the file, payments[1].creditorName in the file, or send --allow-duplicate.',
    );
  });

  it('says what a missing address, lack of funds and a right that was taken away mean', () => {
    expect(creation('domestic', [error('HTTP_HEADER_REQUIRED', 'PSU-IP-Address')])).toMatch(
      /^Pass the PSU's own address with --psu-ip,/,
    );
    expect(creation('instant', [error('PAYMENT_FAILED', 'instructedAmount.amount')])).toMatch(
      /^Change --amount, .*:\npsd2 sandbox account list$/,
    );
    expect(creation('instant', [error('FORBIDDEN', 'debtorAccount.bban')])).toMatch(
      /^Change --from-bban\. Payments from this account are blocked/,
    );
    expect(creation('instant', [error('FORBIDDEN')])).toBeUndefined();
  });
});

describe('what to do about a payment, basket or list that is refused [C-error-text, C-basket, D7-page-token]', () => {
  it.each<readonly [string, ErrorCode, string | undefined]>([
    ['read payment', 'RESOURCE_UNKNOWN', 'Check the id, --product and --as.'],
    ['read payment status', 'PRODUCT_UNKNOWN', '--product'],
    ['read payment', 'FORMAT_ERROR', undefined],
    ['cancel payment', 'CONFLICT', 'psd2 status p'],
    ['start authorisation', 'CONFLICT', 'psd2 status p'],
    ['start cancellation authorisation', 'RESOURCE_UNKNOWN', '--product'],
    ['start authorisation', 'HTTP_HEADER_REQUIRED', undefined],
    ['start authorisation', 'FORBIDDEN', undefined],
    ['delete basket', 'CONFLICT', 'psd2 basket status b'],
    ['delete basket', 'RESOURCE_UNKNOWN', '--as'],
    ['delete basket', 'FORBIDDEN', undefined],
  ])('%s, %s: %s', (operation, code, text) => {
    const given = hint(operation, { ...payment, basketId: 'b' }, code);
    expect(given).toEqual(text === undefined ? undefined : expect.stringContaining(text));
  });

  it('tells a right that was taken away from a role that the certificate lacks', () => {
    expect(hint('start authorisation', payment, 'FORBIDDEN', 'debtorAccount.bban')).toMatch(
      /^Payments from its account are blocked/,
    );
  });

  it('names each payment that can not be in the basket, and why', () => {
    const messages = [
      error('REFERENCE_MIX_INVALID', 'paymentIds[1]'),
      error('RESOURCE_UNKNOWN', 'paymentIds[0]'),
      error('CONFLICT', 'paymentIds[2]'),
    ];
    const lines = findOperationHint('create basket', messages, { paymentIds: ['p', 'q', 'r'] })?.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^Remove q: .*not bulk or periodic/),
      expect.stringMatching(/^Remove p: .*--as/),
      expect.stringMatching(/^Remove r: .*another basket/),
    ]);
    expect(hint('create basket', { paymentIds: [] }, 'FORMAT_ERROR', 'paymentIds')).toBeUndefined();
  });

  it.each([
    'list account transactions',
    'list card account transactions',
  ])('%s: names the flag of each parameter', (operation) => {
    const parameters = ['bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset'];
    expect(parameters.map((path) => hint(operation, {}, 'FORMAT_ERROR', path))).toEqual(
      ['--status', '--from', '--to', '--limit', '--offset'].map((flag) => `Change ${flag}.`),
    );
    expect(hint(operation, {}, 'FORMAT_ERROR', 'page')).toBe(
      'The list has changed since its first page: run the command again.',
    );
  });
});

describe('what to do about an act of the operator that is refused [C-error-text]', () => {
  it.each<readonly [string, string, string]>([
    ['approve SCA', 'as', 'Change --as.'],
    ['approve SCA', 'agreementId', 'Change --agreement.'],
    ['approve SCA', 'accounts[1]', 'Change --accounts.'],
    ['advance clock', 'seconds', 'Change DURATION.'],
    ['set clock', 'now', 'Change TIME.'],
  ])('names the argument that the member comes from: %s %s', (operation, path, text) => {
    expect(hint(operation, { id: 'p' }, 'RESOURCE_UNKNOWN', path)).toBe(text);
  });

  it('names the next command where there is nothing to play', () => {
    expect(hint('approve SCA', { id: 'p' }, 'RESOURCE_UNKNOWN')).toContain('psd2 basket create');
    expect(hint('expire SCA', { id: 'p' }, 'CONFLICT')).toContain('\npsd2 status p\n');
    expect(hint('run batch', undefined, 'SYSTEM_ERROR')).toBeUndefined();
  });
});

it("the hint of a shared world says what to do about another's organizationIdentifier, by the bank's own words [S11-shared-world]", () => {
  const refused = (text: string) =>
    findOperationHint('read user', [{ category: 'ERROR', code: 'FORBIDDEN', text }], {});
  expect(refused(`PSDNO-FSA-1 ${OTHERS_IDENTITY}: use another`)).toContain('Use the first key');
  expect(refused('the certificate lacks the role')).toBeUndefined();
});
