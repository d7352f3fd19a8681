/** The ways in which `verify` prints a report. @see C-verify-share */
export const REPORT_FORMATS = ['text', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
