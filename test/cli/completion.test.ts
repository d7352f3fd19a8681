import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHELLS } from '../../src/cli/completion.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { oneHome } from '../support/one-home.ts';
import { emptyFolder, psd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const { run, json, folder, payments } = oneHome();

/** The candidates for the last word of a line, as a script asks for them. */
async function completed(line: string, home = folder()): Promise<string[]> {
  const words = line.split(' ');
  const { code, stdout, stderr } = await run(['__complete', `:${words.pop()}`, ...words], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').flatMap((one) => (one === '' ? [] : (one.split('\t')[0] ?? '')));
}

describe('completion of words [C-autocomplete]', () => {
  it.each<[string, string[]]>([
    ['pay', ['payments']],
    ['compl', ['completion']],
    ['auto', []],
    ['autocomplete f', ['fish']],
    ['stat', ['status']],
    ['sandbox clock ', ['advance', 'reset', 'set', 'show']],
    ['help sandbox cl', ['clock']],
    ['help user ', []],
    ['verify d', ['diff']],
    ['payments create --exe', ['--execution-rule']],
    ['payments create --domestic --sca ', ['browser', 'approve', 'decline', 'none']],
    ['payments create --sca=app', ['--sca=approve']],
    ['payments create --sca = app', ['approve']],
    ['payments create --sca =', ['browser', 'approve', 'decline', 'none']],
    ['payments create --amount ', []],
    ['payments create --example --exam', []],
    ['completion f', ['fish']],
    ['completion fish ', []],
    ['explain KID', ['KID_MISSING', 'KID_INVALID', 'KID']],
    ['explain KID ', []],
    ['api P', ['POST', 'PUT']],
    ['explain key-m', ['key-mismatch']],
    ['nosuch --', []],
  ])('offers for "psd2 %s"', async (line, expected) => {
    expect(await completed(line)).toEqual(expected);
  });
});

describe('completion of values [C-autocomplete]', () => {
  it('offers what the profile and its embedded bank have', async () => {
    const created = ['payments', 'create', '--domestic', '--example', '--to-name'];
    for (const name of ['First', 'Second']) await run([...created, name]);
    const [first = '', second = ''] = payments();
    const basket = await json(['basket', 'create', second]);
    await run(['sandbox', 'snapshot', 'save', 'before']);
    const known = { payment: [second, first], customer: '15813963008', account: '99901067291' };
    expect(await completed('payments get ')).toEqual(known.payment);
    expect(await completed(`basket create ${second} `)).toEqual(known.payment);
    expect(await completed(`payments --json get ${second.slice(0, -1)}`)).toContain(second);
    expect(await completed('basket get ')).toEqual([basket.value.basketId]);
    expect(await completed('sca approve ')).toHaveLength(2);
    await run(['basket', 'delete', basket.value.basketId]);
    expect(await completed('basket get ')).toEqual([]);
    expect(await completed('sandbox snapshot restore ')).toEqual(['before']);
    expect(await completed('accounts list --as 158')).toEqual([known.customer]);
    expect(await completed('payments create --from-bban=9990106')).toEqual([`--from-bban=${known.account}`]);
    expect(await completed('user --profile ')).toEqual(['offline']);
    const { stdout } = await run(['__complete', `:${second}`, 'status']);
    expect(stdout).toMatch(/^\S+\t100\.00 NOK Second RCVD\n$/);
  });

  it('omits an id of a bank that a shell or psd2 would not take for a word', async () => {
    await run(['payments', 'create', '--domestic', '--example']);
    const before = await completed('payments get ');
    const database = loadDriver()(join(folder(), 'offline', 'client.db'), { readOnly: false });
    for (const hostile of ['--yes', '-j', '=ls', '%1', 'a;b', '$(id)', 'a\nb'])
      database.exec(
        `INSERT INTO payments (payment_id, service, product) VALUES ('${hostile}', 'payments', 'any')`,
      );
    database.close();
    expect(await completed('payments get ')).toEqual(before);
  });

  it('creates nothing, and is silent without a store, with a damaged one and with wrong settings', async () => {
    const home = emptyFolder();
    for (const line of ['payments get ', 'accounts get ', 'sandbox snapshot restore '])
      expect(await completed(line, home)).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
    const files = readdirSync(folder(), { recursive: true });
    await completed('payments get ');
    expect(readdirSync(folder(), { recursive: true })).toEqual(files);
    writeFileSync(join(home, 'config.json'), '{', { mode: 0o600 });
    expect(await completed('accounts get ', home)).toEqual([]);
    expect(await completed('accounts get --profile nosuch ')).toEqual([]);
  });
});

/** What a real bash offers at the end of each line. */
function offered(script: string, lines: readonly string[], type = 9): string[][] {
  const asks = lines.map((line) => `ask '${line.split(' ').join("' '")}'`).join('\n');
  const ask = `ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=${type}; _psd2; IFS=,; echo "\${COMPREPLY[*]}"; }`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile'], {
    input: `set -u\n${script}\n${ask}\n${asks}\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PSD2_HOME: folder() },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').map((line) => line.split(',').filter((word) => word !== ''));
}

describe('the completion scripts [C-autocomplete]', () => {
  it('offers in bash what psd2 prints, and leaves files to bash', async () => {
    const { stdout: script } = await psd2(['completion', 'bash']);
    const bin = join(ROOT, 'bin', 'run.js');
    const [top, sca, equal, none, failed] = offered(script, [
      `${bin} pa`,
      `${bin} payments create --sca app`,
      `${bin} payments create --sca = app`,
      `${bin} cert lint `,
      `nosuch pa`,
    ]);
    expect({ top, sca, equal, none, failed }).toEqual({
      top: ['payments'],
      sca: ['approve'],
      equal: ['approve'],
      none: [],
      failed: [],
    });
    // 63 is the list after a second Tab.
    expect(offered(script, [`${bin} profile `], 63)[0]).toContain('use  Set the default profile.');
    expect(offered(script, [`${bin} profile us`], 63)[0]).toEqual(['use']);
  });

  it.each(Object.keys(SHELLS))('%s: asks for the word at the cursor, and shows no errors', async (shell) => {
    const { stdout } = await psd2(['autocomplete', shell]);
    expect(stdout).toMatch(/__complete ":\S+".* 2>(?:\/dev\/null|\$null)/);
  });

  it('sets up nothing by itself, and says in JSON which shell it is for', async () => {
    expect(JSON.parse((await psd2(['completion', 'fish', '--json'])).stdout)).toEqual({
      shell: 'fish',
      script: expect.stringContaining('complete -c psd2'),
    });
    expect((await psd2(['completion', 'tcsh'])).code).toBe(2);
  });
});
