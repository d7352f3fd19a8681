import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

/** The modules of Node that are loaded with the built library, and after something was asked of it. */
function loadedModules(ask: string): string[] {
  const program = `
    const before = new Set(process.moduleLoadList);
    const { loadBundle } = require(${JSON.stringify(join(ROOT, 'bin', 'code-cache.js'))});
    const { library } = loadBundle(${JSON.stringify(join(ROOT, 'dist', 'psd2.cjs'))}, true).exports;
    library().then(async (library) => {
      ${ask};
      const loaded = process.moduleLoadList.filter((name) => !before.has(name));
      console.log(JSON.stringify(loaded.map((name) => name.replace('NativeModule ', ''))));
    });`;
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }));
}

// zlib is there from the start: it checks the code cache (bin/code-cache.js).
const NETWORK = ['http', 'https', 'tls', 'http2', 'dns'];

describe('the way over HTTPS in the built program [A-https-lazy]', () => {
  it('is not loaded with the library, nor is what serves', () => {
    const loaded = loadedModules('');
    expect(NETWORK.filter((name) => loaded.includes(name))).toEqual([]);
  });

  it('is there when it is asked for, and leaves HTTP/2 where it is', () => {
    const loaded = loadedModules("await library.openHttps({ origin: 'https://bank.example' })");
    expect(loaded).toContain('http');
    expect(loaded).not.toContain('http2');
  });

  it('serves and calls: a bank and its client in one process', () => {
    const ask = `
      const { issueTlsCa, issueTlsCertificate } = await library.loadTlsIssuer();
      const { generateKeyPairSync } = require('node:crypto');
      const [a, b] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
      // TLS goes by the true time, which Date of some runs is days away from.
      const now = Math.floor(performance.timeOrigin + performance.now());
      const term = { serial: 1n, notBefore: now - 1e10, notAfter: now + 1e10, hosts: [] };
      const ca = issueTlsCa({ ...term, commonName: 'CA', privateKey: a.privateKey });
      const certificate = issueTlsCertificate({ ...term, caCertificate: ca, caKey: a.privateKey, publicKey: b.publicKey });
      const key = b.privateKey.export({ type: 'pkcs8', format: 'pem' });
      const folder = require('node:fs').mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'psd2-lazy-'));
      const path = require('node:path').join(folder, 'bank.db');
      const bank = await library.serveBank({ path, key, certificate, port: 0, onUnexpected: (fault) => { throw fault; } });
      const way = await library.openHttps({ origin: bank.url, ca });
      const { status } = await way.send({ method: 'GET', target: '/nothing', headers: [], body: new Uint8Array() });
      await way.close();
      await bank.close();
      require('node:fs').rmSync(folder, { recursive: true });
      if (status !== 404) throw new Error('answered ' + status)`;
    expect(loadedModules(ask)).toContain('https');
  });
});
