import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder } from '../support/program.ts';
import { readStored } from '../support/stored.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];

describe('reading a payment [C-status-alias, C-payments-get]', () => {
  it('is refused before the PSU has approved it, with code and in words, exit 3', async () => {
    const { value } = await json(example);
    for (const command of [['payments', 'get'], ['payments', 'status'], ['status']]) {
      expect(await json([...command, value.paymentId])).toMatchObject({
        code: 3,
        stderr: '',
        value: { error: { code: 'BANK_REFUSED', status: 404, tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] } },
      });
    }
  });

  it('says the same as payments status and as status', async () => {
    const outcome = async (...command: string[]) => {
      const { stderr, ...rest } = await run([...command, 'AAAAAAAAAAAAAAAAAAAAAA']);
      return { ...rest, stderr: stderr.replace(/[0-9a-f-]{36}/, 'ID') };
    };
    expect(await outcome('status')).toEqual(await outcome('payments', 'status'));
  });

  it('knows the product that it is told', async () => {
    const { value } = await json(['payments', 'get', 'x', '--product', 'no-credit-transfers']);
    expect(value.error).toMatchObject({ status: 404, tppMessages: [{ code: 'PRODUCT_UNKNOWN' }] });
  });
});

describe('sandbox init [C-sandbox-init, D8-same-bytes]', () => {
  const init = ['sandbox', 'init'];

  it('has the same twice, but for what is said beside it', async () => {
    const fresh = emptyFolder();
    const first = await json(init, { home: fresh });
    await run(example, { home: fresh });
    const second = await json([...init, '--yes'], { home: fresh });
    expect([first.code, first.stderr]).toEqual([0, '']);
    const { _meta: firstMeta, ...firstWorld } = first.value;
    const { _meta: secondMeta, ...secondWorld } = second.value;
    expect(JSON.stringify(secondWorld)).toBe(JSON.stringify(firstWorld));
    expect(secondMeta.requestId).not.toBe(firstMeta.requestId);
    expect(firstMeta).toMatchObject({ status: 200, profile: 'offline' });
    expect(readStored(join(fresh, 'offline', 'bank.db'), 'SELECT id FROM payments')).toEqual([]);
  });

  it('gives the same world on each machine', async () => {
    const [one, two] = [
      await run([...init, '--quiet'], { home: emptyFolder() }),
      await run([...init, '--quiet'], { home: emptyFolder() }),
    ];
    expect(one).toEqual(two);
    expect(one.stdout).toMatch(/^(9990\d{7}\n){8}$/);
  });

  it('shows people one line for each account', async () => {
    const { stdout } = await run(init, { home: emptyFolder() });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    for (const line of lines.slice(1)) expect(line).toMatch(/^\d{9,11} .+ 9990\d{7} .+ \d+ NOK$/);
  });
});

describe('profile show [C-profile-show, C-precedence]', () => {
  it('tells each value and its origin, and makes nothing', async () => {
    const fresh = join(emptyFolder(), 'home');
    const { code, stderr, value } = await json(['profile', 'show'], {
      home: fresh,
      env: { PSD2_PSU_IP: '192.0.2.77' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(value).toMatchObject({
      name: { value: 'offline', origin: 'default' },
      bank: 'embedded',
      home: fresh,
      store: { path: expect.stringContaining(fresh), made: false },
      key: { made: false },
      certificate: { made: false },
      settings: {
        acceptFix: { value: 'amount-as-string', origin: 'default' },
        psuIpAddress: { value: '192.0.2.77', origin: 'environment' },
        redirectUri: { value: null, origin: 'default' },
      },
    });
    expect(existsSync(fresh)).toBe(false);
  });

  it('tells what is made once it is, and never what is in it', async () => {
    await run(example);
    const { stdout } = await run(['profile', 'show', '--json']);
    const { store, key, certificate } = JSON.parse(stdout);
    for (const { path, made } of [store, key, certificate]) {
      expect({ path, made, there: existsSync(path) }).toEqual({ path, made: true, there: true });
    }
    expect(stdout).not.toContain('BEGIN');
  });
});
