import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { ROOT } from './sources.ts';

/** For `npm run test:times`: what each file of tests took of the processors, loading and child processes included. */
const file = process.env.PSD2_TEST_TIMES;
const start = file === undefined ? 0 : processorSeconds();

afterAll(() => {
  if (file === undefined) return;
  const path = relative(ROOT, expect.getState().testPath ?? '');
  appendFileSync(file, `${path}\t${(processorSeconds() - start).toFixed(3)}\n`);
});

/** Of this process and of those it has started and waited for. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

/** Linux counts a hundred ticks a second; elsewhere Node can't tell. */
function secondsOfChildren(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // After the name in parentheses: state is the third field, cutime and cstime the 16th and 17th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
