import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The openssl command, an independent program; where it is missing these throw, so that no test passes without it. */

export function openssl(args: readonly string[], input: string | Uint8Array = ''): Buffer {
  return execFileSync('openssl', args, { input, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** A shell script with openssl in it, ended by its first failure. */
export function shell(script: string, input: string | Uint8Array = '', folder = '.'): string {
  const options = { input, cwd: folder, encoding: 'utf8' } as const;
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], options);
}

/** Whether openssl, which says so by its exit code, finds the signature to be of the bytes. */
export function opensslVerifies(
  bytes: string | Uint8Array,
  signature: Uint8Array,
  publicKeyPem: string,
): boolean {
  return inFolder({ signature, 'key.pem': publicKeyPem }, (folder) => {
    const args = [
      'dgst',
      '-sha256',
      '-verify',
      join(folder, 'key.pem'),
      '-signature',
      join(folder, 'signature'),
    ];
    const { status, stdout, error } = spawnSync('openssl', args, { input: bytes, encoding: 'utf8' });
    if (error !== undefined) throw error;
    const isVerified = stdout === 'Verified OK\n';
    if (isVerified !== (status === 0)) throw new Error(`openssl ended with ${status} and said ${stdout}`);
    return isVerified;
  });
}

/** Runs with files in a folder of their own, which goes away. */
export function inFolder<Result>(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: (folder: string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-openssl-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
