import type { GrantedConsent } from '../../src/accounts/read.ts';
import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createCard, type Presentation } from '../../src/cli/presentation.ts';
import { consentFlags, parseConsentFlags } from '../../src/cli/psu-flags.ts';
import { bankMessages } from '../../src/cli/resources/members.ts';
import { getOperation } from '../../src/client/operation.ts';
import { getRequirements, rememberPending } from '../../src/sca/authorise.ts';
import { findScaRedirect, getScaRedirect, parseAuthorisationLink } from '../../src/sca/link.ts';
import { createAskedSca, type InformationChoice, runAskedSca } from '../../src/sca/retry-after-sca.ts';
import type { ConfirmedPsu } from '../../src/sca/targets.ts';
import { authoriseColumns, type WithScaCommand, withScaCommand } from '../../src/sca/view.ts';
import { type KnownConsent, psuColumns } from '../../src/session/known-psus.ts';
import { createSessionOptions, resolvePsuForRead } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';

/** The card of a granted consent, or of the link at which the PSU grants it. */
const grantedConsent = createCard<GrantedConsent & Partial<KnownConsent> & WithScaCommand>([
  ...psuColumns,
  ['Valid until', 'validUntil', 'date'],
  ...authoriseColumns<object>((granted) => parseAuthorisationLink(findScaRedirect(granted) ?? '')),
  ...bankMessages,
]) as Presentation<GrantedConsent & WithScaCommand>;

export default defineBankCommand(
  {
    summary: 'Ask a PSU for consent to account information.',
    description:
      'At the bank, the PSU chooses the accounts and cards to share with the TPP. The new choice replaces the previous one. With --sca none the link is in the result.',
    examples: {
      'Offline, all accounts of a customer': 'consent grant --sca approve --as 15813963008 --accounts all',
      'Two accounts': 'consent grant --sca approve --as 15813963008 --accounts 99901067291,99901167601',
      'In an agreement': 'consent grant --sca approve --as 15813963008 --agreement kQ3nV0b1cT8sYpR5dW2xZa',
    },
    flags: consentFlags,
  },
  async (command, { flags }) => {
    const { scaCommand } = command;
    const hasPsu = flags.as !== undefined;
    command.present(withScaCommand(grantedConsent, scaCommand && ((id) => scaCommand(id, hasPsu))));
    const choice = parseConsentFlags(flags, command.usualSca);
    const act = (there: SessionContext) => askConsent(there, choice);
    const granted = await withSession(command.context, choice.settings, act, getRequirements(choice.sca));
    if ('psuId' in granted) command.next(['accounts list --with-balance', 'consent show']);
    return granted;
  },
);

/**
 * Requests a consent to account information from the PSU, who selects the accounts at the bank.
 * @throws Fault SCA_DECLINED, SCA_FAILED, SCA_TIMEOUT
 * @see C-consent-grant, D6-consent
 */
async function askConsent(there: SessionContext, choice: InformationChoice): Promise<GrantedConsent> {
  const { session, notice, withMeta } = there;
  const psu = await resolvePsuForRead(session.ledger, choice);
  const options = { ...createSessionOptions(choice, notice), psuAbsent: choice.psuAbsent };
  const called = await session.call(getOperation('create bank-offered consent'), undefined, psu, options);
  const link = getScaRedirect(called.resource);
  const stored = psu.psuId === undefined ? undefined : await session.ledger.psuById(psu.psuId);
  const customerNumber = choice.as ?? stored?.customerNumber;
  const asked = createAskedSca('consent', link, called.tppSessionId, customerNumber);
  if (choice.sca.way === 'none') {
    await rememberPending(there, asked);
    return withMeta(called);
  }
  const { scaStatus: _, ...confirmed } = await runAskedSca(there, asked, choice);
  return withMeta({ resource: confirmed as ConfirmedPsu, meta: called.meta });
}
