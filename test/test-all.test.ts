import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberGiven } from './support/given.ts';
import { emptyFolder } from './support/program.ts';
import { SEED } from './support/seed.ts';
import { placesOf, ROOT, sources } from './support/sources.ts';

interface Asked {
  readonly arguments: readonly string[];
  readonly seed: string;
  readonly runs: string;
  readonly level: string;
}

/** Soaks with a vitest in place of the real one that says what it was asked, and ends so. */
function soak(flags: readonly string[], status = 0) {
  const folder = emptyFolder();
  const vitest = join(folder, 'node_modules', 'vitest');
  const asked = join(folder, 'asked.json');
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(vitest, { recursive: true });
  cpSync(join(ROOT, 'scripts', 'test-all.mjs'), join(folder, 'scripts', 'test-all.mjs'));
  writeFileSync(
    join(vitest, 'vitest.mjs'),
    `import { writeFileSync } from 'node:fs';
     const { PSD2_TEST_SEED: seed, PSD2_MODEL_RUNS: runs, PSD2_TESTS: level } = process.env;
     writeFileSync(${JSON.stringify(asked)}, JSON.stringify({ arguments: process.argv.slice(2), seed, runs, level }));
     console.log('tried');
     process.exitCode = ${status};`,
  );
  const ended = spawnSync(process.execPath, [join(folder, 'scripts', 'test-all.mjs'), '--soak', ...flags], {
    encoding: 'utf8',
  });
  const whatWasAsked = () => JSON.parse(readFileSync(asked, 'utf8')) as Asked;
  return { code: ended.status, lines: ended.stdout.split('\n'), stderr: ended.stderr, whatWasAsked };
}

describe('npm run test:all -- --soak [A-soak]', () => {
  it('draws a seed, hands it to the tests, and prints it before and after', () => {
    const { code, lines, whatWasAsked } = soak([]);
    const { seed, arguments: args } = whatWasAsked();
    expect(lines).toEqual([
      `soak: seed ${seed}; again with npm run test:all -- --soak --seed ${seed}`,
      'tried',
      `soak: seed ${seed} passed; again with npm run test:all -- --soak --seed ${seed}`,
      '',
    ]);
    expect(args).toEqual(['run']);
    expect(code).toBe(0);
  });

  it('draws another one each time', () => {
    const seeds = [1, 2, 3].map(() => soak([]).whatWasAsked().seed);
    expect(new Set(seeds).size).toBe(3);
  });

  it('takes a seed, and how many histories', () => {
    const { lines, whatWasAsked } = soak(['--seed', '7', '--histories', '12']);
    expect(whatWasAsked()).toMatchObject({ seed: '7', runs: '12', level: 'soak' });
    expect(lines[0]).toBe('soak: seed 7; again with npm run test:all -- --soak --seed 7 --histories 12');
  });

  it('fails where a test fails, and says the seed again', () => {
    const { code, lines } = soak(['--seed', '7'], 1);
    expect(code).toBe(1);
    expect(lines.at(-2)).toBe('soak: seed 7 failed; again with npm run test:all -- --soak --seed 7');
  });

  it.each([
    [['--sed', '7'], "Unknown option '--sed'"],
    [['--rest'], '--rest and --soak exclude each other'],
    [['--seed'], "'--seed <value>' argument missing"],
    [['--seed', 'x'], '--seed x: it must be a whole number of at most 2147483647'],
    [['--seed', '2147483648'], '--seed 2147483648: it must be a whole number'],
    [['--histories', '1.5'], '--histories 1.5: it must be a whole number'],
  ])('refuses %j', (flags, said) => {
    const { code, lines, stderr } = soak(flags);
    expect(stderr).toContain(said);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'usage: npm run test:all -- [--rest | --soak [--seed N] [--histories N] | --screenshots] [FILE ...]',
    );
    expect({ code, lines }).toEqual({ code: 2, lines: [''] });
  });
});

describe('the seed of npm test and npm run test:all [A-fixed-seed]', () => {
  it('is what every property draws from', () => {
    expect(fc.readConfigureGlobal()?.seed).toBe(SEED);
  });

  it('is the one of test/support/seed.ts, and no file has its own', () => {
    // What a seed file generates has a seed that is data.
    const tests = sources((path) => /^test\/(?!seed\/).*\.ts$/.test(path));
    expect(placesOf(/\bseed: *\d/, tests)).toEqual([]);
  });

  it.each(['', 'x', '-1', '1.5', '2147483648'])('is refused when it is %j', (given) => {
    expect(() => numberGiven('PSD2_TEST_SEED', { PSD2_TEST_SEED: given })).toThrow(
      `PSD2_TEST_SEED is "${given}": it must be a whole number of at most 2147483647`,
    );
  });
});
