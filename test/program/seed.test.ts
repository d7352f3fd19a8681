import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BOTH } from '../seed/apply/worlds.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { homeAt, servedBank } from '../support/remote-home.ts';
import { START } from '../support/stopped-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let people: string;
let company: string;

beforeEach(() => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(BOTH)) writeFileSync(join(folder, name), text);
  [people, company] = [join(folder, 'people.yaml'), join(folder, 'company.yaml')];
});

const LISTS = [
  ...['customer list', 'account list', 'card-account list', 'agreement list'],
  ...['transactions list 99905012343', 'card-transactions list 4925xxxxxxxx1234'],
];

/** What a home exports and lists once the files were applied, each time some of them. */
async function seeded(home: string, applies: readonly (readonly string[])[]) {
  const run = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await psd2(['sandbox', ...args], { home, clockAt: START });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  for (const files of applies) await run(['seed', ...files]);
  const exported = [
    await run(['seed', people, company, '--export', 'env']),
    await run(['seed', company, people, '--export', 'json']),
  ];
  const lists = [];
  for (const line of LISTS) lists.push(await run(line.split(' ')));
  return { exported, lists };
}

describe('seed files on two homes [C-seed, C-seed-export, C-seed-converges, D8-list-order]', () => {
  it('are the same world, embedded and served, in whatever order they are applied', async () => {
    const bare = await homeWithKeys(START);
    await psd2(['sandbox', 'init'], { home: bare, clockAt: START });
    const embedded = await seeded(bare, [[people, company]]);
    const home = await homeAt(await servedBank(''), { psuIpAddress: '192.0.2.1' }, START);
    expect(await seeded(home, [[people], [company, people]])).toEqual(embedded);
    const [variables = '', ids = '{}'] = embedded.exported;
    expect(variables.split('\n')).toContain('SEED_BBAN_20878912340_BRUKSKONTO=99905012343');
    expect(variables).toContain(
      `SEED_ACCOUNT_20878912340_BRUKSKONTO=${JSON.parse(ids).accounts['99905012343']}`,
    );
  });

  it('change nothing where one of them is wrong, and no home is made for them', async () => {
    const home = temporaryFolder();
    const broken = join(temporaryFolder(), 'broken.yaml');
    writeFileSync(broken, BOTH['people.yaml'].replace('currency: NOK', 'currency: XXX'));
    const { code, stderr } = await psd2(['sandbox', 'seed', company, broken], { home });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('broken.yaml:9:') });
    const { stdout } = await psd2(['sandbox', 'customer', 'list', '--quiet'], { home });
    expect(stdout.trim().split('\n')).toHaveLength(4);
  });
});
