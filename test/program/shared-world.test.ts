import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import { homeAt, OPERATOR_TOKEN, servedBank } from '../support/remote-home.ts';

/** A bank whose world strangers share, and the home of somebody who calls it. */
async function shared({ hasOperator }: { readonly hasOperator: boolean }) {
  const bank = await servedBank('/api-sandbox', undefined, { sharesWorld: true });
  const operator = hasOperator ? {} : { operatorUrl: undefined };
  return { bank, home: await homeAt(bank, operator) };
}

const CUSTOMER = ['customer', 'delete', '15813963008'];

describe('sandbox data of a bank that strangers share [S11-shared-world, S11-operator-token]', () => {
  it.each([
    ['init', ['init']],
    ['customer delete', CUSTOMER],
  ])('%s is sent to the operator, signed, and the token to nobody else', async (_, args) => {
    const { bank, home } = await shared({ hasOperator: true });
    const { code, stderr } = await psd2(['sandbox', ...args], { home });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    expect(JSON.stringify(bank.requests)).not.toContain(OPERATOR_TOKEN);
    expect(bank.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    const pending = await psd2(['payments', 'pending', '--json'], { home });
    expect(JSON.parse(pending.stdout).items).toEqual([]);
  });

  it.each([
    ['init', ['init']],
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
