import type { ShownVerification } from '../../signatures/report.ts';
import type { Tone } from '../columns.ts';
import { wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import { card, type Presentation } from '../presentation.ts';
import { dateText } from '../shown-values.ts';
import { linesOf, visible } from '../visible-text.ts';
import type { ReportFormat } from './report-formats.ts';
import { checksText, passedText } from './verification-checks.ts';
import { findingText } from './verification-finding.ts';
import { markdownReport } from './verification-markdown.ts';
import { bodyText, placed, STRUCK_LEGEND, signingStringTitle, subjectOf } from './verification-words.ts';

export type { ShownVerification };

export interface Report {
  readonly format: ReportFormat;
  /** Whether each check is listed. */
  readonly listsChecks: boolean;
}

/**
 * A signature explained: the verdict, each finding with its place and its remedy, how many checks passed, the string that
 * is signed.
 * @see C-verify, C-verify-report, C-verify-visible, C-verify-gallery
 */
export function verification({ format, listsChecks }: Report): Presentation<ShownVerification> {
  return {
    text: (shown, look) =>
      format === 'markdown' ? markdownReport(shown, listsChecks) : textReport(shown, listsChecks, look),
    quiet: ({ verdict }) => [verdict],
  };
}

function textReport(shown: ShownVerification, listsChecks: boolean, look: Look): string {
  const { findings, signingString, request } = shown;
  const parts = [
    head.text(shown, look),
    ...findings.map((finding, index) => findingText(placed(finding, shown), index + 1, look)),
    listsChecks ? checksText(shown, look) : wrap(passedText(shown), look.width).join('\n'),
    ...(signingString === null ? [] : [signingStringText(signingString, shown, look)]),
    ...(request.body === undefined ? [] : [sharedText(shown, look)]),
  ];
  return parts.join('\n\n');
}

const head = card<ShownVerification>([
  { label: 'Verdict', kind: 'identifier', value: ({ verdict }) => verdict, tone: toneOf },
  {
    label: 'Request',
    value: (shown) => {
      const { bodyBytes, format } = shown.request;
      return `${subjectOf(shown)}, ${bodyBytes === 0 ? 'without a body' : `body of ${bodyBytes} bytes`} (${format})`;
    },
  },
  {
    label: 'Certificate',
    value: ({ certificate }) =>
      certificate === null ? 'none' : `${certificate.serial} of ${certificate.issuer}`,
  },
  { label: 'Checked at', value: ({ at }) => `${dateText(at)}, which is ${new Date(at).toUTCString()}` },
]);

export function toneOf({ valid }: Pick<ShownVerification, 'valid'>): Tone {
  return valid ? 'green' : 'red';
}

function signingStringText(text: string, shown: ShownVerification, { paint, width }: Look): string {
  const lines = linesOf(text);
  return [
    ...wrap(signingStringTitle(text, shown), width).map(paint.dim),
    ...lines.map((line) => `  ${visible(line)}`),
  ].join('\n');
}

/** What stands in a report that can be passed on, in place of the body. @see C-verify-share */
function sharedText({ request }: ShownVerification, { paint, width }: Look): string {
  return [
    ...wrap(STRUCK_LEGEND, width).map(paint.dim),
    ...(request.bodyBytes === 0 ? [] : [paint.dim('Body'), bodyText(request.body)]),
  ].join('\n');
}
