import { osloDateTime } from '../../values/oslo.ts';
import type { OpenRun } from '../domain/run.ts';
import type { DueStep } from './due.ts';

/** How far what is due has come, in words that follow 'catching up:'. @see S5-progress */
export class Progress {
  #text = 'it has started';
  #ended = 0;
  #endedOfDeleted = 0;

  get text(): string {
    return this.#text;
  }

  /** A step is done, or, where there are payments to take, about to be. */
  note(step: DueStep): void {
    if (typeof step === 'string') return;
    if ('run' in step) this.#text = runText(step.run);
    else if ('endedOfDeleted' in step) {
      this.#endedOfDeleted += step.endedOfDeleted;
      this.#text = `payments and SCAs ended after a deletion: ${this.#endedOfDeleted}`;
    } else {
      this.#ended += step.ended;
      this.#text = `SCAs and payments that ran out of time: ${this.#ended}`;
    }
  }
}

function runText({ slot, bankDay, due, outcomes }: OpenRun): string {
  const taken = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const name = slot === undefined ? `the batch for ${bankDay}` : `the run of ${minuteOf(slot)}`;
  return `${name} has processed ${taken}${due === undefined ? '' : ` of ${due}`} payments`;
}

function minuteOf(slot: number): string {
  return osloDateTime(slot).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}
