import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { issueTlsCa, issueTlsCertificate } from '../../src/certificates/issue/tls.ts';
import { pemOf } from './keys.ts';
import { emptyFolder } from './program.ts';
import { testTls } from './tls.ts';
import { trueTime } from './true-clock.ts';

export interface MutualTls {
  readonly port: number;
  /** Files of a client that the server knows. */
  readonly tlsCertFile: string;
  readonly tlsKeyFile: string;
}

/** A server of OpenSSL that takes nobody without a certificate of its CA, and answers each with a web page. */
export async function mutualTls(): Promise<MutualTls> {
  const folder = emptyFolder();
  const file = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const [ca, client] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }));
  const term = { notBefore: trueTime() - 86_400_000, notAfter: trueTime() + 86_400_000, hosts: [] };
  const caCertificate = issueTlsCa({
    ...term,
    serial: 1n,
    commonName: 'Clients',
    privateKey: ca!.privateKey,
  });
  const issued = { ...term, serial: 2n, caCertificate, caKey: ca!.privateKey, publicKey: client!.publicKey };
  const { key, certificate } = testTls();
  const port = await openssl([
    ...['-cert', file('server.pem', certificate), '-key', file('server.key', key), '-www'],
    // The issuer of the tests makes certificates of servers.
    ...[
      '-Verify',
      '1',
      '-verify_return_error',
      '-purpose',
      'any',
      '-CAfile',
      file('clients.pem', caCertificate),
    ],
  ]);
  return {
    port,
    tlsCertFile: file('client.pem', issueTlsCertificate(issued)),
    tlsKeyFile: file('client.key', pemOf(client!.privateKey)),
  };
}

function openssl(args: readonly string[]): Promise<number> {
  const server = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', ...args]);
  onTestFinished(() => void server.kill());
  return new Promise((resolve, reject) => {
    let output = '';
    server.on('close', () => reject(new Error(`openssl s_server ended: ${output}`)));
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /ACCEPT \S+:(\d+)/.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
  });
}
