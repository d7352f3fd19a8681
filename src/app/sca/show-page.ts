import type { Ledger } from '../../client/ledger/ledger.ts';
import { isLoopback } from '../../core/loopback.ts';
import { Fault } from '../../errors.ts';
import type { Program } from '../program.ts';

/** Where is written down which hosts a person has agreed to. */
export type OpenedHosts = Pick<Ledger, 'isHostOpened' | 'rememberHostOpened'>;

type Means = Pick<Program, 'always' | 'notice' | 'atTerminal' | 'agrees'>;

/**
 * Pages are opened over HTTPS alone, on loopback over HTTP too: a link is the bank's, and may be anything.
 * @throws Fault ANSWER_INVALID
 * @see S10-opened-urls
 */
export function refuseUnopenable(link: string): void {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const isPlain = url?.username === '' && url.password === '';
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    return;
  throw new Fault('ANSWER_INVALID', `The bank's scaRedirect link, ${link}, wasn't opened.`, {
    hint: 'Only https links, and http links to this machine, are opened. Ask the bank.',
  });
}

interface Showing {
  /** Whether a person is asked before the first page of a host is opened. */
  readonly asksFirst: boolean;
  readonly hosts: OpenedHosts;
}

/** Says where the PSU authorises, and opens it where a person is there who wants it. */
export async function showPage(link: string, { asksFirst, hosts }: Showing, means: Means): Promise<void> {
  const { href, host } = new URL(link);
  means.always('The PSU authorises at:');
  means.always(href);
  const { openPage } = means.atTerminal ?? {};
  if (openPage === undefined || (asksFirst && !(await agreed(host, hosts, means)))) return;
  await openPage(href).catch(() => means.notice("Can't open a browser. Open the link yourself."));
}

/** @see S10-opened-urls */
async function agreed(host: string, hosts: OpenedHosts, { agrees }: Means): Promise<boolean> {
  if (await hosts.isHostOpened(host)) return true;
  const about = `This profile hasn't opened a page at ${host} before.`;
  if (!(await agrees(about, 'Open it in the browser?'))) return false;
  await hosts.rememberHostOpened(host);
  return true;
}
