import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Remembered } from '../../../src/seed/apply/remembered.ts';
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
    const remembered = new Remembered(url, Object.keys(files));
    return at.apply(files, {
      prunes,
      remembered: remembered.ids,
      onMade: async (sort, key, id, place) => remembered.remember(sort, key, id, place),
    });
  };
  return { folder, bank, apply };
}

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

  it('keeps with --prune what it has no operation for', async () => {
    const { bank, apply } = realSandbox();
    await apply(bank);
    const { total } = await apply(bank, undefined, true);
    expect(total).toEqual({ ...NONE, unchanged: ALL, deleted: 4 });
  });

  it('is not seeded by a file of ids that is none', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'world.yaml');
    writeFileSync(`${file}.ids.json`, '{"version":2}');
    expect(() => new Remembered('https://sandbox.example', [file])).toThrow(/world\.yaml\.ids\.json isn't/);
  });
});
