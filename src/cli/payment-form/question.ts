import type { PaymentKind } from '../../client/payments.ts';
import { askText, REQUIRED } from '../questions.ts';
import type { PaymentForm, PaymentHelp, Values } from './form.ts';

/** One thing that is asked of a payment, and the flags that give it. */
export interface Question {
  /** Without their dashes. */
  readonly names: readonly string[];
  /** What it is called where it can be changed. */
  readonly label: string;
  readonly kinds: readonly PaymentKind[];
  /** Whether it is asked although nothing requires it, where a person is asked anyway. */
  readonly isOffered?: true;
  /** Whether it can be changed only where there is something to change. */
  readonly isRare?: true;
  readonly ask: (asked: Asked, help: PaymentHelp) => Promise<Answer>;
}

export interface Asked {
  readonly form: PaymentForm;
  /** What Enter alone answers: what it was before. */
  readonly old: string | undefined;
  readonly isRequired: boolean;
  /** What is wrong with an answer, beside what was answered before it. */
  readonly faultOf: (values: Values) => Promise<string | undefined>;
}

export interface Answer {
  readonly values: Values;
  readonly file?: Uint8Array;
}

export interface TypedText {
  readonly message: string | ((form: PaymentForm) => string);
  readonly usual?: (form: PaymentForm) => string | undefined;
  /** What is made of what was typed. */
  readonly values: (typed: string, form: PaymentForm) => Values;
}

/** A question that is answered by typing, until it is right. */
export function typed({ message, usual, values }: TypedText): Question['ask'] {
  return async ({ form, old, isRequired, faultOf }) => {
    const text = typeof message === 'string' ? message : message(form);
    const proposed = old ?? usual?.(form);
    const none = proposed === undefined ? 'Enter to skip' : 'Backspace to clear';
    const answer = await askText({
      message: isRequired ? text : `${text}, ${none}`,
      usual: proposed,
      validate: async (value) => {
        if (value.trim() !== '') return (await faultOf(values(value.trim(), form))) ?? true;
        return isRequired ? REQUIRED : true;
      },
    });
    return { values: answer === '' ? emptied(values('', form)) : values(answer, form) };
  };
}

function emptied(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
}
