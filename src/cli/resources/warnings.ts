import type { Column } from '../presentation.ts';

export interface WithMessages {
  readonly tppMessages?: readonly { readonly code: string; readonly text?: string }[];
}

/** What the bank says beside a result. @see interface.md Errors, category WARNING */
export const warnings: Column<WithMessages> = {
  label: 'Warning',
  value: ({ tppMessages }) =>
    tppMessages?.map(({ code, text }) => (text === undefined ? code : `${code}: ${text}`)).join('\n'),
};
