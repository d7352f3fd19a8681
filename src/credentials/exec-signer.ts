import { type ChildProcess, spawn } from 'node:child_process';
import { decodeBase64 } from '../core/base64.ts';
import { Fault } from '../errors.ts';
import { signerWords } from '../settings/profile.ts';

/** Hardware may ask its person to touch it. */
const PATIENCE_MS = 60_000;
/** Output that was written before the end is there at once. */
const DRAIN_MS = 1_000;
const MAX_OUTPUT_BYTES = 64 * 1024;

/** What a signer is called where a person has to look for it: its arguments may hold more than is to be shown. */
export function signerName(signer: string): string {
  return `the signer ${signerWords(signer)?.[0] ?? ''}`;
}

/**
 * Signs by a program of the user's: the bytes to sign on its stdin, the signature in Base64 on its stdout. No shell reads
 * the command.
 * @throws Fault INPUT_INVALID when it can't be run, fails, or prints something else
 * @see D13-signer
 */
export async function signByCommand(signer: string, bytes: Uint8Array): Promise<Uint8Array> {
  const [command = '', ...args] = signerWords(signer) ?? [];
  const { stdout, stderr, ending } = await run(command, args, bytes);
  if (ending !== undefined) {
    const [said = ''] = stderr.trim().split('\n');
    throw failed(signer, `${ending}${said === '' ? '' : `: ${said}`}.`);
  }
  const signature = decodeBase64(stdout.replaceAll(/\s/g, ''));
  if (signature !== undefined && signature.length > 0) return signature;
  throw failed(signer, "printed something that isn't a Base64 signature.");
}

function failed(signer: string, what: string): Fault {
  const name = signerName(signer);
  return new Fault('INPUT_INVALID', `${name.replace(/^t/, 'T')} ${what} Nothing was sent.`, {
    hint: 'Try it on its own: printf test | COMMAND ARGUMENTS must print one Base64 signature.',
  });
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** How it ended, where that was not well. */
  readonly ending: string | undefined;
}

/** Runs a program in a process group of its own, which is gone when this resolves: no child of it keeps a pipe open. */
function run(command: string, args: readonly string[], input: Uint8Array): Promise<Ran> {
  return new Promise((resolve) => {
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    const child = spawn(command, args, { shell: false, windowsHide: true, detached: HAS_GROUPS });
    const kill = () => killGroup(child);
    let [length, isLate, hasEnded] = [0, false, false];
    const end = (ending: string | undefined) => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(patience);
      clearTimeout(draining);
      process.off('exit', kill);
      kill();
      for (const pipe of child.stdio) pipe?.destroy();
      resolve({ stdout: textOf(out), stderr: textOf(err), ending });
    };
    const endBy = (code: number | null) => end(endingOf(code, { length, isLate }));
    const patience = setTimeout(() => {
      isLate = true;
      endBy(null);
    }, PATIENCE_MS);
    let draining: NodeJS.Timeout | undefined;
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_OUTPUT_BYTES) chunks.push(chunk);
      else endBy(null);
    };
    child.stdout.on('data', collect(out));
    child.stderr.on('data', collect(err));
    child.on('error', (error: NodeJS.ErrnoException) => end(reasonOf(error)));
    child.on('exit', (code) => {
      if (hasEnded) return;
      kill();
      // A child in a group of its own may hold the pipes on.
      draining = setTimeout(() => endBy(code), DRAIN_MS);
    });
    child.on('close', (code) => endBy(code));
    child.stdin.on('error', () => {}); // one that signs nothing ends without reading
    child.stdin.end(input);
    // The group isn't the terminal's: a Ctrl-C reaches it through us alone.
    process.on('exit', kill);
  });
}

/** Windows has none. */
const HAS_GROUPS = process.platform !== 'win32';

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch (error) {
    // ESRCH: it has ended; EPERM: macOS says so of one that isn't reaped yet.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

interface Ended {
  readonly length: number;
  readonly isLate: boolean;
}

function endingOf(code: number | null, { length, isLate }: Ended): string | undefined {
  // First: a signer may end well before it is killed.
  if (length > MAX_OUTPUT_BYTES) return `printed more than ${MAX_OUTPUT_BYTES / 1024} KiB`;
  if (code === 0) return undefined;
  if (code !== null) return `ended with exit code ${code}`;
  return isLate ? `didn't end within ${PATIENCE_MS / 1000} s and was killed` : 'was killed by a signal';
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'was not found';
  return code === 'EACCES' ? 'may not be run' : `can't be run (${code ?? message})`;
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString('utf8');
}
