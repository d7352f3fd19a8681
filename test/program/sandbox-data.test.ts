import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { oneHome } from '../support/one-home.ts';
import { sources } from '../support/sources.ts';

const { run, json } = oneHome();

describe('sandbox data by commands alone [C-sandbox-data]', () => {
  it('has a command for each operation of /v1/sandbox', () => {
    const names = OPERATIONS.filter(({ path }) => path.startsWith('/v1/sandbox')).map(({ name }) => name);
    const app = sources((path) => /^(src|commands)\/sandbox\//.test(path))
      .map(({ code }) => code)
      .join('\n');
    const called = [...app.matchAll(/getOperation\(\s*'([^']+)'/g)].map(([, operation = '']) => operation);
    // The operations of listed types come from their words.
    const words = [...app.matchAll(/^ {2}word: '([a-z-]+)',/gm)].map(([, word = '']) =>
      word.replace('-', ' '),
    );
    const listed = words.flatMap((noun) => [
      `list sandbox ${noun}s`,
      ...['read', 'create', 'delete'].map((verb) => `${verb} sandbox ${noun}`),
    ]);
    expect(names.filter((name) => ![...called, ...listed].includes(name))).toEqual([]);
  });
});

describe('what sandbox data is named by [C-sandbox-names]', () => {
  const shown = async (...words: readonly string[]) => {
    const { _meta, ...value } = (await json(['sandbox', ...words])).value;
    return value;
  };

  it('is of an account its id, bban or IBAN', async () => {
    const account = await shown('account', 'get', '99901067291');
    for (const name of [account.id, account.iban])
      expect(await shown('account', 'get', name)).toEqual(account);
    const set = await shown('balance', 'set', account.iban, '--booked', '7');
    expect(set).toMatchObject({ id: account.id, balances: [{ balanceAmount: { amount: 7 } }, {}] });
  });

  it('is the same number as people write it', async () => {
    const account = await shown('account', 'get', '99901067291');
    for (const name of ['9990 10 67291', '9990.10.67291', 'no28 9990 1067 291'])
      expect(await shown('account', 'get', name)).toEqual(account);
    const customer = await shown('customer', 'get', '310999016');
    expect(await shown('customer', 'get', '310 999 016')).toEqual(customer);
  });

  it('is of a customer id or number, in bodies too', async () => {
    const customer = await shown('customer', 'get', '15813963008');
    expect(await shown('customer', 'get', customer.customerId)).toEqual(customer);
    const { customerId } = customer;
    const made = await shown(
      'account',
      'create',
      '--customer',
      customerId,
      '--name',
      'A',
      '--currency',
      'NOK',
    );
    expect(made.customerNumber).toBe('15813963008');
  });

  it('is of a card account id, masked PAN or reference; a PAN of two is refused with their ids', async () => {
    const card = await shown('card-account', 'get', '4925xxxxxxxx3595');
    const { resourceId, relatedAccount } = card;
    for (const name of [resourceId, relatedAccount.identification]) {
      expect(await shown('card-account', 'get', name)).toEqual(card);
    }
    const twin = ['--customer', '01929010120', '--currency', 'NOK', '--credit-limit', '1'];
    const made = await shown('card-account', 'create', '--masked-pan', '4925xxxxxxxx3595', ...twin);
    const { code, value } = await json(['sandbox', 'card-account', 'delete', '4925xxxxxxxx3595', '--yes']);
    expect(code).toBe(2);
    expect(value.error).toMatchObject({
      message: '2 card accounts are called 4925xxxxxxxx3595.',
      hint: `Use its id:\n${resourceId}\n${made.resourceId}`,
    });
  });

  it('that is not there goes to the bank, which says so, and what to do is said', async () => {
    const refused = await json(['sandbox', 'account', 'delete', '99905012343', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.value.error).toMatchObject({
      status: 404,
      hint: 'See which exist:\npsd2 sandbox account list',
    });
  });
});

describe('an agreement that is deleted after a payment in it [C-sandbox-data, D8-delete-agreement]', () => {
  it('is remembered no longer, so that it stands in the way of one payment alone', async () => {
    const account = ['--account', '99901440170', '--roles', 'VIEW,REGISTER'];
    const { agreementId } = (
      await json(['sandbox', 'agreement', 'create', '--owner', '310999016', '--name', 'A'])
    ).value;
    await run(['sandbox', 'engagement', 'add', agreementId, '--customer', '01929010120', ...account]);
    const pay = ['payments', 'create', '--domestic', '--example'];
    const theirs = ['--from-bban', '99901440170', '--agreement', agreementId, '--sca', 'approve'];
    expect((await run([...pay, ...theirs, '--as', '01929010120'])).code).toBe(0);
    await run(['sandbox', 'agreement', 'delete', agreementId, '--yes']);
    const own = [...pay, '--from-bban', '99901271948', '--to-bban', '99901067291'];
    const refused = await json(own);
    expect(refused).toMatchObject({
      code: 4,
      value: { error: { hint: expect.stringMatching(/has been removed/) } },
    });
    expect((await run(own)).code).toBe(0);
  });
});

describe('sandbox account list --outcomes [C-sandbox-outcomes]', () => {
  it('tells accounts to pay to by how a payment ends, and asks no bank', async () => {
    const outcomes = ['sandbox', 'account', 'list', '--outcomes'];
    const { stdout } = await run(outcomes);
    expect(stdout).toMatch(/^99920900018 {2}RJCT {2,}Rejected in its run$/m);
    const { value } = await json(outcomes);
    expect(value.items).toHaveLength(5);
    expect(value.items[3]).toMatchObject({ bban: '99920900042', outcome: 'PAYMENT_FAILED' });
  });
});
