import { describe, expect, it } from 'vitest';
import { psd2 } from '../support/program.ts';

/** The one JSON value on stdout. */
async function json(args: readonly string[], given = {}) {
  const { stdout, ...rest } = await psd2(args, given);
  return { ...rest, value: JSON.parse(stdout) };
}

describe('version and help [C-version-help]', () => {
  it.each([[['--help']], [['-h']], [['help']]])('%j lists topics on stdout', async (args) => {
    const { code, stdout, stderr } = await psd2(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('$ psd2 [COMMAND]');
    expect(stdout).toMatch(/^ {2}profile {2,}Which bank to talk to/m);
  });

  it.each([
    [['profile', 'show', '--help']],
    [['help', 'profile', 'show']],
  ])('%j explains a command', async (args) => {
    const { code, stdout } = await psd2(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/USAGE\n {2}\$ psd2 profile show/);
    expect(stdout).toContain('$ psd2 profile show --json');
    expect(stdout).not.toContain('<%');
  });

  it('lists the commands of a topic', async () => {
    const { code, stdout } = await psd2(['profile']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}profile show {2,}Show the curr/m);
  });
});

describe('a wrong command line [C-unknown-command, C-did-you-mean, C-failure-json, C-stdout-result-only]', () => {
  it("leads from a topic with a flag to the topic's help, not to all of the program's", async () => {
    const { code, stderr } = await psd2(['profile', '--nosuch']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n {2}See what each does:\n {2}psd2 profile --help\n$/);
  });

  it('names all eight commands that the word may end', async () => {
    expect((await psd2(['list'])).stderr.match(/^ {2}psd2 \w+ list$/gm)).toHaveLength(8);
  });

  it.each([
    [
      ['profile', '--json'],
      "profile isn't a command by itself. Its commands: profile add, profile list, profile remove, profile show, profile trust, profile use.",
    ],
    [['--json', '--bogus'], 'Missing: a command before --bogus.'],
    [['profile', 'show', '--json', '--nosuch'], 'Unknown flag: --nosuch.'],
    [['profile', 'show', '--json', '--profile'], 'Flag --profile expects a value.'],
    [['nosuch', '--help', '--json'], 'Unknown command: "nosuch".'],
  ])('%j is a usage error: %s', async (args, message) => {
    expect(await json(args)).toMatchObject({
      code: 2,
      stderr: '',
      value: { error: { code: 'USAGE', message } },
    });
  });

  it('does not take what stands after -- for the switch', async () => {
    const { code, stdout, stderr } = await psd2(['profile', 'show', '--', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Unexpected argument: --json.');
  });

  it('shows what a hostile argument would do to the terminal', async () => {
    const { stderr } = await psd2(['\u001b[2J']);
    expect(stderr).toContain('\\u001b[2J');
    expect(stderr).not.toContain('\u001b');
  });
});
