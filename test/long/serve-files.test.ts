import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ROOT } from '../support/sources.ts';

/** What a container or a service manager would have as its root. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'psd2-serve-files-')));
const FILES = join(ROOT, 'docs', 'examples', 'serve');
const CONTAINERFILE = readFileSync(join(FILES, 'Containerfile'), 'utf8');
const UNIT = readFileSync(join(FILES, 'psd2.service'), 'utf8');
const isRoot = process.getuid?.() === 0;
/** Who is no root already stays who they are. */
const USER = isRoot ? '1000' : String(process.getuid?.());
const GROUP = isRoot ? '1000' : String(process.getgid?.());

/** The instructions of one name, comments and all else left out. */
function instructions(name: string): readonly string[] {
  return CONTAINERFILE.split('\n').flatMap((line) =>
    line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : [],
  );
}

function listOf(text = ''): readonly string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

const HOME = /^PSD2_HOME=(\S+)$/.exec(instructions('ENV')[0] ?? '')?.[1] ?? '';

/** A path of the container below the folder of this test. */
function below(text: string): string {
  return text.replaceAll('/tmp/psd2.tgz', join(root, 'psd2.tgz')).replaceAll(HOME, join(root, HOME));
}

const ENVIRONMENT = {
  PATH: [join(root, 'usr', 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
  HOME: '/',
  PSD2_HOME: join(root, HOME),
};

/** Steps of an image are run by its root, with what npm is told here of the registry. */
const OF_STEPS = {
  ...process.env,
  ...ENVIRONMENT,
  HOME: process.env.HOME,
  npm_config_prefix: join(root, 'usr'),
  npm_config_prefer_offline: 'true',
};

function runStep(step: string): void {
  const line = below(step).replace('-o 1000 -g 1000', `-o ${USER} -g ${GROUP}`);
  mkdirSync(join(root, dirname(HOME)), { recursive: true });
  const { status, stderr } = spawnSync('sh', ['-c', line], { env: OF_STEPS, cwd: root, encoding: 'utf8' });
  expect({ step, status, stderr: status === 0 ? '' : stderr }).toEqual({ step, status: 0, stderr: '' });
}

/** As the user of the image, or of the service. */
const asUser = (command: readonly string[]): readonly [string, readonly string[]] => {
  const drop = ['--reuid', USER, '--regid', GROUP, '--clear-groups', '--no-new-privs', '--'];
  return isRoot ? ['setpriv', [...drop, ...command]] : ['env', command];
};

function start(command: readonly string[], env: NodeJS.ProcessEnv) {
  const [program, args] = asUser(command);
  const child = spawn(program, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return { child, said: () => stderr };
}

async function listening({ child, said }: { child: ChildProcess; said: () => string }): Promise<void> {
  while (!said().includes('Listening on')) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ended(child: ChildProcess): Promise<unknown> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  return (await closed)[0];
}

const health = (command: readonly string[], port: string, env: NodeJS.ProcessEnv): number | null => {
  const [program, args] = asUser(command.map((part) => part.replaceAll('8443', port)));
  return spawnSync(program, args, { env, cwd: '/' }).status;
};
const CHECK = listOf(instructions('HEALTHCHECK')[0]);

beforeAll(() => {
  expect(inject('buildFailure')).toBe('');
  chmodSync(root, 0o755);
  const pack = ['pack', '--ignore-scripts', '--silent', '--offline', '--pack-destination', root];
  const archive = execFileSync('npm', pack, { cwd: ROOT, encoding: 'utf8' }).trim();
  execFileSync('mv', [join(root, archive), join(root, 'psd2.tgz')]);
  for (const step of instructions('RUN')) runStep(step);
}, 300_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the Containerfile [C-serve-signals, C-serve-health]', () => {
  it('has a user that is not root, a volume for the home, and the port that it serves', () => {
    expect(instructions('USER')).toEqual(['1000:1000']);
    expect(instructions('VOLUME')).toEqual([HOME]);
    expect(listOf(instructions('CMD')[0]).join(' ')).toContain(`--port ${instructions('EXPOSE')[0]} `);
    expect(instructions('COPY')).toEqual(['psd2.tgz /tmp/psd2.tgz']);
  });

  it('serves a healthy bank by its steps alone, as its user, and ends with 0', async () => {
    expect(existsSync(join(root, 'psd2.tgz'))).toBe(false);
    const port = await freePort();
    const env = ENVIRONMENT;
    expect(health(CHECK, port, env)).toBe(1);
    const served = start(
      listOf(instructions('CMD')[0]).map((part) => part.replaceAll('8443', port)),
      env,
    );
    await listening(served);
    expect(health(CHECK, port, env)).toBe(0);
    expect(statSync(join(root, HOME, 'offline', 'bank.db.worlds')).uid).toBe(Number(USER));
    expect(await ended(served.child)).toBe(0);
    expect(health(CHECK, port, env)).toBe(1);
  });
});

/** Directives of the unit's service, each with its values. */
function directive(name: string): readonly string[] {
  return UNIT.split('\n').flatMap((line) =>
    line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : [],
  );
}

describe('the unit of systemd [C-serve-operator-token, C-serve-signals]', () => {
  /** As the service manager has it, with everything below the folder of this test. */
  const placed = (text: string) =>
    text
      .replaceAll('/usr/local/bin/psd2', join(root, 'usr', 'bin', 'psd2'))
      .replaceAll('%t', join(root, 'run'))
      .replaceAll('%S', join(root, 'state'))
      .replaceAll('%C', join(root, 'cache'));

  it('is read by systemd without a word, where it is there', () => {
    const file = join(root, 'psd2.service');
    writeFileSync(file, UNIT.replace('/usr/local/bin/psd2', join(root, 'usr', 'bin', 'psd2')));
    const { error, stderr = '' } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const ours = stderr?.split('\n').filter((line) => line.includes('psd2.service'));
    expect(error === undefined ? ours : []).toEqual([]);
  });

  it('starts by its line, with the token where it says, and ends with 0', async () => {
    const [port, site, operator] = [await freePort(), await freePort(), await freePort()];
    for (const [folder, name] of [
      ['run', 'RuntimeDirectory'],
      ['state', 'StateDirectory'],
      ['cache', 'CacheDirectory'],
    ] as const) {
      const path = join(root, folder, directive(name)[0] ?? '');
      mkdirSync(dirname(path), { mode: 0o755 });
      mkdirSync(path, { mode: 0o700 });
      chownSync(path, Number(USER), Number(GROUP));
    }
    const given = directive('Environment').map((pair) => placed(pair).split('=') as [string, string]);
    const env = { PATH: ENVIRONMENT.PATH, ...Object.fromEntries(given) };
    const line = placed(directive('ExecStart')[0] ?? '')
      .replace('8443', port)
      .replace('8446', operator);
    const served = start([...line.split(' '), '--site-port', site], env);
    await listening(served);
    expect(health(CHECK, port, env)).toBe(0);
    const token = join(root, 'run', 'psd2', 'operator-token');
    expect([statSync(token).mode & 0o777, statSync(token).uid]).toEqual([0o600, Number(USER)]);
    const answer = await fetch(`http://127.0.0.1:${operator}/operator/metrics`, {
      headers: { Authorization: `Bearer ${readFileSync(token, 'utf8').trim()}` },
    });
    expect([answer.status, (await answer.text()).includes('psd2_open_connections')]).toEqual([200, true]);
    expect(await ended(served.child)).toBe(0);
    expect(existsSync(token)).toBe(true);
  });
});
