import { describe, expect, it } from 'vitest';
import { emptyFolder, type Outcome, psd2 } from '../support/program.ts';
import { homeAt, PSU, servedBank } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

const DOWN = '\u001b[B';
const ENTER = '\r';

/** By answers alone a whole world is made in test/long/sandbox-prompts.test.ts. */
describe('sandbox data by answers [C-sandbox-asked, C-asks-a-person]', () => {
  it('is picked where it is known, and asked again where an answer breaks a rule', async () => {
    const home = emptyFolder();
    const { code, all } = await atTerminal(
      ['sandbox', 'transactions', 'add', '--text', 'Porto'],
      [
        ['(ACCOUNT)', DOWN + ENTER],
        ['(--in, --out)', DOWN + ENTER],
        ['(--out)', '2.5\r'],
        ['must be a whole number', `${'\b'.repeat(3)}250\r`],
      ],
      { home },
    );
    expect(code).toBe(0);
    expect(all).toContain('99901376642  Sparekonto   Ola Eksempel');
    const { stdout } = await psd2(['sandbox', 'transactions', 'list', '99901167601'], { home });
    expect(stdout).toMatch(/ -250 NOK {2}Porto /);
  });

  it('says what to make first where there is nothing to pick', async () => {
    const home = emptyFolder();
    await psd2(['sandbox', 'init'], { home });
    const { code, last } = await atTerminal(['sandbox', 'engagement', 'add'], [], { home });
    expect(last).toContain('psd2 sandbox agreement create');
    expect(code).toBe(2);
  });

  it('is left with Ctrl-C, and nothing was changed', async () => {
    const { code, last } = await atTerminal(['sandbox', 'account', 'delete'], [['(ACCOUNT)', '\x03']]);
    expect(last).toContain('Nothing was changed');
    expect(code).toBe(130);
  });
});

const GIVEN = ['--currency', 'NOK', '--to-name', 'Ola', '--country', 'NO', '--from-bban', '99901067291'];
const CREATE = ['payments', 'create', '--domestic', ...GIVEN, '--sca', 'none'];

it('a person at a terminal is asked for what an answer makes required, too [C-asks-a-person]', async () => {
  const amount = ['--amount', '1.00', '--to-bban', '99901271948', '--start-date', '2099-01-01'];
  const periodic = ['payments', 'create', '--periodic', ...GIVEN, ...amount, '--message', 'Rent'];
  const { code, last } = await atTerminal(
    [...periodic, '--sca', 'none'],
    [
      ['(--frequency)', `${DOWN.repeat(5)}\r`],
      ['(--months)', '1,7\r'],
      ['Send this payment?', '\r'],
    ],
  );
  expect(last).toContain('RCVD');
  expect(code).toBe(0);
});

const missing = ['--amount', '--to-bban'];

it.each([
  ['stdin is no terminal', CREATE],
  ['--no-input is given', [...CREATE, '--no-input']],
])('without a person nothing is asked when %s: every missing flag is named [C-no-person]', async (_, args) => {
  const outcome: Outcome = await psd2(args, { home: emptyFolder() });
  expect(outcome.code).toBe(2);
  expect(outcome.stdout).toBe('');
  for (const flag of missing) expect(outcome.stderr).toContain(flag);
});

/** What the program says and exits with is in test/transcripts/tpp-contact.txt. */
describe('tpp contact [C-tpp-contact, D1-tpp-contact]', () => {
  it('asks a person for the address until it is one', async () => {
    const home = emptyFolder();
    const { code, all } = await atTerminal(
      ['tpp', 'contact', 'set'],
      [
        ['(EMAIL)', 'drift\r'],
        ['must be an e-mail address', '@tpp.example\r'],
      ],
      { home },
    );
    expect({ code, all }).toEqual({ code: 0, all: expect.stringContaining('drift@tpp.example') });
    const { stdout } = await psd2(['tpp', 'contact', 'show', '--quiet'], { home });
    expect(stdout).toBe('drift@tpp.example\n');
  });

  it('goes to a production bank too, named before each write, and nothing that is no address leaves', async () => {
    const bank = await servedBank();
    const home = await homeAt(bank, { ...PSU, bank: undefined, operatorUrl: undefined });
    const run = (line: string) => psd2(['tpp', 'contact', ...line.split(' ')], { home });
    expect((await run('set drift@localhost')).code).toBe(2);
    expect(bank.requests).toEqual([]);
    const host = new URL(bank.url).host;
    expect(await run('set drift@tpp.example --quiet')).toMatchObject({
      code: 0,
      stdout: 'drift@tpp.example\n',
      stderr: `Profile served at ${host}: set contact information.\n`,
    });
    expect(await run('show --quiet')).toMatchObject({ stdout: 'drift@tpp.example\n', stderr: '' });
    expect((await run('remove --quiet')).code).toBe(0);
    expect((await run('show')).code).toBe(3);
  });
});
