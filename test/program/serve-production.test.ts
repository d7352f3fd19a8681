import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REGISTRY_EXAMPLE } from '../../src/serve/plan.ts';
import { readTppRegistry } from '../../src/wire/tpp-registry.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, psd2, spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

/** Flags for a production bank that lets in the TPP of a home. */
async function admitting(home: string): Promise<string[]> {
  const { stdout } = await psd2(['cert', 'inspect', '--json'], { home });
  const { organizationIdentifier } = JSON.parse(stdout);
  const registry = join(emptyFolder(), 'tpps.json');
  writeFileSync(registry, JSON.stringify({ [organizationIdentifier]: { roles: ['PSP_PI', 'PSP_AI'] } }));
  return ['--ca', join(home, 'offline', 'keys', 'ca.pem'), '--registry', registry];
}

const PRODUCTION = ['serve', '--port', '0', '--store', 'memory', '--policy', 'production'];

describe('psd2 serve --policy production [C-serve-policy, D12-production-policy, D12-production-paths]', () => {
  it('lets in the TPP of a trusted CA, and takes a seed that no TPP could make', async () => {
    const home = await homeWithKeys(WORKER_BEGAN_AT);
    const seed = join(emptyFolder(), 'world.json');
    writeFileSync(seed, JSON.stringify(WORLD));
    const script = [
      'psd2() { "$NODE" "$PROGRAM" "$@"; }',
      'psd2 doctor --json',
      'psd2 sandbox customer list --json',
    ].join('\n');
    const program = { NODE: process.execPath, PROGRAM: join(process.cwd(), 'bin', 'run.js') };
    const env = { ...temporaryFolderOf(home), ...program };
    const { code, stdout, stderr } = await spawnPsd2(
      [...PRODUCTION, ...(await admitting(home)), '--seed', seed, '--quiet', '--', 'sh', '-c', script],
      { home, env, trueClock: true },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('The bank accepted the certificate and signature.');
    expect(stdout).toContain('20878912340');
  });

  it('gives the command a QWAC where it asks for one, so that it pays', async () => {
    const home = await homeWithKeys(WORKER_BEGAN_AT);
    const program = { NODE: process.execPath, PROGRAM: join(process.cwd(), 'bin', 'run.js') };
    const pays = ['sh', '-c', '"$NODE" "$PROGRAM" payments create --domestic --example --json'];
    const { code, stdout, stderr } = await spawnPsd2(
      [...PRODUCTION, ...(await admitting(home)), '--mutual-tls', '--quiet', '--', ...pays],
      { home, env: { ...temporaryFolderOf(home), ...program }, trueClock: true },
    );
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ transactionStatus: 'RCVD' });
  });

  it('says which CA to trust where the command would be a stranger', async () => {
    const [home, other] = [await homeWithKeys(WORKER_BEGAN_AT), emptyFolder()];
    await psd2(['cert', 'inspect', '--quiet'], { home: other });
    const args = [...PRODUCTION, ...(await admitting(other)), '--', 'true'];
    const { code, stderr } = await spawnPsd2(args, { home, env: temporaryFolderOf(home), trueClock: true });
    expect(code).toBe(0);
    expect(stderr).toContain(`Add --ca ${join(home, 'offline', 'keys', 'ca.pem')}`);
  });

  it('says by doctor what the bank said to a TPP that it does not let in', async () => {
    const [home, other] = [await homeWithKeys(WORKER_BEGAN_AT), emptyFolder()];
    const env = temporaryFolderOf(home);
    const registry = join(other, 'tpps.json');
    writeFileSync(registry, '{"PSDNO-FSA-1": {"roles": ["PSP_PI"]}}');
    const script = '"$NODE" "$PROGRAM" doctor; exit $?';
    const program = { NODE: process.execPath, PROGRAM: join(process.cwd(), 'bin', 'run.js') };
    const ca = ['--ca', join(home, 'offline', 'keys', 'ca.pem'), '--registry', registry];
    const { code, stdout } = await spawnPsd2([...PRODUCTION, ...ca, '--quiet', '--', 'sh', '-c', script], {
      ...{ home, env: { ...env, ...program }, trueClock: true },
    });
    expect(code).toBe(6);
    expect(stdout).toContain("registry-unknown: The bank's registry doesn't have this TPP.");
    expect(stdout.match(/Have the bank's operator add its organizationIdentifier/g)).toHaveLength(1);
    expect(stdout).not.toContain('psd2 cert lint');
  });
});

it('psd2 serve --help shows a registry that the bank reads [C-serve-policy]', async () => {
  const { stdout } = await psd2(['serve', '--help'], { home: emptyFolder() });
  const [shown = ''] = /\{"PSD.*?\}\}/s.exec(stdout) ?? [];
  expect(readTppRegistry(shown.replaceAll(/\s+/g, ' '))).toMatchObject({ ok: true });
});

it('a registry with very many faults is refused [D12-registry]', () => {
  const text = `{"PSDNO-FSA-1": {"roles": ["PSP_PI"], "revokedSerials": [${Array(130_000).fill(1)}]}}`;
  expect(readTppRegistry(text)).toMatchObject({
    ok: false,
    faults: expect.arrayContaining([expect.objectContaining({ place: 'PSDNO-FSA-1.revokedSerials[0]' })]),
  });
});

describe('a policy that is half said [C-serve-policy, D12-registry]', () => {
  const file = (content: string) => {
    const path = join(emptyFolder(), 'given');
    writeFileSync(path, content);
    return path;
  };
  const refusal = async (home: string, ...flags: string[]) => {
    const { code, stderr } = await psd2(['serve', '--port', '0', '--store', 'memory', ...flags], { home });
    expect(code).toBe(2);
    return stderr;
  };

  it('is refused before anything is opened', async () => {
    const home = await homeWithKeys(WORKER_BEGAN_AT);
    const [keys, production] = [join(home, 'offline', 'keys'), ['--policy', 'production']];
    const ca = [...production, '--ca', join(keys, 'ca.pem')];
    const bare = await refusal(home, ...production);
    expect(bare).toContain('--ca FILE');
    expect(bare).toContain('--registry FILE');
    const unregistered = await refusal(home, ...ca);
    expect(unregistered).not.toContain('Add --ca');
    expect(unregistered.replaceAll(/\s+/g, ' ')).toContain(REGISTRY_EXAMPLE);
    const inSandbox = ['--ca', join(keys, 'ca.pem')];
    for (const half of [['--registry', 'tpps.json'], ['--mutual-tls']]) {
      const words = `${half[0]} only works with --policy production`;
      expect(await refusal(home, ...half)).toContain(words);
      expect(await refusal(home, ...inSandbox, ...half)).toContain(words);
    }
    expect(await refusal(home, '--ca', join(keys, 'seal.pem'))).toContain("isn't a CA's certificate");
    expect(await refusal(home, '--policy', 'strict')).toContain('--policy=strict');
    const withRegistry = [...production, '--registry', file(REGISTRY_EXAMPLE)];
    expect(await refusal(home, ...withRegistry, '--ca', 'nowhere.pem')).toContain(
      "nowhere.pem can't be read",
    );
    expect(await refusal(home, ...withRegistry, '--ca', join(keys, 'seal.pem'))).toMatch(
      /seal\.pem, certificate 1 \(.*\), isn't a CA's certificate\./,
    );
    expect(await refusal(home, ...withRegistry, '--ca', file('a CA'))).toContain('Pass a PEM file');
    expect(await refusal(home, ...ca, '--registry', file(' '.repeat(262_145)))).toContain(
      'is larger than 262144 bytes.',
    );
    for (const [content, words] of WRONG) {
      expect(await refusal(home, ...ca, '--registry', file(content))).toContain(words);
    }
  });
});

const TPP = 'PSDNO-FSA-1';

/** What stands in a registry, and what is said of it. */
const WRONG: readonly (readonly [string, string])[] = [
  ['{}', 'has no TPP, so every TPP would be refused'],
  ['[]', 'must be an object'],
  ['{', "isn't JSON"],
  [`{"NO-FSA-1": {"roles": ["PSP_PI"]}}`, 'NO-FSA-1 must be an organizationIdentifier'],
  [`{"__proto__": {"roles": ["PSP_PI"]}}`, '__proto__ must be an organizationIdentifier'],
  [`{"${TPP}": {"roles": ["psp_pi"]}}`, `${TPP}.roles[0] is "psp_pi", but must be one of PSP_AS`],
  [`{"${TPP}": {"roles": []}}`, `${TPP}.roles must be a list of roles`],
  [`{"${TPP}": ["PSP_PI"]}`, `${TPP} must be an object`],
  [
    `{"${TPP}": {"roles": ["PSP_PI"], "revoked": ["1"]}}`,
    `${TPP}.revoked is unknown: use roles and revokedSerials`,
  ],
  [
    `{"${TPP}": {"roles": ["PSP_PI"], "revokedSerials": [6699]}}`,
    `${TPP}.revokedSerials[0] is 6699, but must be a serial`,
  ],
  [`{"${TPP}": {"roles": ["PSP_PI"]}, "${TPP}": {"roles": ["PSP_AI"]}}`, 'appears twice'],
];

const WORLD = { version: 1, customers: [{ number: '20878912340', name: 'Nora Eksempel', type: 'PRIVATE' }] };
