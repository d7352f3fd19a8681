import { randomBytes } from 'node:crypto';
import { acceptPasted } from '../client/callback/accept.ts';
import { type Callback, listenForCallback } from '../client/callback/listen.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo, PendingSca, Requirements } from '../session/context.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { durationInWords } from '../values/duration.ts';

/** Brings a PSU through an SCA in a browser. It listens from the moment it is opened until it is closed. */
export interface BrowserSca {
  /** The TPP-Redirect-URI of the command. */
  readonly redirectUri: string;
  /**
   * Sends the PSU to the bank's page, and waits until they are back.
   * @param link the bank's scaRedirect
   * @returns the URL at which the browser ended: a hint, until the bank confirms it
   * @throws Fault SCA_TIMEOUT; ANSWER_INVALID for a link that is not opened
   */
  bringBack(link: string, standing: PendingSca, hosts: OpenedHosts): Promise<string>;
  close(): Promise<void>;
}

/** What is waited with: a listener of ours, or the profile's redirect URI and a person who pastes. */
type Return = Pick<Callback, 'redirectUri' | 'arrived' | 'take' | 'close'>;

/**
 * Listens for the PSU's browser, at the profile's own redirect URI for what a person pastes alone.
 * @throws Fault INPUT_INVALID for a port that is taken, USAGE where nobody could come back
 * @see C-sca-browser
 * @see S9-callback
 */
export async function openBrowserSca(
  { profile, values: { redirectUri, callbackPort } }: OpenedSettings,
  { io }: CommandContext,
  { timeoutMs }: NonNullable<Requirements['browser']>,
): Promise<BrowserSca> {
  if (redirectUri !== undefined && io.terminal === undefined) throw nobodyCanPaste(redirectUri);
  const way =
    redirectUri === undefined
      ? await listenForCallback({ state: freshState(), port: callbackPort })
      : pastedAt(redirectUri);
  return {
    redirectUri: way.redirectUri,
    bringBack: async (link, standing, hosts) => {
      refuseUnopenable(link);
      io.setPendingSca(standing);
      await showPage(link, { asksFirst: profile.bank === 'production', hosts }, io);
      const url = await comesBack(way, { io, standing, timeoutMs });
      io.setPendingSca(undefined);
      return url;
    },
    close: () => way.close(),
  };
}

/** @see S8-random-ids */
function freshState(): string {
  return randomBytes(16).toString('base64url');
}

function nobodyCanPaste(redirectUri: string): Fault {
  return new Fault(
    'USAGE',
    `--sca browser sends the PSU to ${redirectUri}, and without a terminal nobody can paste the URL they end at.`,
    { hint: 'Use --sca none and pass that URL to psd2 session accept, or remove --redirect-uri.' },
  );
}

function pastedAt(redirectUri: string): Return {
  let arrive: (url: string) => void = () => {};
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const take = (pasted: string): boolean => {
    const url = acceptPasted(pasted, redirectUri);
    if (url !== undefined) arrive(url);
    return url !== undefined;
  };
  return { redirectUri, arrived, take, close: async () => {} };
}

interface Wait {
  readonly io: CommandIo;
  readonly standing: PendingSca;
  readonly timeoutMs: number;
}

async function comesBack(way: Return, { io, standing, timeoutMs }: Wait): Promise<string> {
  const { terminal, notice, progress } = io;
  const longest = durationInWords(timeoutMs / 1000);
  const paste = " If the browser doesn't come back here, paste the URL it ends at.";
  notice(`Waiting for the PSU for up to ${longest}.${terminal === undefined ? '' : paste}`);
  const stopPasting = terminal?.onLine((line) => {
    if (line.trim() !== '' && !way.take(line)) notice(otherUrl(way.redirectUri));
  });
  const timeout = new Timeout(timeoutMs);
  try {
    const back = () => Promise.race([way.arrived, timeout.over]);
    // Where a person may paste, a line that changes would be in their way.
    const url = await (terminal === undefined
      ? progress.during(`Waiting for the PSU, ${longest} at most`, back)
      : back());
    if (url === undefined) throw timedOut(standing, longest);
    return url;
  } finally {
    timeout.stop();
    stopPasting?.();
  }
}

class Timeout {
  readonly over: Promise<undefined>;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.over = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve(undefined), milliseconds);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function timedOut({ text, ...details }: PendingSca, longest: string): Fault {
  return new Fault('SCA_TIMEOUT', `${text}, who didn't come back within ${longest}.`, details);
}

function otherUrl(redirectUri: string): string {
  const [place] = redirectUri.split('?', 1);
  return `That's not the expected URL. It begins with ${place}, followed by what the bank added.`;
}

/** Where is written down which hosts a person has agreed to. */
type OpenedHosts = Pick<Ledger, 'isHostOpened' | 'rememberHostOpened'>;

type PageIo = Pick<CommandIo, 'always' | 'notice' | 'terminal' | 'confirm'>;

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
export async function showPage(link: string, { asksFirst, hosts }: Showing, io: PageIo): Promise<void> {
  const { href, host } = new URL(link);
  io.always('The PSU authorises at:');
  io.always(href);
  const { openPage } = io.terminal ?? {};
  if (openPage === undefined || (asksFirst && !(await agreed(host, hosts, io)))) return;
  await openPage(href).catch(() => io.notice("Can't open a browser. Open the link yourself."));
}

/** @see S10-opened-urls */
async function agreed(host: string, hosts: OpenedHosts, { confirm }: PageIo): Promise<boolean> {
  if (await hosts.isHostOpened(host)) return true;
  const about = `This profile hasn't opened a page at ${host} before.`;
  if (!(await confirm(about, 'Open it in the browser?'))) return false;
  await hosts.rememberHostOpened(host);
  return true;
}
