import type { Meta } from '../../app/at-bank.ts';
import type { ShownContact } from '../../app/tpp-contact.ts';
import { wrapSentences } from '../layout.ts';
import { card, type Presentation } from '../presentation.ts';

export type { Meta, ShownContact };

export const shownContact = card<ShownContact>([
  { label: 'E-mail', kind: 'identifier', value: ({ email }) => email, isQuiet: true },
]);

export const removedContact: Presentation<Meta> = {
  text: (_, { width }) =>
    wrapSentences('The bank no longer has an e-mail address of this TPP.', width).join('\n'),
  quiet: () => [],
};
