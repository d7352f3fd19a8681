import type { Capture, CaptureFormat } from './capture.ts';
import type { Written } from './written.ts';

export interface FormOptions {
  /** Where there are several requests: the name of one, its place, from 0, or a part of its URL. */
  readonly request?: number | string;
  /** Opens a file that the capture names; refuses what it may not open. */
  readonly readFile: (name: string) => Uint8Array;
}

/** One way in which requests are written down. @see C-verify-formats */
export interface Form {
  readonly format: CaptureFormat;
  /** May have several requests, of which one is chosen. */
  readonly holdsSeveral: boolean;
  /** By the beginning of the text, or by what is in its JSON; it may be of this form though it can't be read. */
  readonly looksLike: (given: Written) => boolean;
  /** @throws Fault INPUT_INVALID */
  readonly read: (given: Written, options: FormOptions) => Capture;
}
