import { randomBytes } from 'node:crypto';
import { acceptPasted, type Callback, listenForCallback } from '../client/callback/listen.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo, PendingSca, Requirements } from '../session/context.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { formatDuration } from '../values/duration.ts';

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
  bringBack(link: string, pending: PendingSca, hosts: OpenedHosts): Promise<string>;
  close(): Promise<void>;
}

/** Remembers which hosts a person has agreed to. */
type OpenedHosts = Pick<Ledger, 'isHostOpened' | 'rememberHostOpened'>;

/**
 * Listens for the PSU's browser; at the profile's own redirect URI it takes only what a person pastes.
 * @throws Fault INPUT_INVALID for a port that is taken, USAGE where the PSU couldn't come back
 * @see C-sca-browser
 * @see S9-callback
 */
export async function openBrowserSca(
  { profile, values: { redirectUri, callbackPort } }: OpenedSettings,
  { io }: CommandContext,
  { timeoutMs }: NonNullable<Requirements['browser']>,
): Promise<BrowserSca> {
  if (redirectUri !== undefined && io.terminal === undefined) {
    throw new Fault(
      'USAGE',
      `--sca browser sends the PSU to ${redirectUri}, and without a terminal the URL they end at can't be pasted.`,
      { hint: 'Use --sca none and pass that URL to psd2 session accept, or remove --redirect-uri.' },
    );
  }
  // 128 random bits. @see S8-random-ids
  const state = () => randomBytes(16).toString('base64url');
  const callback: Return =
    redirectUri === undefined
      ? await listenForCallback({ state: state(), port: callbackPort })
      : waitForPaste(redirectUri);
  return {
    redirectUri: callback.redirectUri,
    bringBack: async (link, pending, hosts) => {
      refuseUnopenable(link);
      io.setPendingSca(pending);
      await showPage(link, { asksFirst: profile.bank === 'production', hosts }, io);
      const url = await waitForReturn(callback, pending, timeoutMs, io);
      io.setPendingSca(undefined);
      return url;
    },
    close: () => callback.close(),
  };
}

/** A listener of ours, or the profile's redirect URI and a person who pastes. */
type Return = Pick<Callback, 'redirectUri' | 'arrived' | 'take' | 'close'>;

function waitForPaste(redirectUri: string): Return {
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

async function waitForReturn(
  { redirectUri, arrived, take }: Return,
  { text, ...details }: PendingSca,
  timeoutMs: number,
  { terminal, notice, progress }: CommandIo,
): Promise<string> {
  const longest = formatDuration(timeoutMs / 1000);
  const paste = " If the browser doesn't come back here, paste the URL it ends at.";
  notice(`Waiting for the PSU for up to ${longest}.${terminal === undefined ? '' : paste}`);
  const stopPasting = terminal?.onLine((line) => {
    if (line.trim() === '' || take(line)) return;
    const [place] = redirectUri.split('?', 1);
    notice(`That's not the expected URL. It begins with ${place}, followed by what the bank added.`);
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  try {
    const back = () => Promise.race([arrived, timeout]);
    // Where a person may paste, a line that changes would be in their way.
    const url = await (terminal === undefined
      ? progress.during(`Waiting for the PSU, ${longest} at most`, back)
      : back());
    if (url !== undefined) return url;
    throw new Fault('SCA_TIMEOUT', `${text}, who didn't come back within ${longest}.`, details);
  } finally {
    clearTimeout(timer);
    stopPasting?.();
  }
}

/**
 * Refuses all but HTTPS links, and HTTP links on loopback: a link is the bank's, and may be anything.
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

/**
 * Says where the PSU authorises, and opens it where a person is there who wants it.
 * @param showing asksFirst: a person is asked before the first page of a host is opened
 * @see S10-opened-urls
 */
export async function showPage(
  link: string,
  { asksFirst, hosts }: { readonly asksFirst: boolean; readonly hosts: OpenedHosts },
  { always, notice, terminal, confirm }: Pick<CommandIo, 'always' | 'notice' | 'terminal' | 'confirm'>,
): Promise<void> {
  const { href, host } = new URL(link);
  always('The PSU authorises at:');
  always(href);
  const { openPage } = terminal ?? {};
  if (openPage === undefined) return;
  if (asksFirst && !(await hosts.isHostOpened(host))) {
    const about = `This profile hasn't opened a page at ${host} before.`;
    if (!(await confirm(about, 'Open it in the browser?'))) return;
    await hosts.rememberHostOpened(host);
  }
  await openPage(href).catch(() => notice("Can't open a browser. Open the link yourself."));
}
