import { execFile } from 'node:child_process';

/** What curl heard. */
export interface Heard {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came
  readonly json: any;
}

/** Runs curl with these words; what it sends beside is its own. */
export function curl(args: readonly string[], input?: Uint8Array): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { PATH: process.env.PATH ?? '' },
      encoding: 'latin1',
      maxBuffer: 1 << 26,
    } as const;
    const child = execFile('curl', ['-sS', '-D', '-', ...args], options, (error, stdout) => {
      if (error !== null) return reject(error);
      resolve(heard(stdout));
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function heard(bytes: string): Heard {
  let [head = '', rest] = parted(bytes);
  // Each 1xx has a head of its own.
  while (/^HTTP\/1\.1 1/.test(head)) [head = '', rest] = parted(rest);
  const text = Buffer.from(rest, 'latin1').toString();
  const json = /^[{[]/.test(text) ? JSON.parse(text) : undefined;
  return { status: Number(head.split(' ')[1]), headers: head, text, json };
}

function parted(bytes: string): [head: string, rest: string] {
  const end = bytes.indexOf('\r\n\r\n');
  return [bytes.slice(0, end), bytes.slice(end + 4)];
}
