import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInput } from '../../src/cli/input.ts';
import { readAsked } from '../../src/credentials/material.ts';
import { readAuthorities } from '../../src/credentials/remote.ts';
import { Fault } from '../../src/errors.ts';
import { readSnapshotFile } from '../../src/sandbox/snapshots.ts';
import { RememberedIds } from '../../src/seed/apply/id-store.ts';
import { seedSource } from '../../src/seed/seed-source.ts';
import { buildTrustEnvironment } from '../../src/serve/environment.ts';
import { findProjectFile } from '../../src/settings/settings-file.ts';
import { readCapturedRequest } from '../../src/signatures/verify.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'psd2-hostile-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const surroundings = () => ({ cwd: folder, uid: process.getuid?.(), env: {}, platform: process.platform });

/** What reads a file that a checkout may bring: its path in a folder, and the reading. */
const READERS: Readonly<
  Record<string, readonly [name: string, read: (path: string, within: string) => unknown]>
> = {
  'a project file': ['psd2.config.json', (_, within) => findProjectFile(within, process.getuid?.())],
  'a seed file': ['world.yaml', seedSource],
  'the ids of a seed': [
    'a.yaml.ids.json',
    (_, within) => new RememberedIds('https://b', [join(within, 'a.yaml')]),
  ],
  'a snapshot': ['saved.jsonl', readSnapshotFile],
  "a profile's CA": [
    'ca.pem',
    (caFile) => readAuthorities({ caFile } as Parameters<typeof readAuthorities>[0]),
  ],
  'a CA of the environment': [
    'extra.pem',
    (path) => buildTrustEnvironment(path, { write: () => '' }, { NODE_EXTRA_CA_CERTS: path }),
  ],
  'a certificate or registry': [
    'registry.json',
    (name) => readAsked(name, surroundings() as Parameters<typeof readAsked>[1]),
  ],
  'a body or a capture': ['body.json', (path) => readInput(path, () => {})],
  'a file that a capture names': [
    'body.bin',
    (_, within) =>
      readCapturedRequest(Buffer.from("curl https://bank.example/v1/payments -d '@body.bin'"), {}, within),
  ],
};

const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'a link to a device that never ends': (path) => symlinkSync('/dev/zero', path),
  'a pipe that nobody writes to': (path) => execFileSync('mkfifo', [path]),
  'a folder': (path) => mkdirSync(path),
};

let count = 0;
async function codeOf(
  name: string,
  make: (path: string) => void,
  read: (path: string, within: string) => unknown,
) {
  const within = join(folder, String(++count));
  mkdirSync(within);
  const path = join(within, name);
  make(path);
  try {
    await read(path, within);
    return 'read';
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}

describe('a file that a checkout may bring [S12-file-limits]', () => {
  it.each(
    Object.entries(READERS).flatMap(([what, [name, read]]) =>
      Object.entries(KINDS).map(([kind, make]) => [what, kind, name, make, read] as const),
    ),
  )('%s that is %s is refused at once', async (_, _kind, name, make, read) => {
    expect(await codeOf(name, make, read)).toMatch(/^(FILE_UNREADABLE|INPUT_INVALID)$/);
  });

  // No memory is taken for what a file only claims to have.
  it.each(
    Object.entries(READERS).filter(([what]) => what !== 'a certificate or registry'),
  )('%s of a terabyte is refused at once', async (_, [name, read]) => {
    const make = (path: string) => {
      writeFileSync(path, '');
      truncateSync(path, 2 ** 40);
    };
    expect(await codeOf(name, make, read)).toMatch(/^(FILE_UNREADABLE|INPUT_INVALID)$/);
  });

  it('is counted again each time that a capture names it', () => {
    writeFileSync(join(folder, 'half.bin'), Buffer.alloc(33 * 1024 * 1024, 'a'));
    const bytes = Buffer.from("curl https://bank.example/v1 -d '@half.bin' -d '@half.bin'");
    expect(() => readCapturedRequest(bytes, {}, folder)).toThrow('more than 64 MiB');
  });
});
