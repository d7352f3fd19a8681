import { randomBytes } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { psd2Bound } from '../support/bound-program.ts';
import { type HomeInUse, homeInUse } from '../support/home-in-use.ts';
import { type Outcome, psd2 } from '../support/program.ts';

const EXAMPLE = ['payments', 'create', '--domestic', '--example'];

let home: string;
let places: HomeInUse;

beforeEach(async () => {
  places = await homeInUse();
  home = places.home;
});

/** A refusal in words: what and where on the first line, what to do on the next, and no stack. */
function expectRefusal({ code, stdout, stderr }: Outcome, what: RegExp, remedy: RegExp, exitCode = 2): void {
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
  const [first = '', ...rest] = stderr.split('\n');
  expect(first).toMatch(/^Error: /);
  expect(first).toMatch(what);
  expect(rest.join('\n')).toMatch(remedy);
}

/** The same as one JSON value, with nothing beside it. */
function expectJsonRefusal(
  { code, stdout, stderr }: Outcome,
  fault: string,
  remedy: RegExp,
  exitCode = 2,
): void {
  expect(stderr).toBe('');
  expect(code).toBe(exitCode);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: fault, exitCode, hint: expect.stringMatching(remedy) },
  });
}

function closeToWriting(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const each = join(folder, path);
    chmodSync(each, statSync(each).isDirectory() ? 0o500 : 0o400);
  }
  chmodSync(folder, 0o500);
}

function openToWriting(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openToWriting(join(folder, entry.name));
    else chmodSync(join(folder, entry.name), 0o600);
  }
}

describe('a store that is no whole store [C-error-text, C-exit-codes, S1-store-damaged]', () => {
  it.each([
    ['garbage', () => writeFileSync(places.store, randomBytes(10_000))],
    ['text', () => writeFileSync(places.store, 'My notes of the week.\n'.repeat(100))],
  ])('is refused, exit 5, and left as it is: %s', async (_, spoil) => {
    spoil();
    const before = readFileSync(places.store);
    expectRefusal(
      await psd2(EXAMPLE, { home }),
      /bank\.db is damaged: file is not a database/,
      /Move .*bank\.db/,
      5,
    );
    expectJsonRefusal(await psd2([...EXAMPLE, '--json'], { home }), 'STORE_DAMAGED', /Move .*bank\.db/, 5);
    expect(readFileSync(places.store)).toEqual(before);
  });
});

describe('a store of an earlier build [S7-earlier-refused]', () => {
  it.each([
    ['bank.db', /psd2 sandbox snapshot save NAME/],
    ['client.db', /psd2 payments pending/],
  ])('is refused with how to save its content, exit 2, and doctor says so: %s', async (name, how) => {
    const path = join(places.folder, name);
    const database = loadDriver()(path, { readOnly: false });
    const [{ user_version: version } = {}] = database.prepare('PRAGMA user_version').all();
    database.exec('PRAGMA user_version = 1');
    const told = new RegExp(`An earlier build of psd2 created the store .*${name}`);
    expectRefusal(await psd2(EXAMPLE, { home }), told, how);
    expect((await psd2(['doctor'], { home })).stdout).toMatch(told);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    expect((await psd2([...EXAMPLE, '--quiet'], { home })).code).toBe(0);
  });
});

describe('a store that a newer program made [S7-newer-refused]', () => {
  it('is refused by words, exit 2, and left as it is', async () => {
    const database = loadDriver()(places.store, { readOnly: false });
    database.exec('PRAGMA user_version = 99');
    database.close();
    const before = readFileSync(places.store);
    expectRefusal(
      await psd2(EXAMPLE, { home }),
      /bank\.db has version 99, but this program only knows/,
      /newer psd2/,
    );
    expectJsonRefusal(await psd2([...EXAMPLE, '--json'], { home }), 'STORE_UNUSABLE', /newer psd2/);
    const read = await psd2(['payments', 'get', 'any'], { home });
    expectRefusal(read, /version 99/, /newer psd2/);
    expect(readFileSync(places.store)).toEqual(before);
  });
});

describe('a key that others can read [C-key-of-others]', () => {
  it.each(['644', '640', '604'])('is refused with the remedy: mode %s', async (mode) => {
    const key = join(places.keys, 'seal.key.pem');
    chmodSync(key, mode);
    const remedy = new RegExp(`chmod 600 ${key}`);
    expectRefusal(await psd2(EXAMPLE, { home }), /can access .*seal\.key\.pem/, remedy);
    expectJsonRefusal(await psd2([...EXAMPLE, '--json'], { home }), 'PERMISSIONS', remedy);
    chmodSync(key, 0o600);
    expect((await psd2([...EXAMPLE, '--quiet'], { home })).code).toBe(0);
  });
});

describe('a home that can not be written in [C-error-text, C-exit-codes]', () => {
  it('is refused by words, exit 2, and shown all the same', async () => {
    closeToWriting(home);
    const made = readdirSync(places.folder);
    const refused = psd2Bound(EXAMPLE, home);
    const shown = psd2Bound(['profile', 'show', '--quiet'], home);
    openToWriting(home);
    expectRefusal(refused, /(bank|client)\.db.*readonly/, /PSD2_HOME/);
    expect(shown).toEqual({ code: 0, stdout: 'offline\n', stderr: '' });
    expect(readdirSync(places.folder)).toEqual(made);
  });
});
