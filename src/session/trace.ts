import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { clock, stopwatch } from '../clock.ts';
import { replaceFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import type { HttpRequest } from '../message.ts';
import { shellWord } from '../own-file.ts';
import { errorCode } from '../settings/own-files.ts';
import { verify } from '../signing/verify.ts';
import { type Exchanged, harOf, signedFacts } from '../traces/har.ts';
import { type Masks, toldLoss, toldRequest, toldResponse } from '../traces/told.ts';
import { type ConnectionFiles, RequestKept } from '../transport/kept.ts';
import { type Transport, type Watcher, watched } from '../transport/transport.ts';
import type { ExchangeOptions } from './context.ts';

/** Shows the exchanges of one command together. */
interface Tracer {
  /** @param origin `https://host[:port]` of where the transport leads */
  readonly trace: (transport: Transport, origin: string) => Transport;
  /** Writes what is to be kept. */
  finish(): void;
}

/**
 * Shows signed requests and their answers as a person asked to see them.
 * @param masks what is masked for a terminal; a HAR file, which people pass on, is always masked whole
 * @see C-verbose, C-har, C-dry-run
 */
export function createTracer(
  { tell, har, sendsNothing }: Partial<ExchangeOptions> = {},
  masks: Masks,
  onUnexpected: (fault: unknown) => void,
): Tracer {
  if (har !== undefined) refuseUnwritable(har.file);
  const exchanges: Exchanged[] = [];
  return {
    trace: (transport, origin) => {
      const told = tell === undefined ? transport : watched(transport, telling(tell, masks), stopwatch);
      return har === undefined ? told : watched(told, keeping(exchanges, origin), stopwatch);
    },
    finish: () => {
      if (har === undefined || sendsNothing) return;
      const { file, whole, creator } = har;
      try {
        writeHar(file, harOf(exchanges, { whole, creator }));
      } catch (fault) {
        onUnexpected(fault);
      }
    },
  };
}

function telling(tell: (text: string) => void, masks: Masks): Watcher {
  return {
    leaves: (request) => tell(toldRequest(request, signedFacts(request, clock()), masks)),
    answered: (_, response, milliseconds) => tell(toldResponse(response, milliseconds, masks)),
    lost: (_, fault, milliseconds) => tell(toldLoss(fault, milliseconds)),
  };
}

function keeping(exchanges: Exchanged[], origin: string): Watcher {
  const keep = (request: HttpRequest, milliseconds: number, more: Partial<Exchanged>) => {
    const at = clock();
    const startedAt = Math.round(at - milliseconds);
    exchanges.push({ origin, request, startedAt, milliseconds, signed: signedFacts(request, at), ...more });
  };
  return {
    leaves: () => {},
    answered: (request, response, milliseconds) => keep(request, milliseconds, { response }),
    lost: (request, _, milliseconds) => keep(request, milliseconds, {}),
  };
}

/** The transport of a request that is shown instead of sent. @param files what another program needs to send it */
export function showInstead(origin: string, files: ConnectionFiles | undefined): Transport {
  return async (request) => {
    const { method, target, headers, body } = request;
    const { signingString } = verify(request, { at: clock(), recovery: false });
    const url = origin + target;
    const bodyBase64 = Buffer.from(body).toString('base64');
    throw new RequestKept({ method, url, headers, bodyBase64, signingString: signingString ?? '' }, files);
  };
}

/**
 * Said before anything is sent for it.
 * @param file absolute
 * @throws Fault INPUT_INVALID when no file can be written there
 */
export function refuseUnwritable(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    throw new Fault('INPUT_INVALID', `${file} is a folder.`, {
      hint: `Add a file name: ${shellWord(`${file}/psd2.har`)}`,
    });
  }
  if (there?.isFile() === false) {
    throw new Fault('INPUT_INVALID', `${file} is a device or a pipe, which a HAR file would replace.`, {
      hint: 'Use a new file name, or a file you want to replace.',
    });
  }
  try {
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error);
    const why = code === 'ENOENT' ? "its folder doesn't exist" : (code ?? 'unknown error');
    throw new Fault('INPUT_INVALID', `${file} can't be written: ${why}.`, {
      hint: 'Use a file in an existing folder you can write to.',
      cause: error,
    });
  }
}

/** Replaces a file that is there, whole or not at all; nobody else can read it. @see S8-files-0600 */
export function writeHar(file: string, har: object): void {
  writeWhole(file, `${JSON.stringify(har, null, 2)}\n`);
}

/** The same, of a text that is made already. @throws Fault FILE_UNREADABLE */
export function writeWhole(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new Fault('FILE_UNREADABLE', `${file} wasn't written (${errorCode(error) ?? 'unknown error'}).`, {
      cause: error,
    });
  }
}
