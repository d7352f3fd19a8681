import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';

/** The lines of help that begin a section, and the line of usage. */
async function outline(...words: readonly string[]): Promise<string[]> {
  const { stdout } = await psd2([...words, '--help']);
  const lines = stdout.split('\n');
  return lines.filter((line) => /^[A-Z-]+( [A-Z-]+)*$/.test(line) || line.startsWith('  $ psd2'));
}

describe('the help of a command [C-help-order]', () => {
  it("has usage in one line, then the command's own flags, required ones first, those of all commands last", async () => {
    expect(await outline('sandbox', 'transactions', 'add')).toEqual([
      'USAGE',
      '  $ psd2 sandbox transactions add [ACCOUNT] [FLAGS]',
      ...['ARGUMENTS', 'FLAGS', 'OPTIONAL FLAGS', 'EXCHANGE FLAGS', 'GLOBAL FLAGS'],
      ...['DESCRIPTION', 'EXAMPLES'],
    ]);
  });

  it('has the flags of a payment as they are declared: the kind, amount and creditor, the rare ones last', async () => {
    const [, usage, ...sections] = await outline('payments', 'create');
    expect(usage).toBe('  $ psd2 payments create KIND [FLAGS]');
    expect(sections.slice(0, 3)).toEqual(['KIND FLAGS', 'AMOUNT AND DATE FLAGS', 'CREDITOR FLAGS']);
    expect(sections.indexOf('GLOBAL FLAGS')).toBe(sections.indexOf('DESCRIPTION') - 1);
  });

  it('tells of which argument there may be several', async () => {
    expect(await outline('basket', 'create')).toContain('  $ psd2 basket create ID... [FLAGS]');
  });
});
