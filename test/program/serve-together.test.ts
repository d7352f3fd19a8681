import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExposition, total } from '../support/exposition.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { CREATE, writeProfile } from '../support/remote-home.ts';
import { scraped } from '../support/scraped.ts';
import { startServe } from '../support/serving.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

const runIn =
  (home: string) =>
  async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await spawnPsd2([...args, '--json'], { home, trueClock: true });
    return { code, stderr, json: JSON.parse(stdout) };
  };

/** The CA of a home whose keys were made now, and what its profile is changed by. */
async function tppHome() {
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  return { home, run: runIn(home), ca: join(home, 'offline', 'keys', 'ca.pem') };
}

const certificateOf = (place: string) => ({ certFile: `${place}.pem`, keyFile: `${place}.key.pem` });

describe('a renewed certificate with another key [S11-shared-world, S11-worlds, C-serve-policy]', () => {
  it.each([
    ['is let in by a sandbox that was told its CA', true, 0],
    ['is a stranger’s to a sandbox that was not', false, 3],
  ])('%s', async (_, isNamed, expected) => {
    const { home, run, ca } = await tppHome();
    const renewed = join(home, 'renewed');
    expect((await run('cert', 'create', '--out', renewed, '--profile', 'offline')).code).toBe(0);
    const named = isNamed ? ['--ca', ca] : [];
    const { ready } = await startServe(['--store', 'memory', '--worlds', 'tpp', ...named]);
    const place = { baseUrl: ready.url, caFile: ready.caFile, psuIpAddress: '192.0.2.1' };
    writeProfile(home, place);
    expect((await run('sandbox', 'customer', 'list')).code).toBe(0);
    writeProfile(home, { ...place, ...certificateOf(renewed) });
    const { code, json } = await run('sandbox', 'customer', 'list');
    expect(code, JSON.stringify(json)).toBe(expected);
  });
});

describe('production policy, worlds, signed answers and metrics together [D12-production-policy, S11-worlds, D10-response-signing, C-metrics]', () => {
  it('let a TPP pay whom CA, registry and mutual TLS know, and found no world for another', async () => {
    const { home, run, ca } = await tppHome();
    const qwac = join(home, 'qwac');
    const made = await run('cert', 'create', '--type', 'qwac', '--san', 'tpp.example', '--out', qwac);
    expect(made.code, made.stderr).toBe(0);
    const { organizationIdentifier } = (await run('cert', 'inspect')).json;
    const registry = join(emptyFolder(), 'tpps.json');
    writeFileSync(registry, JSON.stringify({ [organizationIdentifier]: { roles: ['PSP_PI', 'PSP_AI'] } }));
    const { ready, child, ended } = await startServe([
      ...['--store', 'memory', '--base-path', '/api', '--operator', '--worlds', 'tpp', '--sign-responses'],
      ...['--policy', 'production', '--ca', ca, '--registry', registry, '--mutual-tls'],
    ]);
    const { url: baseUrl, caFile, operatorUrl, operatorTokenFile } = ready;
    const { certFile: tlsCertFile, keyFile: tlsKeyFile } = certificateOf(qwac);
    const place = { baseUrl, caFile, operatorUrl, operatorTokenFile, psuIpAddress: '192.0.2.1' };
    writeProfile(home, { ...place, tlsCertFile, tlsKeyFile, responseSignature: 'required' });
    const paid = await run(...CREATE, '--sca', 'approve');
    expect(paid.code, JSON.stringify(paid)).toBe(0);
    expect((await run('payments', 'get', paid.json.paymentId)).code).toBe(0);

    const stranger = await tppHome();
    writeProfile(stranger.home, place);
    expect((await stranger.run('payments', 'get', paid.json.paymentId)).code).not.toBe(0);
    const token = readFileSync(operatorTokenFile ?? '', 'utf8').trim();
    const worlds = JSON.parse((await scraped(ready, token, '/operator/worlds')).text);
    expect(JSON.stringify(worlds)).toContain(organizationIdentifier.slice(3));
    expect(worlds.worlds).toHaveLength(1);
    const counted = parseExposition((await scraped(ready, token)).text);
    const created = { operation: 'create payment', status: '2xx' };
    expect(total(counted, 'psd2_requests_total', created)).toBe(1);
    expect(total(counted, 'psd2_requests_total', { door: 'interface', status: '4xx' })).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await ended()).toEqual([0, null]);
  });
});
