import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import { homeAt, OPERATOR_TOKEN, servedBank } from '../support/remote-home.ts';

/** A bank whose world strangers share, and the home of somebody who calls it. */
async function shared({ hasOperator }: { readonly hasOperator: boolean }) {
  const bank = await servedBank('/api-sandbox', undefined, { sharesWorld: true });
  const operator = hasOperator ? {} : { operatorUrl: undefined };
  return { bank, home: await homeAt(bank, operator) };
}

const CUSTOMER = ['customer', 'delete', '15813963008', '--yes'];

describe('sandbox data of a bank that strangers share [S11-shared-world, S11-operator-token]', () => {
  it.each([
    ['init', ['init', '--yes', '--quiet']],
    ['customer delete', CUSTOMER],
  ])('%s is sent to the operator once the bank refuses it, signed, and the token to nobody else', async (_, args) => {
    const { bank, home } = await shared({ hasOperator: true });
    const { code, stderr } = await psd2(['sandbox', ...args], { home });
    const places = [bank.url, bank.operatorUrl].map((url) => `Profile served at ${new URL(url).host}: `);
    const named = stderr.trimEnd().split('\n');
    expect({ code, named: named.map((line, place) => line.startsWith(places[place] ?? '-')) }).toEqual({
      code: 0,
      named: [true, true],
    });
    expect(JSON.stringify(bank.requests)).not.toContain(OPERATOR_TOKEN);
    expect(bank.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    const pending = await psd2(['payments', 'pending', '--json'], { home });
    expect(JSON.parse(pending.stdout).items).toEqual([]);
  });

  it('of a bank of one’s own is no matter of the operator, who may be away', async () => {
    const home = await homeAt(await servedBank(), { operatorUrl: 'http://127.0.0.1:1' });
    for (const args of [['init', '--yes'], CUSTOMER]) {
      expect((await psd2(['sandbox', ...args], { home })).code, args[0]).toBe(0);
    }
  });

  it.each([
    ['init', ['init', '--yes', '--quiet']],
    ['customer delete', CUSTOMER],
  ])('%s without an operator says what is missing', async (_, args) => {
    const { home } = await shared({ hasOperator: false });
    const { code, stdout } = await psd2(['sandbox', ...args, '--json'], { home });
    expect(code).toBe(3);
    const { hint } = JSON.parse(stdout).error;
    expect(hint).toContain('--operator');
    expect(hint).toContain('operatorUrl and operatorTokenFile');
    expect(hint).not.toContain('roles');
  });
});

it('sandbox tpp release releases the key of a TPP that the bank has seen, once, with or without PSD [C-operator-commands, S11-shared-world]', async () => {
  const { home } = await shared({ hasOperator: true });
  const json = async (...args: readonly string[]) =>
    JSON.parse((await psd2([...args, '--json'], { home })).stdout);
  const { organizationIdentifier: id } = await json('cert', 'inspect', '--profile', 'served');
  expect(id).toMatch(/^PSDNO-/);
  const results = [];
  for (const name of [id, id.slice(3)]) {
    await json('sandbox', 'account', 'list');
    results.push(await json('sandbox', 'tpp', 'release', name));
  }
  results.push(await json('sandbox', 'tpp', 'release', id));
  expect(results).toMatchObject([
    { tppId: id.slice(3) },
    { tppId: id.slice(3) },
    { error: { status: 404, hint: expect.stringContaining('psd2 cert inspect') } },
  ]);
});
