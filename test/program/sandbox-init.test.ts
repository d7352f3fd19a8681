import { beforeEach, describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
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
