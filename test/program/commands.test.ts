import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder } from '../support/program.ts';
import { readStored } from '../support/stored.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];

describe('reading a payment [C-status-alias, C-payments-get]', () => {
  it('says the same as payments status and as status', async () => {
    const outcome = async (...command: string[]) => {
      const { stderr, ...rest } = await run([...command, 'AAAAAAAAAAAAAAAAAAAAAA']);
      return { ...rest, stderr: stderr.replace(/[0-9a-f-]{36}/, 'ID') };
    };
    expect(await outcome('status')).toEqual(await outcome('payments', 'status'));
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
});

describe('profile show [C-profile-show, C-precedence]', () => {
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
