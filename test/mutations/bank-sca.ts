import type { Mutation } from './mutation.ts';

/** Of the bank: how SCAs start, what is shown of them, and what comes of them. */
export const SCA_MUTATIONS: readonly Mutation[] = [
  {
    file: 'src/bank/sca/subjects.ts',
    find: 'failed: noop,\n    describe: () => describeOrder(order, cancelled),',
    replace:
      'failed: function* (world) { yield* cancelAll(world, waiting); },\n    describe: () => describeOrder(order, cancelled),',
    suffers: 'A PSU who declines a cancellation has the payment cancelled all the same.',
    by: 'test/model/life-model.test.ts',
  },
  {
    file: 'src/bank/sca/steps.ts',
    find: '    if ((yield* findSession(tpp, psu, tppSessionId))?.dead) return;\n',
    replace: '',
    suffers: 'A session that was replaced lives again, and the one in its place is dead.',
    by: 'test/bank/life/session.test.ts',
  },
  {
    file: 'src/bank/links.ts',
    find: '    sca.redirectUri === redirectUri &&\n',
    replace: '',
    suffers: 'A PSU is sent back to where the first start came from, never to the retry.',
    by: 'test/model/life-model.test.ts',
  },
  {
    file: 'src/bank/sca/subjects.ts',
    find: "return obstacle === 'not-theirs' ? obstacle : undefined;",
    replace: 'return obstacle;',
    suffers: 'Once the right to pay was taken away, an approved payment can not be cancelled any more.',
    by: 'test/bank/products/payment-right.test.ts',
  },
  {
    file: 'src/bank/sca/steps.ts',
    find: '(yield* this.findObstacle(identified, context, agreement)) ??',
    replace: '',
    suffers: 'A right to pay that was taken away while the page was open is no obstacle to the payment.',
    by: 'test/bank/disclosure/on-the-page.test.ts',
  },
  {
    file: 'src/bank/sca/site/steps.ts',
    find: 'psu === undefined || !(yield* steps.findSubject()).needsNoPage) return [];',
    replace: 'psu === undefined) return [];',
    suffers:
      'Whoever has the link sees the payment and the name of the account, and that it is the customer’s.',
    by: 'test/bank/disclosure/strangers.test.ts',
  },
  {
    file: 'src/bank/sca/steps.ts',
    find: '(yield* this.listOffered(progress.identified)).length > 1',
    replace: '(yield* this.listOffered(progress.identified)).length > 9',
    suffers:
      'PSU-Context: CORPORATE ends the SCA of a PSU who has two agreements, and could choose one of them.',
    by: 'test/bank/sca/agreement.test.ts',
  },
  {
    file: 'src/bank/sca/steps.ts',
    find: "return payer === undefined ? 'not-theirs'",
    replace: 'return payer === undefined ? undefined',
    suffers: "A PSU whose engagement was taken away cancels the firm's payment on a page that is still open.",
    by: 'test/bank/sandbox/taken-away.test.ts',
  },
  {
    file: 'src/bank/sca/site/handlers.ts',
    find: '  yield* steps.checkStillAllowed();\n',
    replace: '',
    suffers: 'The page shows a payment once more to a PSU who may not act in its agreement any more.',
    by: 'test/bank/sandbox/taken-away.test.ts',
  },
  {
    file: 'src/bank/sca/subjects.ts',
    find: 'yield* replaceConsent(consent, ids);',
    replace: 'yield* replaceConsent(consent, chosen);',
    suffers: 'A consent holds an account that was deleted while the page was open.',
    by: 'test/bank/consents/forms.test.ts',
  },
  {
    file: 'src/bank/domain/authorisation.ts',
    find: 'return unlisted < 0 ?',
    replace: 'return true ?',
    suffers: 'A form that names another customer’s account is taken, and the PSU never learns that it was.',
    by: 'test/bank/consents/forms.test.ts',
  },
];
