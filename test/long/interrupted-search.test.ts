import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bulkOf } from '../signing/bulk.ts';
import { made } from '../signing/stack.ts';
import { emptyFolder, startPsd2 } from '../support/program.ts';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Returns the milliseconds of the processor that a process has had, of all its threads. */
function processorTimeOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name, which stands in parentheses, may have blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return TICK_MS * (Number(fields[11]) + Number(fields[12]));
}

/** Milliseconds of processor time within which a command is loaded and has read its input. */
const LOADED_MS = 3000;

it('Ctrl-C while a cause is searched for ends the command at once, though the search would go on for minutes [G3-search-limit]', async () => {
  const { compact } = bulkOf(2000);
  const { method, target, headers, body } = made({
    body: compact,
    hashed: compact.replace('100.50', '900.50'),
  });
  const url = `https://bank.example${target}`;
  const capture = { method, url, headers, bodyBase64: Buffer.from(body).toString('base64') };
  const child = startPsd2(['verify', '--search', '100'], { home: emptyFolder() });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(capture));
  while (processorTimeOf(child.pid ?? 0) < LOADED_MS) await pause(20);
  child.kill('SIGINT');
  const [code, signal] = await closed;
  expect([130, 'SIGINT']).toContain(code ?? signal);
});
