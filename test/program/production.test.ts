import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';
import { CREATE, encryptedKey, homeAt, PSU, servedBank, writeProfile } from '../support/remote-home.ts';
import { ROOT } from '../support/sources.ts';
import { atTerminal } from '../support/terminal.ts';

describe('a production bank [C-payment-asked, C-typed-amount, C-production-refused, C-operator-commands, S10-typed-amount, S10-write-named]', () => {
  async function live() {
    const bank = await servedBank();
    const home = await homeAt(bank, { ...PSU, bank: undefined, operatorUrl: undefined });
    const run = (line: readonly string[], env = {}) => psd2(line, { home, env });
    return { bank, home, run, host: new URL(bank.url).host };
  }

  it('is paid at only when the amount is typed once more, on the command line alone', async () => {
    const { bank, run, host } = await live();
    const untyped = await run([...CREATE, '--json'], { PSD2_CONFIRM_AMOUNT: '100.50' });
    expect(untyped.code).toBe(2);
    expect(JSON.parse(untyped.stdout).error).toMatchObject({
      code: 'INPUT_MISSING',
      missing: ['--confirm-amount'],
    });
    for (const other of ['100.5', '1100.50', '']) {
      const mistyped = await run([...CREATE, `--confirm-amount=${other}`]);
      expect({ code: mistyped.code, stderr: mistyped.stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('but the payment is 100.50 NOK'),
      });
    }
    expect(bank.requests).toEqual([]);
    const { code, stderr } = await run([...CREATE, '--confirm-amount', '100.50', '--quiet']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Profile served at ${host}: create payment.\n` });
    expect(bank.requests).toHaveLength(1);
  });

  it('compares the amounts, however they are written [C-written-amounts]', async () => {
    const { code } = await (await live()).run([...CREATE, '--confirm-amount', '100,50', '--quiet']);
    expect(code).toBe(0);
  });

  it('needs no amount for what is only shown', async () => {
    const { bank, run } = await live();
    const { code, stdout, stderr } = await run([...CREATE, '--curl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${bank.url}/v1/payments/norwegian-domestic-credit-transfers`);
    expect(bank.requests).toEqual([]);
  });

  it('is paid the sum of a bulk', async () => {
    const { run } = await live();
    const rows = ['Ola,99901271948,100.50,NOK,NO,Rent', 'Kari,99901271948,0.05,NOK,NO,Key'];
    const csv = ['to-name,to-bban,amount,currency,country,message', ...rows].join('\n');
    const line = ['payments', 'create', '--bulk', '--from-bban', '99901067291', '--file', '-'];
    const asked = await psd2([...line, '--json'], { home: (await live()).home, input: csv });
    expect(JSON.parse(asked.stdout).error.hint).toContain('100.55 NOK');
    expect((await run(['payments', 'status', 'xyz'])).code).toBe(3);
  });

  it('is not paid what nobody can read', async () => {
    const { home } = await live();
    const line = 'payments create --domestic --file - --no-local-checks --confirm-amount 1'.split(' ');
    const { code, stderr } = await psd2(line, { home, input: '{"instructedAmount": 7}' });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("so it can't be confirmed"),
    });
  });

  it.each([
    ['sandbox init', 'sandbox data'],
    [`sandbox seed ${ROOT}/docs/examples/world.yaml`, 'sandbox data'],
    ['sandbox clock advance 1h', 'operator'],
    ['sandbox payment hold xyz', 'operator'],
    ['sandbox payment-right take xyz', 'operator'],
    ['sandbox consent grant --as 1', 'operator'],
    ['sandbox tpp release xyz', 'operator'],
    ['sandbox snapshot save xyz', 'operator'],
    ['sandbox snapshot list', 'operator'],
    ['sandbox fault add SYSTEM_ERROR', 'operator'],
    ['sca approve xyz', 'operator to play the PSU'],
    ['payments create --domestic --example', 'accounts for an example'],
  ])('has nothing for %s', async (line, what) => {
    const { bank, run } = await live();
    const { code, stderr } = await run(line.split(' '));
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`points to a production bank, which has no ${what}`),
    });
    expect(bank.requests).toEqual([]);
  });

  it('asks the person who is there, also for the passphrase of the key', async () => {
    const { bank, home } = await live();
    writeProfile(home, { baseUrl: bank.url, ...PSU, bank: undefined, keyFile: encryptedKey(home, 'right') });
    const typed = [
      ['Passphrase of', 'right\r'],
      ['Type the amount', '100.50\r'],
    ] as const;
    const { code, all } = await atTerminal([...CREATE, '--sca', 'none'], typed, { home });
    expect({ code, sent: bank.requests.length }).toEqual({ code: 0, sent: 1 });
    expect(all).toContain('is production. This pays 100.50 NOK.');
    expect(all).not.toContain('right');
  });

  it('asks once for the passphrase, has the account typed and is shown, where the payment is asked for', async () => {
    const { bank, home, host } = await live();
    writeProfile(home, { baseUrl: bank.url, ...PSU, bank: undefined, keyFile: encryptedKey(home, 'right') });
    const typed = [
      ['Passphrase of', 'right\r'],
      ['(--from-bban)', '99901067291\r'],
      ['Send this payment?', '\r'],
      ['Type the amount', '100.50\r'],
    ] as const;
    const line = CREATE.filter((word) => word !== '--from-bban' && word !== '99901067291');
    const { code, all } = await atTerminal([...line, '--sca', 'none'], typed, { home });
    expect({ code, sent: bank.requests.length }).toEqual({ code: 0, sent: 1 });
    expect(all).toContain(`served, production at ${host}`);
  });
});
