// What `accounts transactions --all` needs of memory: the peak of a process of the built program that prints an account
// of 100,000 transactions, over that of one with 10,000. The bank is in the same process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFile, withHome } from './built-program.mjs';
import { median, outputOf } from './processes.mjs';
import { copyOver } from './transaction-rows.mjs';

const [SMALL, LARGE] = [10_000, 100_000];
const RUNS = 3;
const FORMS = { JSON: ['--json'], CSV: ['--csv'], 'a table': [] };
const ACCOUNT = '99901067291';
const PEAK = fileURLToPath(new URL('peak-memory.cjs', import.meta.url));

export function memoryOfAll() {
  return withFilled(SMALL, (small) =>
    withFilled(LARGE, async (large) => {
      const rows = [];
      for (const [name, flags] of Object.entries(FORMS)) {
        const peaks = { small: [], large: [] };
        for (let run = 0; run < RUNS; run += 1) {
          peaks.small.push(await peakOf(small, SMALL, flags));
          peaks.large.push(await peakOf(large, LARGE, flags));
        }
        const floor = median(peaks.small);
        const value = median(peaks.large);
        rows.push({ name: `${SMALL} as ${name}`, value: floor, ratio: 1 });
        rows.push({ name: `${LARGE} as ${name}`, value, ratio: value / floor, limit: { atMost: 1.3 } });
      }
      return {
        title: `Peak memory of accounts transactions --all, bank and all (medians of ${RUNS}, in turn)`,
        unit: 'MB',
        floor: `${SMALL} transactions`,
        rows,
      };
    }),
  );
}

/** A home whose account has so many transactions, which its owner lets the TPP see. */
function withFilled(count, measure) {
  return withHome((home) => {
    const told = (...args) => JSON.parse(outputOf([runFile, ...args, '--json'], { PSD2_HOME: home }));
    const words = ['--in', '100', '--text', 'Invoice 1', '--date', '2020-01-01'];
    told('sandbox', 'transactions', 'add', ACCOUNT, ...words, '--counterparty-name', 'Arbeidsgiver AS');
    const { items } = told('sandbox', 'account', 'list');
    const { id } = items.find(({ bban }) => bban === ACCOUNT);
    copyOver(join(home, 'offline', 'bank.db'), id, count - 1);
    told('consent', 'grant', '--sca', 'approve', '--as', '15813963008', '--accounts', 'all');
    return measure(home);
  });
}

/** In MB, of a process whose output is read as it comes. */
async function peakOf(home, count, flags) {
  const args = ['--require', PEAK, runFile, 'accounts', 'transactions', ACCOUNT, '--all', ...flags];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, PSD2_HOME: home } });
  const texts = { stdout: 0, stderr: '' };
  child.stdout.setEncoding('latin1').on('data', (text) => {
    texts.stdout += text.split('Invoice 1').length - 1;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.stderr += text;
  });
  const [code] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)));
  const [, peakKb] = /peak (\d+) kB/.exec(texts.stderr) ?? [];
  // A match across two chunks is not counted.
  if (code !== 0 || texts.stdout < count * 0.99 || peakKb === undefined) {
    throw new Error(`${args.join(' ')} ended with ${code} after ${texts.stdout}: ${texts.stderr}`);
  }
  return Number(peakKb) / 1024;
}
