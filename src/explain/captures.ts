import type { CaptureNoteCode } from '../captures/capture.ts';
import type { Explanation } from './explanation.ts';

/** What `verify` says of a capture beside its signature. @see C-explain */
export const CAPTURE_EXPLANATIONS: Readonly<Record<CaptureNoteCode | 'capture-age', Explanation>> = {
  'shell-expansion': {
    means:
      'A variable, command or pattern stands where a program would have put something else. Nothing is run.',
    next: 'Replace it with what was sent, or capture the sent request in a HAR or a proxy log.',
  },
  'capture-age': {
    means:
      'The request is over a minute old and nothing says when it arrived, so it was checked at its own Date. A live bank refuses a Date over 60 seconds off.',
    next: 'Send the request with a new Date and a new signature. To check it at another time, use --at.',
  },
  'capture-incomplete': {
    means: "Part of the request isn't in the capture. What depends on it isn't checked.",
    next: 'Capture the whole request in a HAR or a proxy log.',
  },
  'capture-changed': {
    means: 'Part of the capture was read differently than it stands there, or ignored.',
    next: 'Compare what the message quotes with what was sent.',
  },
};
