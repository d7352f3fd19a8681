const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/**
 * The time that an answer's Date says, milliseconds since 1970; undefined for any but the one form in which servers
 * write it.
 * @see C-verify-http-answered
 */
export function answerTime(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  const time = IMF_FIXDATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The member of a capture that says when its request was sent; none where that is not known. */
export function sentAt(time: number | undefined): { readonly sentAt?: number } {
  return time === undefined ? {} : { sentAt: time };
}

const DATE_LINE = /^date[ \t]*:[ \t]*([^\r\n]{29})[ \t]*\r?$/im;

/** The Date of an answer whose header lines stand in the text. */
export function dateAmong(lines: string): number | undefined {
  return answerTime(DATE_LINE.exec(lines)?.[1]);
}
