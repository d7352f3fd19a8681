import { randomBytes } from 'node:crypto';
import { acceptPasted, type Callback, listenForCallback } from '../client/callback/listen.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import type { CommandContext, CommandIo, PendingSca, Requirements } from '../session/context.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import { formatDuration } from '../values/duration.ts';

/** The browser SCA of a command. It listens from its opening until it is closed. */
export interface BrowserSca {
  /** The TPP-Redirect-URI of the command. */
  readonly redirectUri: string;
  /**
   * Sends the PSU to the bank's page, and waits for the return.
   * @param link the bank's scaRedirect
   * @returns the URL at which the browser ended: a hint, until the bank confirms it
   * @throws Fault SCA_TIMEOUT; ANSWER_INVALID for a link that must not be opened
   */
  bringBack(link: string, pending: PendingSca, hosts: OpenedHosts): Promise<string>;
  close(): Promise<void>;
}

/** The ledger's functions for the hosts that the user has agreed to open. */
type OpenedHosts = Pick<Ledger, 'isHostOpened' | 'rememberHostOpened'>;

/**
 * Listens for the PSU's browser; with the profile's own redirect URI, reads only URLs pasted by the user.
 * @throws Fault INPUT_INVALID for a port in use, USAGE if the PSU couldn't return
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
  // The state has 128 random bits. @see S8-random-ids
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

/** The return of a PSU, by psd2's own listener, or by the profile's redirect URI and a pasted URL. */
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
    // A changing progress line would disturb the user's pasting.
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
 * Refuses all links but HTTPS and HTTP on loopback, because the bank may send any link.
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
 * Shows the link at which the PSU authorises, and opens it for an interactive user.
 * @param showing asksFirst: the user must agree before the first page of a host is opened
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
