import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2 } from '../support/program.ts';
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
    const { code, last } = await atTerminal(['sandbox', 'engagement', 'add'], []);
    expect(last).toContain('psd2 sandbox agreement create');
    expect(code).toBe(2);
  });

  it('is left with Ctrl-C, and nothing was changed', async () => {
    const { code, last } = await atTerminal(['sandbox', 'account', 'delete'], [['(ACCOUNT)', '\x03']]);
    expect(last).toContain('Nothing was changed');
    expect(code).toBe(130);
  });
});
