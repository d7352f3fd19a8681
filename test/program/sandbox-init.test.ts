import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { oneHome } from '../support/one-home.ts';
import { psd2 } from '../support/program.ts';
import { atTerminal } from '../support/terminal.ts';

const INIT = ['sandbox', 'init'];
const MORE = ['customer', 'create', '--number', '310999032', '--name', 'Bygg', '--type', 'CORPORATE'];
const GONE = '5 customers, 8 accounts, 2 card accounts and 3 agreements, with all payments, baskets';
const MADE = 'Made: 4 customers, 8 accounts, 2 card accounts and 2 agreements.';

describe('sandbox init [C-init-asks, C-sandbox-init]', () => {
  let home: string;
  beforeEach(async () => {
    home = await homeWithKeys();
  });
  const customers = async () =>
    JSON.parse((await psd2(['sandbox', 'customer', 'list', '--json'], { home })).stdout).items.length;

  it('names what will go and asks the person; no leaves all as it is, yes deletes it', async () => {
    await psd2(['sandbox', ...MORE], { home });
    const no = await atTerminal(INIT, [['(y/N)', 'n\r']], { home });
    expect(no.all.replaceAll(/\s+/g, ' ')).toContain(`(profile offline): ${GONE}`);
    expect({ code: no.code, last: no.last }).toEqual({
      code: 130,
      last: expect.stringContaining('Nothing was changed'),
    });
    expect(await customers()).toBe(5);
    const yes = await atTerminal(INIT, [['(y/N)', 'y\r']], { home });
    expect(yes.code).toBe(0);
    expect(yes.last.replaceAll(/\s+/g, ' ')).toContain(`Gone: ${GONE}`);
    expect(await customers()).toBe(4);
  });

  it('asks nobody with --yes, nor before there is a bank', async () => {
    const first = await atTerminal(INIT, [], { home });
    const second = await atTerminal([...INIT, '--yes'], [], { home });
    expect(second.all.replaceAll(/\s+/g, ' ')).toContain('Gone: 4 customers, 8 accounts,');
    expect([first, second].map(({ code, all }) => ({ code, asked: all.includes('y/N') }))).toEqual([
      { code: 0, asked: false },
      { code: 0, asked: false },
    ]);
    expect(first.all).toContain(MADE);
    expect(first.all).not.toContain('Gone:');
  });

  it('asks nothing of a bank to which nothing is sent', async () => {
    await psd2(INIT, { home });
    const { all, code } = await atTerminal([...INIT, '--curl'], [], { home });
    expect({ code, asked: all.includes('y/N') }).toEqual({ code: 0, asked: false });
  });
});

const { run, json } = oneHome();
const example = ['payments', 'create', '--domestic', '--example'];
const clock = ['sandbox', 'clock'];

it('sandbox clock that stands still says so, since when, and how to let it go [C-clock, C-clock-standstill]', async () => {
  const home = await homeWithKeys();
  const at = (time: string) => ({ home, clockAt: Date.parse(`2026-11-18T${time}+01:00`) });
  await run(example, at('12:00:00'));
  expect((await run([...clock, 'show'], at('10:00:00'))).stdout).toMatch(
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

it('--new-session says on stderr which session it ends, and nothing where there is none [S10-new-session]', async () => {
  const home = await homeWithKeys();
  const create = [...example, '--sca', 'approve', '--new-session'];
  expect((await run(create, { home })).stderr).toBe('');
  const second = await run(create, { home });
  expect(second.stderr).toMatch(
    /^TPP-Session-ID [0-9a-f-]{36} is no longer used\. It ends when the PSU authorises under the new one\.\n$/,
  );
  expect(second.code).toBe(0);
});
