import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeWithKeys } from './home-with-keys.ts';
import { startServe } from './serving.ts';
import { WORKER_BEGAN_AT } from './true-clock.ts';

/** A bank that is served, and a home whose profile in use leads there. */
export async function servedHome(kind = 'sandbox', basePath = '/api-sandbox') {
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  const base = basePath === '' ? [] : ['--base-path', basePath];
  const { ready } = await startServe(['--store', 'memory', ...base], home);
  const keys = join(home, 'offline', 'keys');
  const profile = {
    ...{ bank: kind, baseUrl: ready.url, caFile: ready.caFile, psuIpAddress: '192.0.2.1' },
    ...{ certFile: join(keys, 'seal.pem'), keyFile: join(keys, 'seal.key.pem') },
  };
  const settings = { profile: 'served', profiles: { served: profile } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return { home, bank: ready };
}
