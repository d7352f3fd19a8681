import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json } = oneHome();

const example = ['payments', 'create', '--domestic', '--example'];
const clock = ['sandbox', 'clock'];

describe('sandbox clock [C-clock, C-clock-standstill]', () => {
  it('that stands still says so, since when, and how to let it go', async () => {
    const home = await homeWithKeys();
    const at = (time: string) => ({ home, clockAt: Date.parse(`2026-11-18T${time}+01:00`) });
    await run(example, at('12:00:00'));
    const { stdout } = await run([...clock, 'show'], at('10:00:00'));
    expect(stdout).toMatch(
      /^Now +2026-11-18 12:00\nClock +stands still\nBatch runs +every day\nWarning +.* since 2026-11-18 12:00, because /,
    );
    const { value } = await json([...clock, 'show'], at('10:00:00'));
    expect(Object.keys(value)).toEqual(['now', 'offsetSeconds', 'calendar', 'tppMessages', '_meta']);
    expect(value.tppMessages[0].text).toMatch(/is 2 hours behind: to let it run again, reset the clock$/);
    await run([...clock, 'reset'], at('10:00:01'));
    expect((await run([...clock, 'show'], at('10:00:02'))).stdout).toMatch(
      /\nClock +real time\nBatch runs +every day\n$/,
    );
  });
});

describe('--new-session [S10-new-session]', () => {
  it('says on stderr which session it ends, and nothing where there is none', async () => {
    const home = await homeWithKeys();
    const create = [...example, '--sca', 'approve', '--new-session'];
    const first = await run(create, { home });
    expect(first.stderr).toBe('');
    const second = await run(create, { home });
    expect(second.stderr).toMatch(
      /^TPP-Session-ID [0-9a-f-]{36} is no longer used\. It ends when the PSU authorises under the new one\.\n$/,
    );
    expect(second.code).toBe(0);
  });
});
