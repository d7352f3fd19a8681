import type { Capture, CaptureFormat } from './capture.ts';
import { skipComments } from './http/client-file.ts';
import { parseJson } from './json/parse.ts';
import type { Shell } from './shell/which-shell.ts';

export interface FormOptions {
  /** Where there are several requests: the name of one, its place, from 0, or a part of its URL. */
  readonly request?: number | string;
  /** Opens a file that the capture names; refuses what it may not open. */
  readonly readFile: (name: string) => Uint8Array;
}

/** One way in which requests are written down. @see C-verify-formats */
export interface Form {
  readonly format: CaptureFormat;
  /** Has one request, so that none is chosen. */
  readonly isSingle?: boolean;
  /** By the beginning of the text, or by what is in its JSON; it may be of this form though it can't be read. */
  readonly looksLike: (given: Written) => boolean;
  /** Has it further on, where the text begins as none of the forms. */
  readonly isWithin?: (given: Written) => boolean;
  /** @throws Fault INPUT_INVALID */
  readonly read: (given: Written, options: FormOptions) => Capture;
}

/** Text that holds a request, as octets, one character each. */
export interface Written {
  readonly octets: string;
  /** From behind empty lines, comments and variables of an HTTP client. */
  readonly text: string;
  readonly firstLine: string;
  /** That of the prompt before it, or of the fence around it. */
  readonly shell?: Shell;
  /** HTML's escapes were decoded in it. */
  readonly isUnescaped?: boolean;
  /** A logger wrote something before each line, so it may not show the body. */
  readonly isLogged?: boolean;
  /** Begins as JSON does; it may be broken. */
  readonly isJson: boolean;
  /**
   * What the octets say as JSON, parsed once.
   * @throws Fault INPUT_INVALID
   */
  readonly json: () => unknown;
}

/** Logs begin their lines with a time, a thread or a level in brackets. */
const LOG_LINE = /^\[[ \t]*(?:[0-9]{2,4}[-:/.][0-9]|[0-9]+\.[0-9]+\]|[A-Za-z][^\]"\r\n]{0,80}\][ \t])/;

export function written(octets: string, shell?: Shell): Written {
  const text = octets.slice(skipComments(octets, 0));
  const lineEnd = text.search(/\r?\n/);
  let parsed: { readonly value: unknown } | undefined;
  return {
    octets,
    shell,
    text,
    firstLine: lineEnd < 0 ? text : text.slice(0, lineEnd),
    isJson: /^[ \t]*(?:\{(?!(?:noformat|code)[:}])|\[(?![A-Za-z]))/.test(text) && !LOG_LINE.test(text),
    json: () => {
      parsed ??= { value: parseJson(octets) };
      return parsed.value;
    },
  };
}
