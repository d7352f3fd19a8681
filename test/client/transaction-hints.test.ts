import { describe, expect, it } from 'vitest';
import { listAccountTransactions, listCardAccountTransactions } from '../../src/client/information.ts';
import { hintFor } from '../../src/session/hints.ts';
import { message } from '../../src/wire/errors.ts';

describe('what helps where the bank refuses what a list is asked with [C-error-text, D7-page-token]', () => {
  const lists = [listAccountTransactions, listCardAccountTransactions].map(({ operation }) => [operation]);
  const hint = (operation: string, ...paths: readonly string[]) =>
    hintFor(
      operation,
      paths.map((path) => message('ERROR', 'FORMAT_ERROR', 'text', path)),
      {},
    );

  it.each(lists)('%s: a page that the bank no longer knows is no flag of the user’s', (operation) => {
    expect(hint(operation, 'page')).toBe('The list has changed since its first page: run the command again.');
    expect(hint(operation, 'limit', 'page')).toMatch(/run the command again/);
  });

  it.each(lists)('%s: names the flag of each parameter', (operation) => {
    const parameters = ['bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset'];
    expect(parameters.map((path) => hint(operation, path))).toEqual(
      ['--status', '--from', '--to', '--limit', '--offset'].map((flag) => `Change ${flag}.`),
    );
  });
});
