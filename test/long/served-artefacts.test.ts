import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { encryptedKey, profileFiles, writeProfile } from '../support/remote-home.ts';
import { startServe } from '../support/serving.ts';

const PASSPHRASE = 'correct-horse-battery';
const NUMBER = '15813963777';
const NAME = 'Kari Hemmelig';
const example = (kind: string, ...more: string[]) => ['payments', 'create', kind, '--example', ...more];

/** A journey of a TPP and of who plays its PSU; {id} is the first payment. */
const JOURNEY: readonly (readonly string[])[] = [
  example('--domestic', '--sca', 'approve'),
  example('--cross-border', '--amount', '1000000.00', '--sca', 'approve'),
  example('--instant', '--sca', 'approve'),
  example('--periodic', '--sca', 'decline'),
  example('--domestic'),
  ['payments', 'get', '{id}'],
  ['payments', 'cancel', '{id}'],
  ['payments', 'get', NUMBER],
  ['payments', 'fees', '--example'],
  ['sandbox', 'customer', 'create', '--number', NUMBER, '--name', NAME, '--type', 'PRIVATE'],
  ['sandbox', 'account', 'create', '--customer', NUMBER, '--currency', 'NOK', '--name', NAME],
  ['sandbox', 'customer', 'list'],
  ['sandbox', 'account', 'list'],
  ['sandbox', 'card-account', 'list'],
  ['sandbox', 'clock', 'show'],
];

/** Members of answers that name persons, accounts, sessions; the link of an SCA has its secret at the end. */
const TOLD =
  /"(?:psuId|psuCorporateId|customerNumber|customerName|name|bban|iban|maskedPan|creditorName)": "([^"]+)"|\/sca\/\w+\/([\w-]+)|[?&](?:psu-id|tpp-session-id)=([\w-]+)/g;

it('what a journey at a served bank leaves to be read is nothing of keys, passphrase, token, persons, accounts, sessions: trace, HAR and request log [S10-traces, S10-request-log, C-verbose, C-har]', async () => {
  const serving = await startServe(['--operator']);
  const { ready } = serving;
  const home = await homeWithKeys();
  const { operatorUrl, operatorTokenFile = '', caFile } = ready;
  const keyFile = encryptedKey(home, PASSPHRASE);
  const psuIpAddress = '192.0.2.1';
  writeProfile(home, { baseUrl: ready.url, caFile, operatorUrl, operatorTokenFile, keyFile, psuIpAddress });
  const har = join(home, 'journey.har');
  const env = { PSD2_PASSPHRASE: PASSPHRASE };
  let [seen, told, id] = ['', '', ''];
  for (const line of JOURNEY) {
    const words = [...line.map((word) => word.replace('{id}', id)), '--verbose', '--har', har, '--json'];
    const { stdout, stderr } = await spawnPsd2(words, { home, env });
    seen += stderr + readFileSync(har, 'utf8');
    told += stdout;
    id ||= JSON.parse(stdout).paymentId;
  }
  seen += serving.stderr();
  const key = [profileFiles(home).keyFile, keyFile].flatMap((file) =>
    readFileSync(file, 'utf8').split('\n').slice(1, -2),
  );
  const token = readFileSync(operatorTokenFile, 'utf8').trim();
  const personal = [...told.matchAll(TOLD)].map(([, ...groups]) => groups.find((one) => one) ?? '');
  const secrets = new Set([...key, token, PASSPHRASE, NUMBER, NAME, ...personal]);
  expect(secrets.size).toBeGreaterThan(key.length + 25);
  expect([...secrets].filter((secret) => seen.includes(secret))).toEqual([]);
  // It is the whole journey that was searched.
  expect(seen.split(id).length).toBeGreaterThan(5);
  expect(serving.stderr().match(/"listener":"(?:interface|operator)"/g)?.length).toBeGreaterThan(25);
});
