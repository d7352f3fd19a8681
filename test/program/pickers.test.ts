import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const DOWN = '\u001b[B';
const ENTER = '\r';
const env = { NO_COLOR: '1' };

/** A bank with payments, oldest first, by what follows `payments create`. */
async function homeWithPayments(
  ...kinds: readonly string[]
): Promise<{ home: string; ids: readonly string[] }> {
  const home = await homeWithKeys();
  const ids: string[] = [];
  for (const kind of kinds) {
    const line = ['payments', 'create', ...kind.split(' '), '--example', '--quiet'];
    ids.push((await psd2(line, { home })).stdout.trim());
  }
  return { home, ids };
}

describe('what a command line does not name is picked [C-picked]', () => {
  it('offers the payments that the command can act on, newest first, in rows for people', async () => {
    const { home, ids } = await homeWithPayments(
      '--domestic --amount 1250.00',
      '--domestic --amount 99.00',
      '--instant --sca approve',
    );
    const line = ['payments', 'cancel'];
    const { code, all } = await atTerminal(line, [['Which payment?', DOWN + ENTER]], { home, env });
    const rows = all
      .split('\r\n')
      .map((line) => line.trim())
      .filter((row) => row.includes('Ola Eksempel'));
    expect(rows.slice(0, 2)).toEqual([
      expect.stringMatching(/Ola Eksempel {5}99\.00 NOK {2}received {2}just now$/),
      expect.stringMatching(/Ola Eksempel {2}1 250\.00 NOK {2}received {2}just now$/),
    ]);
    expect(all).toMatch(new RegExp(`Payment ${ids[0]}\\s`));
    expect(all).toContain(`Payment ${ids[0]} is cancelled.`);
    expect(code).toBe(0);
  });

  it('picks in place of a default only among several, and only if the person reads the result', async () => {
    const { home, ids } = await homeWithPayments('--instant --sca approve', '--domestic');
    const picked = await atTerminal(['status'], [['Which payment?', DOWN + ENTER]], { home, env });
    expect(picked.all).toMatch(new RegExp(`Payment +${ids[0]}`));
    expect(await atTerminal(['session', 'show'], [], { home, env })).toMatchObject({ code: 0 });
    const quiet = await atTerminal(['status', ids[0] ?? '', '--quiet'], [], { home, env });
    const newest = await atTerminal(['payments', 'get', '--quiet', '--sca', 'none'], [], { home, env });
    expect([quiet.last, newest.last]).toEqual(['ACSC\r\n', expect.stringContaining(ids[1] ?? '')]);
  });

  it('picks several payments for a basket, and the basket', async () => {
    const { home, ids } = await homeWithPayments('--domestic', '--periodic', '--domestic');
    const keys = ` ${DOWN} ${ENTER}`;
    const created = await atTerminal(['basket', 'create'], [['Which payments?', keys]], { home, env });
    const basket = /Basket +(\w{22})/.exec(created.all)?.[1] ?? '';
    const { stdout } = await psd2(['basket', 'get', basket, '--json'], { home });
    expect([...JSON.parse(stdout).payments].sort()).toEqual([ids[0], ids[2]].sort());
    const line = ['basket', 'authorise', '--sca', 'approve'];
    const authorised = await atTerminal(line, [['Which basket?', ENTER]], { home, env });
    expect(authorised.all).toMatch(/2 payments {2}20\d\.00 NOK {2}received {2}just now/);
    expect(authorised.code).toBe(0);
  });

  it('picks an account with owner and balance after the SCA, then a transaction of it', async () => {
    const { code, all } = await atTerminal(
      ['accounts', 'transaction', '--sca', 'approve', '--as', '15813963008'],
      [
        ['Which account?', ENTER],
        ['Which transaction?', ENTER],
      ],
      { home: (await homeWithPayments('--instant --sca approve')).home, env },
    );
    expect(all).toMatch(/99901067291 {2}Brukskonto {2}Kari Prøve {2}24\d \d{3}\.\d\d NOK/);
    expect(all).toContain('Counterparty  Ola Eksempel');
    expect(code).toBe(0);
  });

  it('revokes the picked consent, not that of the last SCA', async () => {
    const home = await homeWithKeys();
    for (const customer of ['15813963008', '01929010120'])
      await psd2(['consent', 'grant', '--sca', 'approve', '--as', customer], { home });
    await atTerminal(['consent', 'revoke'], [['Which consent?', DOWN + ENTER]], { home, env });
    const { stdout } = await psd2(['consent', 'show', '--json'], { home });
    const left = JSON.parse(stdout).items.map((one: { customerNumber: string }) => one.customerNumber);
    expect(left).toEqual(['01929010120']);
  });

  it('says how to get one where there is none, and asks nothing of a script', async () => {
    const { home } = await homeWithPayments();
    const { code, last } = await atTerminal(['payments', 'cancel'], [], { home });
    expect(last).toContain('psd2 payments create');
    expect(code).toBe(2);
    const piped = await psd2(['payments', 'cancel', '--json'], { home });
    expect(JSON.parse(piped.stdout).error).toMatchObject({ message: 'Missing: ID.', missing: ['ID'] });
  });
});
