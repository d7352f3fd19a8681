import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, psd2, startPsd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The one JSON value on stdout. */
async function json(args: readonly string[], given = {}) {
  const { stdout, ...rest } = await psd2(args, given);
  return { ...rest, value: JSON.parse(stdout) };
}

describe('version and help [C-version-help]', () => {
  it.each(['--version', '-v'])('%s prints name and version', async (flag) => {
    const { code, stdout, stderr } = await psd2([flag]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`psd2 ${version}\n`);
  });

  it('prints the version as JSON when asked', async () => {
    expect(await json(['--version', '--json'])).toMatchObject({ code: 0, value: { version } });
  });

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

  it.each([[['--help']], [['profile', 'show', '--help']]])('%j fits 80 columns', async (args) => {
    const { stdout } = await psd2(args);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('a wrong command line [C-unknown-command, C-did-you-mean, C-failure-json, C-stdout-result-only]', () => {
  it('names the nearest command on stderr, exit 2', async () => {
    expect(await psd2(['profil', 'show'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: Unknown command: "profil show". (USAGE)\n  Did you mean:\n  psd2 profile show\n',
    });
  });

  it("leads from a topic with a flag to the topic's help, not to all of the program's", async () => {
    const { code, stderr } = await psd2(['profile', '--nosuch']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n {2}See what each does:\n {2}psd2 profile --help\n$/);
  });

  it('is one JSON value on stdout with --json, even for an unknown command', async () => {
    expect(await json(['nosuch', 'thing', '--json'])).toEqual({
      code: 2,
      stderr: '',
      value: {
        error: {
          code: 'USAGE',
          message: 'Unknown command: "nosuch thing".',
          exitCode: 2,
          hint: 'See every command:\npsd2 --help',
        },
      },
    });
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

describe('a result [C-json-result, C-quiet, C-stdout-result-only]', () => {
  it('is one JSON value with --json, before or after the command', async () => {
    const home = emptyFolder();
    const after = await json(['profile', 'show', '--json'], { home });
    const before = await json(['--json', 'profile', 'show'], { home });
    expect(after).toMatchObject({
      code: 0,
      stderr: '',
      value: { name: { value: 'offline', origin: 'default' } },
    });
    expect(Object.keys(before.value)).toEqual(Object.keys(after.value));
  });

  it('is the id alone with --quiet', async () => {
    const result = await psd2(['profile', 'show', '--quiet'], { home: emptyFolder() });
    expect(result).toEqual({ code: 0, stdout: 'offline\n', stderr: '' });
  });

  it('has no colour where there is no terminal, and none with --no-color', async () => {
    for (const args of [['profile', 'show'], ['profile', 'show', '--no-color'], ['nosuch'], ['--help']]) {
      const { stdout, stderr } = await psd2(args, { home: emptyFolder() });
      expect(stdout + stderr).not.toContain('\u001b');
    }
  });
});

describe('where settings live [C-home]', () => {
  it('is PSD2_HOME', async () => {
    const home = join(emptyFolder(), 'elsewhere');
    const { value } = await json(['profile', 'show', '--json'], { home });
    expect(value).toMatchObject({ home, key: { path: expect.stringContaining(home), made: false } });
  });

  it('is below XDG_CONFIG_HOME, else below HOME', async () => {
    const folder = emptyFolder();
    const xdg = await json(['profile', 'show', '--json'], {
      env: { HOME: '/nowhere', XDG_CONFIG_HOME: folder },
    });
    expect(xdg.value.home).toBe(join(folder, 'psd2'));
    if (process.platform !== 'linux') return;
    const home = await json(['profile', 'show', '--json'], { env: { HOME: folder } });
    expect(home.value.home).toBe(join(folder, '.config', 'psd2'));
  });
});

describe('a reader that leaves [C-closed-pipe]', () => {
  it.each([[['--help']], [['profile', 'show', '--json']]])('ends %j quietly, exit 0', async (args) => {
    const child = startPsd2(args, { home: emptyFolder() });
    child.stdout.destroy();
    child.stdin.end();
    const complaints: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(Buffer.concat(complaints).toString()).toBe('');
  });

  it('ends a failure that nobody hears quietly too', async () => {
    const child = startPsd2(['nosuch']);
    child.stderr.destroy();
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});

describe('Ctrl-C [C-interrupted]', () => {
  it('ends with 130 and says so', async () => {
    const child = startPsd2(['payments', 'create', '--domestic', '--file', '-', '--json'], {
      home: emptyFolder(),
    });
    child.stdin.on('error', () => {});
    // More than a pipe holds: when it is gone, the program is reading and waits for the end.
    await new Promise((resolve) => child.stdin.write('x'.repeat(1_000_000), resolve));
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(JSON.parse(Buffer.concat(stdout).toString())).toMatchObject({
      error: { code: 'INTERRUPTED', exitCode: 130 },
    });
  });
});
