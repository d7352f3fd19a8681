import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/errors.ts';
import { RememberedIds } from '../../../src/seed/apply/id-store.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { openSeedBank, type SeedBank } from '../../support/seed-bank.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ALL, COMPANY, PEOPLE } from './worlds.ts';

const NONE = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };
const ID = '[^/?]+';

/** What the portals publish, and the reads by id that the interface has. @see D1-sandbox-paths */
const PUBLISHED = [
  '(POST|GET) /customers',
  `(GET|DELETE) /customers/${ID}`,
  'POST /accounts',
  `(GET|DELETE) /accounts/${ID}`,
  `PUT /accounts/${ID}/balances`,
  `(POST|GET) /accounts/${ID}/transactions`,
  'POST /card-accounts',
  `GET /card-accounts/${ID}`,
  `PUT /card-accounts/${ID}/balances`,
  `(POST|GET) /card-accounts/${ID}/transactions`,
  '(POST|GET) /agreements',
  `POST /agreements/${ID}/engagements`,
  `(GET|DELETE) /agreements/${ID}/engagements/${ID}`,
].map((line) => new RegExp(`^${line.replace(' ', ' /v1/sandbox')}(\\?.*)?$`));

/** A bank that has nothing else. */
const publishedAlone =
  (send: Transport): Transport =>
  (request) => {
    const line = `${request.method} ${request.target}`;
    if (!PUBLISHED.some((known) => known.test(line))) throw new Error(`${line} isn't published`);
    return send(request);
  };

function realSandbox() {
  const folder = temporaryFolder();
  const files = { [join(folder, 'people.yaml')]: PEOPLE, [join(folder, 'company.yaml')]: COMPANY };
  const bank = openSeedBank();
  bank.between = publishedAlone;
  const apply = async (at: SeedBank, url = 'https://sandbox.example/api-sandbox', prunes = false) => {
    const remembered = new RememberedIds(url, Object.keys(files));
    return at.apply(files, { prunes, remembered });
  };
  return { folder, bank, apply, files };
}

/** Ends the connection at the first creation of an account whose bban the bank makes. */
const losing =
  (when: 'before' | 'after', refusal?: Fault) =>
  (send: Transport): Transport =>
  async (request) => {
    const isIt = request.target.endsWith('/accounts') && Buffer.from(request.body).includes('Sparekonto');
    if (request.method !== 'POST' || !isIt) return publishedAlone(send)(request);
    if (when === 'after') await send(request);
    throw refusal ?? new Fault('NETWORK', 'The connection is gone.', { sent: true });
  };

describe('what may have been created at a real sandbox [C-seed-uncertain]', () => {
  // A second account, which nobody asked for, would be there for good.
  it.each([
    'before',
    'after',
  ] as const)('is named and not created twice, the answer lost %s it', async (when) => {
    const { bank, apply, folder } = realSandbox();
    // What nobody at a real sandbox sees.
    const allAccounts = async () => {
      bank.between = (send) => send;
      const all = await bank.accounts();
      bank.between = publishedAlone;
      return all;
    };
    bank.between = losing(when);
    await expect(apply(bank)).rejects.toMatchObject({
      message: expect.stringContaining('The connection is gone.'),
      details: { hint: expect.stringContaining('Run the same command again') },
    });
    bank.between = publishedAlone;
    bank.sent.length = 0;
    await expect(apply(bank)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(
        /people\.yaml:15:\d+: account Sparekonto of 20878912340 may have been created/,
      ),
      // The line that is to be written, ready to copy.
      details: {
        hint: expect.stringMatching(
          /portal.*"uncertain".*\nTo "accounts" in .*people\.yaml\.ids\.json: "\[\\"20878912340\\",\\"Sparekonto\\"\]": "ID"$/,
        ),
      },
    });
    expect(bank.sent).toEqual([]);
    // Whoever looked says so in the file.
    const file = join(folder, 'people.yaml.ids.json');
    const content = JSON.parse(readFileSync(file, 'utf8'));
    const there = content.banks['https://sandbox.example/api-sandbox'];
    const found = (await allAccounts()).find(
      (one) => one.accountName === 'Sparekonto' && one.customerNumber === '20878912340',
    );
    expect(found === undefined).toBe(when === 'before');
    if (found === undefined) there.uncertain.accounts = [];
    else there.accounts['["20878912340","Sparekonto"]'] = found.id;
    writeFileSync(file, JSON.stringify(content));
    await apply(bank);
    expect((await apply(bank)).total).toEqual({ ...NONE, unchanged: ALL });
    const all = (await allAccounts()).filter(
      (one) => one.accountName === 'Sparekonto' && one.customerNumber === '20878912340',
    );
    expect(all).toHaveLength(1);
  });

  // Written before the request leaves: a process that is killed in between leaves it too.
  it('is written down before it is asked for', async () => {
    const { bank, apply, folder } = realSandbox();
    const written: string[] = [];
    bank.between = (send) => (request) => {
      if (request.method === 'POST' && request.target.endsWith('/card-accounts'))
        written.push(readFileSync(join(folder, 'people.yaml.ids.json'), 'utf8'));
      return send(request);
    };
    await apply(bank);
    expect(JSON.parse(written[0] ?? '').banks['https://sandbox.example/api-sandbox'].uncertain.cards).toEqual(
      ['["20878912340","4925xxxxxxxx1234"]'],
    );
    expect(readFileSync(join(folder, 'people.yaml.ids.json'), 'utf8')).not.toContain('uncertain');
  });
});

describe('a real sandbox [C-seed-real-sandbox]', () => {
  it('is asked for what it publishes alone, and a second apply finds everything by ids beside the files', async () => {
    const { bank, apply, folder } = realSandbox();
    expect((await apply(bank)).total).toEqual({ ...NONE, created: ALL });
    expect((await apply(bank)).total).toEqual({ ...NONE, unchanged: ALL });
    const beside = JSON.parse(readFileSync(join(folder, 'people.yaml.ids.json'), 'utf8'));
    expect(Object.keys(beside.banks['https://sandbox.example/api-sandbox'].accounts)).toHaveLength(2);
    expect(existsSync(join(folder, 'company.yaml.ids.json'))).toBe(true);
  });

  it('is made anew where it forgot what it had, and remembered apart from another one', async () => {
    const { bank, apply } = realSandbox();
    await apply(bank);
    const other = openSeedBank();
    other.between = publishedAlone;
    expect((await apply(other)).total).toEqual({ ...NONE, created: ALL });
    const third = openSeedBank();
    third.between = publishedAlone;
    expect((await apply(third, 'https://other.example')).total).toEqual({ ...NONE, created: ALL });
  });

  it('is not seeded by a file of ids that is none', () => {
    const file = join(temporaryFolder(), 'world.yaml');
    writeFileSync(`${file}.ids.json`, '{"version":2}');
    expect(() => new RememberedIds('https://sandbox.example', [file])).toThrow(
      /world\.yaml\.ids\.json isn't/,
    );
  });
});
