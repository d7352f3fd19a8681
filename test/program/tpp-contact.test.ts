import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';
import { homeAt, PSU, servedBank } from '../support/remote-home.ts';
import { atTerminal } from '../support/terminal.ts';

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
