/** A company with a customer who acts for it, made by commands: the last word of a line is asked for where it ends with a flag. */
export interface StoryStep {
  /** Words behind `psd2 sandbox`; `{name}` stands for what a step before it kept. */
  readonly words: readonly string[];
  /** Keeps what --quiet prints. */
  readonly keeps?: string;
}

const FIRM = '310999032';
export const DRIFT = '99905012343';
export const LONN = '99905012351';

function step(line: string, ...more: readonly string[]): StoryStep {
  return { words: [...line.split(' '), ...more] };
}

/** What is made. */
export const MADE: readonly StoryStep[] = [
  step(`customer create --number ${FIRM} --type CORPORATE --name`, 'Prøve Bygg AS'),
  step(`account create --customer ${FIRM} --name Driftskonto --currency NOK --bban ${DRIFT}`),
  step(`account create --customer ${FIRM} --name Lønnskonto --currency NOK --bban ${LONN} --balance 5000`),
  { ...step(`agreement create --owner ${FIRM} --name Hovedavtale`), keeps: 'agreement' },
  {
    ...step(`engagement add {agreement} --customer 15813963008 --account ${DRIFT} --roles VIEW,REGISTER`),
    keeps: 'engagement',
  },
  step(`transactions add ${DRIFT} --in 42000 --text Faktura`),
  step(`transactions add ${DRIFT} --out 250 --date 2020-01-02`),
  step(`balance set ${LONN} --booked 100`),
];

export const LISTS: readonly StoryStep[] = [
  step('customer list'),
  step('account list'),
  step('agreement list'),
  step('agreement get {agreement}'),
  step('engagement get {agreement} {engagement}'),
  step(`transactions list ${DRIFT}`),
  step(`account get ${LONN}`),
];

/** What is deleted. */
export const DELETED: readonly StoryStep[] = [
  step('engagement delete {agreement} {engagement} --yes'),
  step('agreement delete {agreement} --yes'),
  step(`account delete ${DRIFT} --yes`),
  step(`customer delete ${FIRM} --yes`),
];
