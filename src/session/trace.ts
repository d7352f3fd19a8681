import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { getTime, measureTime } from '../clock.ts';
import { readErrorCode } from '../core/read-file.ts';
import { replaceFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import type { HttpResponse } from '../message.ts';
import { quoteForShell } from '../own-file.ts';
import { formatLoss, formatRequest, formatResponse, type Masks } from '../traces/format.ts';
import { buildHar, type Exchange, readSignedFacts } from '../traces/har.ts';
import type { ExchangeOptions } from './context.ts';
import type { Handler } from './middleware.ts';

/** The trace of one command's exchanges. */
interface Trace {
  /** The handler that shows and records; absent if neither is requested. */
  readonly handler?: Handler;
  /** Writes the HAR file. */
  readonly finish: () => void;
}

/**
 * Shows signed requests and their responses at the terminal, and records them for a HAR file.
 * @param masks the masks of text at a terminal; a HAR file, which is meant to be shared, is always fully masked
 * @see C-verbose, C-har, C-dry-run
 */
export function createTrace(
  { tell, har, sendsNothing }: Partial<ExchangeOptions>,
  masks: Masks,
  onUnexpected: (fault: unknown) => void,
): Trace {
  if (tell === undefined && har === undefined) return { finish: () => {} };
  if (har !== undefined) refuseUnwritable(har.file);
  const exchanges: Exchange[] = [];
  const handler: Handler = async (outgoing, next) => {
    const { request, origin } = outgoing;
    const startedAt = getTime();
    const begunAt = measureTime();
    const signed = readSignedFacts(request, startedAt);
    const record = (response?: HttpResponse) => {
      const milliseconds = Math.round((measureTime() - begunAt) * 10) / 10;
      if (har !== undefined) exchanges.push({ origin, request, response, startedAt, milliseconds, signed });
      return milliseconds;
    };
    tell?.(formatRequest(request, signed, masks));
    try {
      const response = await next(outgoing);
      const milliseconds = record(response);
      tell?.(formatResponse(response, milliseconds, masks));
      return response;
    } catch (fault) {
      const milliseconds = record();
      tell?.(formatLoss(fault, milliseconds));
      throw fault;
    }
  };
  const finish = () => {
    if (har === undefined || sendsNothing === true) return;
    const { file, whole, creator } = har;
    try {
      writeHar(file, buildHar(exchanges, { whole, creator }));
    } catch (fault) {
      onUnexpected(fault);
    }
  };
  return { handler, finish };
}

/**
 * Checks that a file can be written, before any request is sent.
 * @param file absolute
 * @throws Fault INPUT_INVALID if it can't
 */
export function refuseUnwritable(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    throw new Fault('INPUT_INVALID', `${file} is a folder.`, {
      hint: `Add a file name: ${quoteForShell(`${file}/psd2.har`)}`,
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
    const code = readErrorCode(error);
    const why = code === 'ENOENT' ? "its folder doesn't exist" : (code ?? 'unknown error');
    throw new Fault('INPUT_INVALID', `${file} can't be written: ${why}.`, {
      hint: 'Use a file in an existing folder you can write to.',
      cause: error,
    });
  }
}

/** Writes a HAR file atomically, replacing an existing one, readable only by its owner. @see S8-files-0600 */
export function writeHar(file: string, har: object): void {
  writeWhole(file, `${JSON.stringify(har, null, 2)}\n`);
}

/** Writes a text as `writeHar` does. @throws Fault FILE_UNREADABLE */
export function writeWhole(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new Fault(
      'FILE_UNREADABLE',
      `${file} wasn't written (${readErrorCode(error) ?? 'unknown error'}).`,
      {
        cause: error,
      },
    );
  }
}
