import { describe, expect, it } from 'vitest';
import { flagGroups } from '../../src/cli/help/describe-command.ts';
import { psd2 } from '../support/program.ts';

/** The lines of help that begin a section, and the line of usage. */
async function outline(...words: readonly string[]): Promise<string[]> {
  const lines = (await psd2([...words, '--help'])).stdout.split('\n');
  return lines.filter((line) => /^[A-Z-]+( [A-Z-]+)*$/.test(line) || line.startsWith('  $ psd2'));
}

async function asJson(...words: readonly string[]) {
  const { code, stdout } = await psd2([...words, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('the help of a command [C-help-order]', () => {
  it("has usage in one line, examples before the flags, the command's own first, those of all commands last", async () => {
    expect(await outline('sandbox', 'transactions', 'add')).toEqual([
      'USAGE',
      '  $ psd2 sandbox transactions add [ACCOUNT] [FLAGS]',
      ...['DESCRIPTION', 'EXAMPLES', 'ARGUMENTS'],
      ...['FLAGS', 'OPTIONAL FLAGS', 'EXCHANGE FLAGS', 'GLOBAL FLAGS'],
    ]);
  });

  it('has the flags of a payment as they are declared: the kind, amount and creditor, the rare ones last', async () => {
    const [, usage, ...sections] = await outline('payments', 'create');
    expect(usage).toBe('  $ psd2 payments create KIND [FLAGS]');
    const groups = sections.filter((section) => section.endsWith(' FLAGS'));
    expect(groups.slice(0, 3)).toEqual(['KIND FLAGS', 'AMOUNT AND DATE FLAGS', 'CREDITOR FLAGS']);
    expect(groups.slice(-2)).toEqual(['EXCHANGE FLAGS', 'GLOBAL FLAGS']);
    const { stdout } = await psd2(['payments', 'create', '--help']);
    const flags = [...stdout.slice(stdout.indexOf('KIND FLAGS')).matchAll(/^ {2}--([a-z-]+)/gm)].map(
      ([, name]) => name,
    );
    expect(flags.slice(0, 8)).toEqual(
      'domestic cross-border instant periodic bulk example file amount'.split(' '),
    );
  });

  it('puts a required flag before the others of its group, whatever the order of declaration', () => {
    const flag = (name: string, required: boolean) => ({ name, type: 'boolean' as const, required });
    const declared = { b: flag('b', false), a: flag('a', true), d: { ...flag('d', false), hidden: true } };
    const [group, ...none] = flagGroups(declared as unknown as Parameters<typeof flagGroups>[0]);
    expect([group?.flags.map(({ name }) => name), none]).toEqual([['a', 'b'], []]);
  });

  it.each([
    'serve',
    'proxy',
  ])('says of %s that --quiet is about its log, not about ids [C-quiet]', async (name) => {
    const { stdout } = await psd2([name, '--help']);
    expect(stdout).toContain('Log no requests');
    expect(stdout).not.toContain('Print ids only');
  });

  it.each([
    ['payments status', 'status'],
    ['status', 'payments status'],
  ])('says of %s its other name alone, and that --quiet is the status [C-status-alias, C-quiet]', async (name, other) => {
    const { stdout } = await psd2([...name.split(' '), '--help']);
    expect(stdout.trimEnd()).toMatch(new RegExp(`\nALIASES\n {2}\\$ psd2 ${other}$`));
    expect(stdout).toContain('Print only the status.');
  });

  it('has the values of a flag beside its name, where completion and a reader look for them', async () => {
    const { stdout } = await psd2(['accounts', 'transactions', '--help']);
    expect(stdout).toMatch(/^ {2}--status=booked\|pending\|both\|all /m);
    expect(stdout).not.toContain('option');
  });

  it('tells of which argument there may be several', async () => {
    expect(await outline('basket', 'create')).toContain('  $ psd2 basket create ID... [FLAGS]');
  });

  it('lists a topic that is a command, and a command with two names, once', async () => {
    const { stdout } = await psd2(['--help']);
    expect(stdout.match(/^ {2}verify /gm)).toHaveLength(1);
    expect(stdout).not.toContain('sign-request');
    expect(stdout).toMatch(/^ {2}status /m);
  });
});

describe('help --json [C-help-json]', () => {
  it('tells all that is declared of a command, in the order of help', async () => {
    const told = await asJson('help', 'basket', 'create');
    expect(await asJson('basket', 'create', '--help')).toEqual(told);
    expect(told).toMatchObject({
      name: 'basket create',
      usage: 'psd2 basket create ID... [FLAGS]',
      arguments: [{ name: 'ID', required: true, repeatable: true }],
    });
    expect(told.flags.at(-1)).toMatchObject({ name: '--profile', group: 'GLOBAL', value: 'NAME' });
    expect(told.examples[0].command).toMatch(/^psd2 basket create /);
  });

  it('tells what is in a topic, and in the program', async () => {
    const topic = await asJson('help', 'sandbox');
    expect(topic.topics.map(({ name }: { name: string }) => name)).toContain('sandbox clock');
    expect(topic.commands.map(({ name }: { name: string }) => name)).toContain('sandbox init');
    const whole = await asJson('--help');
    expect(whole.name).toBe('psd2');
    expect(whole.topics).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'sandbox clock' })]),
    );
    expect((await asJson('help', 'verify')).commands).toEqual([
      { name: 'verify diff', summary: expect.any(String) },
    ]);
  });
});
