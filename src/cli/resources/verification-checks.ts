import type { ShownVerification } from '../../signatures/report.ts';
import { harmless } from '../foreign-text.ts';
import { widthOf, wrap } from '../layout.ts';
import type { Look } from '../look.ts';
import type { Paint } from '../paint.ts';

type Check = ShownVerification['checks'][number];

export const CHECK_STATES: Readonly<Record<Check['state'], string>> = {
  pass: 'pass',
  warning: 'warning',
  fault: 'fault',
  'not-checked': 'not checked',
};

const GAP = 2;
/** Where a detail has less than so many columns beside the names, it goes below them. */
const LEAST_DETAIL = 20;

/** A line for each check. @see C-verify-report */
export function checksText({ checks }: ShownVerification, { width, paint }: Look): string {
  const stateWidth = Math.max(...Object.values(CHECK_STATES).map(widthOf)) + GAP;
  const nameWidth = Math.max(...checks.map(({ name }) => widthOf(name))) + GAP;
  return checks
    .map(({ name, state, detail = '' }) => {
      const begin = stateText(state, paint) + ' '.repeat(stateWidth - CHECK_STATES[state].length);
      const isNarrow = width < stateWidth + nameWidth + LEAST_DETAIL;
      const indent = ' '.repeat(isNarrow ? GAP : stateWidth + nameWidth);
      const lines = wrap(harmless(detail), width - indent.length).join(`\n${indent}`);
      if (isNarrow) return `${begin}${name}${detail === '' ? '' : `\n${indent}${lines}`}`;
      return `${begin}${name.padEnd(nameWidth)}${lines}`.trimEnd();
    })
    .join('\n');
}

function stateText(state: Check['state'], paint: Paint): string {
  const text = CHECK_STATES[state];
  if (state === 'fault') return paint.red(text);
  return state === 'warning' ? paint.bold(text) : paint.dim(text);
}

/** `13 checks passed, 4 couldn't be made: there's no readable certificate.` @see C-verify-report */
export function passedText({ checks }: ShownVerification): string {
  const passed = checks.filter(({ state }) => state === 'pass').length;
  const unmade = checks.filter(({ state }) => state === 'not-checked');
  const count = `${passed === 0 ? 'No' : passed} ${passed === 1 ? 'check' : 'checks'} passed`;
  if (unmade.length === 0) return `${count}.`;
  const reasons = [...new Set(unmade.flatMap(({ detail }) => detail ?? []))];
  return `${count}, ${unmade.length} couldn't be made: ${reasons.join('; ')}.`;
}
