import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type Given, startPsd2 } from './program.ts';

/** The program in a process of its own, waiting for its PSU. */
export async function waitingPsd2(args: readonly string[], given: Omit<Given, 'clockAt' | 'input'>) {
  const child = startPsd2(args, given);
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  let seen = 0;
  const nextLink = async (): Promise<string> => {
    for (;;) {
      const link = [...stderr.matchAll(/^The PSU authorises at:\n(\S+)\n/gm)][seen]?.[1];
      if (link !== undefined) {
        seen += 1;
        return link;
      }
      const [ended] = await Promise.race([once(child.stderr, 'data'), closed]);
      if (typeof ended === 'number') throw new Error(`psd2 ended with ${ended}: ${stdout}${stderr}`);
    }
  };
  return {
    child,
    /** The bank's scaRedirect. */
    link: await nextLink(),
    /** Waits for the scaRedirect of the command's next SCA. */
    nextLink,
    ended: async () => {
      const [code] = await closed;
      return { code: code as number | null, stdout, stderr };
    },
  };
}
