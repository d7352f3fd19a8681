import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the files of `@psd2-tool/cli/bank` besides the bundle: entry points for require and import, and their
 * declarations. Both load one module, so that they share its state. No part of the program is loaded before the first
 * bank is created.
 * @returns {Map<string, string>} texts by their names in dist
 * @see A-package-exports
 */
export function libraryFiles(root) {
  const types = readFileSync(join(root, 'src', 'library', 'bank-types.ts'), 'utf8');
  return new Map([
    ['bank.cjs', REQUIRED],
    ['bank.mjs', IMPORTED],
    ['bank.d.cts', types],
    ['bank.d.mts', types],
  ]);
}

const REQUIRED = `'use strict';
const { join } = require('node:path');
let loaded;
exports.createBank = async (options) => {
  loaded ??= require('../bin/code-cache.js').loadBundle(join(__dirname, 'psd2.cjs'), true).exports.bank();
  return (await loaded).createBank(options);
};
`;

const IMPORTED = `import library from './bank.cjs';
export const { createBank } = library;
`;
