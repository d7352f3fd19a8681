import type { Books } from './books.ts';
import { differences, linesOfBooks, linesOfModel } from './compare.ts';
import { catchUp } from './model/runs.ts';
import { copyOf, type Model, type Said } from './model/state.ts';
import type { Plan } from './plan.ts';

/** What a bank may have kept that died on the way: nothing of a command or all of it; of what was due before it, and
 * of a run, the first so many. @see S1-nothing-or-all, S5-progress */

/** Takes the model through a plan and returns what the bank says; `passing` is told of each point on the way. */
export function follow(model: Model, plan: Plan, passing: () => void = () => {}): Said {
  if (plan.atOnce) return plan.atOnce;
  for (const _ of catchUp(model)) passing();
  const steps = plan.act(model);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    passing();
  }
}

/** Every state in which a death may leave the world, from nothing to all. */
function statesOnTheWay(model: Model, plan: Plan): Model[] {
  const end = copyOf(model);
  const states = [model];
  follow(end, plan, () => states.push(copyOf(end)));
  return [...states, end];
}

/** The state in which the death has left it. @throws Error when it is none of those in which it may */
export function stateAfterDeath(model: Model, plan: Plan, books: Books): Model {
  const states = statesOnTheWay(model, plan);
  const kept = linesOfBooks(books, model);
  const apart = states.map((state) => differences(linesOfModel(state), kept));
  const found = states.find((_, place) => apart[place]?.length === 0);
  if (found) return found;
  const nearest = apart.reduce((least, one) => (one.length < least.length ? one : least));
  throw new Error(`what a death left is neither nothing nor all nor a beginning:\n${nearest.join('\n')}`);
}
