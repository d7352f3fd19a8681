import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { oneHome } from '../support/one-home.ts';
import { psd2, startPsd2 } from '../support/program.ts';

const { run, json } = oneHome();
// A Wednesday morning between two runs, so that none falls due under way.
beforeAll(() => run(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { cwd: tmpdir() }));

async function made(kind: string, home: string, ...more: string[]): Promise<string> {
  const { stdout } = await psd2(['payments', 'create', `--${kind}`, '--example', ...more, '--quiet'], {
    home,
  });
  return stdout.trim();
}

/** A watching program, and how to wait until it has said something. */
function watching(args: readonly string[], home: string) {
  const child = startPsd2(args, { home });
  const said = { stdout: '', stderr: '' };
  child.stdin.end();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      said[name] += chunk.toString('utf8');
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  const says = async (text: string) => {
    while (!said.stdout.includes(text)) {
      if (child.exitCode !== null) throw new Error(`ended before it said ${text}: ${said.stderr}`);
      await once(child.stdout, 'data');
    }
  };
  return { child, ended, says };
}

describe('status --watch [C-watch]', () => {
  it('does not wait for what can not come: another product, another PSU, a world that is gone', async () => {
    const home = await homeWithKeys();
    const paymentId = await made('domestic', home, '--as', '15813963008');
    const watch = (...more: string[]) => psd2(['status', paymentId, '--watch', ...more], { home });
    expect((await watch('--product', 'bulk')).code).toBe(3);
    expect((await watch('--as', '01929010120')).code).toBe(3);
    await psd2(['sandbox', 'init', '--yes'], { home });
    expect((await watch()).code).toBe(3);
  });

  it('waits for the approval, tells each status as it comes, and ends with the final one', async () => {
    const home = await homeWithKeys();
    await psd2(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { home });
    const paymentId = await made('domestic', home);
    const { ended, says } = watching(['status', paymentId, '--watch'], home);
    await says('RCVD  waiting for its PSU');
    await psd2(['sca', 'approve', paymentId], { home });
    await says('ACTC  authorised: not booked yet');
    await psd2(['sandbox', 'batch', 'run'], { home });
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(0, 21))).toEqual(
      lines.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}$/)),
    );
    expect(lines.map((line) => line.slice(21))).toEqual([
      "RCVD  waiting for its PSU: it can't be read before the PSU has approved it",
      'ACTC  authorised: not booked yet',
      'ACSC  booked',
    ]);
  }, 60_000);

  it('says once that the money is not there', async () => {
    const home = await homeWithKeys();
    await psd2(['sandbox', 'clock', 'set', '2026-11-18T10:00:00+01:00'], { home });
    const paymentId = await made('domestic', home, '--amount', '900000.00', '--sca', 'approve');
    await psd2(['sandbox', 'batch', 'run'], { home });
    const { child, ended, says } = watching(['status', paymentId, '--watch'], home);
    await says('ACCP');
    child.kill('SIGINT');
    const [line] = (await ended).stdout.split('\n');
    expect(line).toMatch(/ {2}ACCP {2}waiting for money: the next run tries again: [^:]*\. [^:]*\.$/);
  });

  it('ends with Ctrl-C, exit 130', async () => {
    const home = await homeWithKeys();
    const paymentId = await made('periodic', home, '--sca', 'approve');
    const { child, ended, says } = watching(['status', paymentId, '--watch'], home);
    await says("ACTC  authorised: not booked yet: a periodic payment keeps this status until it's cancelled");
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toBe(
      `Error: Interrupted. Payment ${paymentId} continues at the bank. Its last known status is ACTC (authorised: not ` +
        `booked yet). (INTERRUPTED)\n  Watch it again:\n  psd2 status ${paymentId} --watch\n`,
    );
  }, 60_000);

  it('ends after --timeout, exit 5, with what it has seen', async () => {
    const paymentId = (
      await run(['payments', 'create', '--periodic', '--example', '--sca', 'approve', '--quiet'])
    ).stdout.trim();
    const { code, value } = await json(['status', paymentId, '--watch', '--timeout', '1s']);
    expect(value.error).toEqual({
      code: 'WATCH_TIMEOUT',
      exitCode: 5,
      message: `Payment ${paymentId} isn't final after 1 second: it is ACTC (authorised: not booked yet).`,
      hint: `Watch it again:\npsd2 status ${paymentId} --watch`,
      paymentId,
    });
    expect(code).toBe(5);
    expect((await json(['status', paymentId, '--timeout', '1s'])).code).toBe(2);
    expect((await json(['status', paymentId, '--watch', '--timeout', 'soon'])).code).toBe(2);
  });
});
