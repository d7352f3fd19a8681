/**
 * A process that runs many command lines of the built program, one after the other. `node lines-process.cjs <home> <folder>`:
 * each line of stdin is `{"args", "input"}`; for each, run in a new folder below `folder`, it says `{"code", "stderr"}`.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runHere } from './program-in-process.ts';

const [home = '', folder = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const { stdin, stdout } = process;
  const env = { PATH: process.env.PATH ?? '', PSD2_HOME: home };
  for await (const line of createInterface({ input: stdin })) {
    const { args, input } = JSON.parse(line);
    const cwd = mkdtempSync(join(folder, 'line-'));
    const { code, stderr } = await runHere(args, { env, input, cwd, clockAt: undefined });
    stdout.write(`${JSON.stringify({ code, stderr })}\n`);
  }
}

run();
