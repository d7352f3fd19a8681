import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

const SCRIPT = join(ROOT, 'test', 'interop', 'payment.sh');

it('a TPP of bash, curl and openssl makes sandbox data and a payment below the base path, and approves it by the site’s forms [A-interop, D1-base-path, D14-site-over-http, S10-request-log]', async () => {
  const home = await homeWithKeys();
  const env = temporaryFolderOf(home);
  const serve = ['serve', '--port', '0', '--store', 'memory', '--base-path', '/api-sandbox'];
  const { code, stdout, stderr } = await spawnPsd2([...serve, '--', 'bash', SCRIPT], { home, env });
  expect({ code, stdout }, stderr).toEqual({
    code: 0,
    stdout: [
      ...[
        'customer Prøve: 201',
        'customer Mottaker: 201',
        'account of Brukskonto: 201',
        'account of Drift: 201',
      ],
      ...['payment: 201', 'approved by 4 pages', 'status: 200', 'transactionStatus ACTC', ''],
    ].join('\n'),
  });
  expect(readdirSync(env.TMPDIR)).toEqual([]);
  expectNothingPersonal(stderr);
});

/** The log has a line for each request, and nothing of a person in any. */
function expectNothingPersonal(stderr: string): void {
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line).operation)).toEqual([
    ...[
      'create sandbox customer',
      'create sandbox customer',
      'create sandbox account',
      'create sandbox account',
    ],
    ...[
      'create payment',
      'open sca',
      'send sca form',
      'open sca',
      'send sca form',
      'open sca',
      'send sca form',
    ],
    ...['open sca', 'send sca form', 'read payment status'],
  ]);
  for (const personal of [
    '17856599941',
    '310777773',
    'Prøve',
    'Mottaker',
    'Faktura',
    'interop',
    'tpp.example',
  ]) {
    expect(lines.join('\n').includes(personal), personal).toBe(false);
  }
  expect(lines.join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\b9990\d{7}\b/);
}
