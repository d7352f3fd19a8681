import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import { Fault } from '../../src/errors.ts';
import { refuseUnopenable, showPage } from '../../src/sca/browser.ts';
import { openTestLedger } from '../support/ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LINK = 'https://bank.example/sca/1/secret';
let hosts: Ledger;

beforeEach(() => {
  hosts = openTestLedger(join(temporaryFolder(), 'client.db'));
  return () => hosts.end();
});

/** Shows a page to a person who answers so, and tells what came of it. */
async function shown(
  link: string,
  { asksFirst = false, says = true, openPage = async (_: string) => {} } = {},
) {
  const did: string[] = [];
  await showPage(
    link,
    { asksFirst, hosts },
    {
      always: (text) => did.push(text),
      notice: (text) => did.push(text),
      confirm: async (about) => {
        did.push(about);
        return says;
      },
      terminal: {
        onLine: () => () => {},
        openPage: async (url) => {
          did.push(`opened ${url}`);
          await openPage(url);
        },
      },
    },
  );
  return did;
}

const said = ['The PSU authorises at:', LINK];
const question = "This profile hasn't opened a page at bank.example before.";

describe('the page of a PSU [S10-opened-urls]', () => {
  it.each([
    ...['https://bank.example/', 'http://127.0.0.1:8444/sca/1/2', 'http://[::1]:1/'],
    'http://localhost/x',
  ])('may be %s', (link) => {
    expect(() => refuseUnopenable(link)).not.toThrow();
  });

  it.each([
    ...['http://bank.example/', 'http://127.0.0.1.evil.example/', 'http://localhost.evil.example/'],
    ...['https://user@bank.example/', 'https://:secret@bank.example/', 'file:///etc/passwd'],
    ...['javascript:alert(1)', '--new-window', '/sca/1/2', ''],
  ])('is not %j', (link) => {
    expect(() => refuseUnopenable(link)).toThrow(Fault);
  });

  it('is told, and opened', async () => {
    expect(await shown(LINK)).toEqual([...said, `opened ${LINK}`]);
  });

  it('is told when it can not be opened', async () => {
    const openPage = () => Promise.reject(new Error('spawn xdg-open ENOENT'));
    expect((await shown(LINK, { openPage })).at(-1)).toMatch(/^Can't open a browser/);
  });

  it('of a production bank is opened once somebody has agreed to its host', async () => {
    expect(await shown(LINK, { asksFirst: true, says: false })).toEqual([...said, question]);
    expect(await shown(LINK, { asksFirst: true })).toEqual([...said, question, `opened ${LINK}`]);
    expect(await shown(LINK, { asksFirst: true, says: false })).toEqual([...said, `opened ${LINK}`]);
  });
});
