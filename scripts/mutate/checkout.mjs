import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { transform } from 'esbuild';

const LEFT_OUT = ['node_modules', '.git', 'coverage'];

/** A longer test run is in an endless loop. */
const LONGEST_RUN_MS = 600_000;

/** A copy of the checkout in which mutations are made, so that the checkout is not changed. */
export class Checkout {
  #folder;
  #running;

  constructor(root) {
    this.#folder = mkdtempSync(join(tmpdir(), 'psd2-mutate-'));
    cpSync(root, this.#folder, {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(basename(path)),
    });
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
  }

  remove() {
    this.#stop();
    // A process that was just ended may still write for a moment.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /**
   * Applies one mutation.
   * @returns a function that reverts it
   * @throws Error unless its text occurs exactly once and the mutated file parses
   */
  async mutate({ file, find, replace }) {
    const path = join(this.#folder, file);
    const right = readFileSync(path, 'utf8');
    const pieces = right.split(find);
    if (pieces.length !== 2) throw new Error(`${file} has the text ${pieces.length - 1} times`);
    const wrong = pieces.join(replace);
    await transform(wrong, { loader: 'ts', logLevel: 'silent' });
    writeFileSync(path, wrong);
    return () => writeFileSync(path, right);
  }

  /**
   * Runs test files or folders at a level of test/support/levels.mts until the first one fails.
   * @returns {Promise<string | undefined>} the file that failed, or what was run where something failed outside the
   * tests; undefined when all passed, and when the level has none of them
   * @throws Error when vitest gave no report
   */
  async firstFailure(filters, level) {
    const report = join(this.#folder, 'mutate-report.json');
    rmSync(report, { force: true });
    const args = ['--bail', '1', '--reporter=json', `--outputFile=${report}`, ...filters];
    const { code, said } = await this.#run(level, args);
    // A mutation that makes the tests hang counts as caught.
    if (code === null) return filters[0];
    if (said.includes('No test files found')) return undefined;
    if (!existsSync(report)) throw new Error(`vitest gave no report:\n${said.slice(-2000)}`);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    if (testResults.length === 0) return undefined;
    const failed = testResults.filter(({ status }) => status === 'failed');
    const [first] = failed.sort((a, b) => a.endTime - b.endTime);
    if (first !== undefined) return relative(this.#folder, first.name);
    return code === 0 ? undefined : filters[0];
  }

  /** Runs in a separate process group, so that the workers end with it. */
  async #run(level, args) {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', ...args], {
      cwd: this.#folder,
      env: { ...process.env, PSD2_TESTS: level },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#running = child;
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const patience = setTimeout(() => this.#stop(), LONGEST_RUN_MS);
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    clearTimeout(patience);
    this.#running = undefined;
    return { code, said: Buffer.concat(chunks).toString('utf8') };
  }

  #stop() {
    if (this.#running !== undefined) process.kill(-this.#running.pid, 'SIGKILL');
    this.#running = undefined;
  }
}
