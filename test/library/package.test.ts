import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

const run = (file: string) => execFileSync(process.execPath, [file], { cwd: ROOT, encoding: 'utf8' });
const require = createRequire(import.meta.url);

// What is packed is tried in test/long/packed-library.test.ts.
describe('what the package exports [A-package-exports, A-create-bank]', () => {
  it('runs the example of docs/library.md, which says what it prints', () => {
    expect(inject('buildFailure')).toBe('');
    const example = readFileSync(join(ROOT, 'docs/examples/library/example.mjs'), 'utf8');
    expect(readFileSync(join(ROOT, 'docs/library.md'), 'utf8')).toContain(`\`\`\`js\n${example}\`\`\``);
    const says = [...example.matchAll(/^console\.log.*\/\/ (.*)$/gm)].map(([, said]) => said);
    expect(run('docs/examples/library/example.mjs').trim().split('\n')).toEqual(says);
  });

  it('is one module for who imports and who requires, and loads nothing before a bank is created', () => {
    const text = `
      import { createRequire } from 'node:module';
      import { createBank } from '@psd2-tool/cli/bank';
      const require = createRequire(process.cwd() + '/');
      const isOne = require('@psd2-tool/cli/bank').createBank === createBank;
      console.log(isOne, Object.keys(require.cache).map((path) => path.split('/').at(-1)).join());`;
    const arguments_ = ['--input-type=module', '--eval', text];
    // What the suite itself has Node load, such as a moved clock, would be among it.
    const env = { ...process.env, NODE_OPTIONS: '' };
    expect(execFileSync(process.execPath, arguments_, { cwd: ROOT, encoding: 'utf8', env })).toBe(
      'true bank.cjs\n',
    );
  });

  it('is nothing else of the program', () => {
    expect(() => require('@psd2-tool/cli/dist/psd2.cjs')).toThrow(/not defined by "exports"/);
    expect(require('@psd2-tool/cli/package.json')).toMatchObject({ name: '@psd2-tool/cli' });
  });
});
