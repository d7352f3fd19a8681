import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { ROOT } from '../support/sources.ts';
import { clockAt, START } from '../support/stopped-clock.ts';
import { TERMINAL_LINES } from '../support/terminal-lines.ts';
import { terminalSessions } from '../support/terminal-session.ts';

/** Both at once: the second takes `fetch` over from the first. */
const BOTH = ['no-network', 'no-web-globals'].map((name) => join(ROOT, 'test', 'support', `${name}.cjs`));

function requiring(options: string | undefined, ...paths: readonly string[]): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: [options ?? '', ...paths.map((path) => `--require "${path}"`)].join(' ') };
}

/** Lines of every command, but of doctor, which listens, and of profiles of banks elsewhere. */
const LINES = [
  ...['--version', '--help', 'payments --help'].map((line) => ({ line, exit: 0 })),
  ...TERMINAL_LINES.filter(({ line }) => !/^(?:doctor|profile (?:add|use|trust|remove))\b/.test(line)),
];

const session = terminalSessions(LINES);

function attempts(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^(NETWORK|WEB GLOBAL): /.test(line));
}

describe('offline [A-offline-no-socket, A-no-fetch]', () => {
  it('opens no socket and touches no global of the web, whatever the command', async () => {
    const required = requiring(clockAt(START).NODE_OPTIONS, ...BOTH);
    // A person at the terminal would be led to the bank's site, which listens.
    const shown = await session({ env: { ...required, CI: 'true' } });
    const outcomes = shown.map(({ line, exit, text }) => ({ line, exit, attempts: attempts(text) }));
    expect(outcomes).toEqual(LINES.map(({ line, exit = 0 }) => ({ line, exit, attempts: [] })));
  });

  it.each([
    ['fetch', 98, 'WEB GLOBAL: fetch'],
    ["require('net').connect(9)", 97, 'NETWORK: net.connect'],
  ])('would be seen to do otherwise: %s', async (code, exitCode, attempt) => {
    const spoiler = join(emptyFolder(), 'spoiler.cjs');
    writeFileSync(spoiler, `try { ${code}; } catch {}`);
    const outcome = await spawnPsd2(['--version'], {
      env: requiring(process.env.NODE_OPTIONS, ...BOTH, spoiler),
    });
    expect({ code: outcome.code, attempts: attempts(outcome.stderr) }).toEqual({
      code: exitCode,
      attempts: [attempt],
    });
  });
});
