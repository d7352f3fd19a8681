import { DAY } from './calendar.ts';
import { type BasketOrder, fingerprintOf, type Order } from './order.ts';
import { type Model, nowOf, refused, type Said } from './state.ts';

/** A creation once, however often it is sent. @see D3-request-id */
export function onceOnly<Asked extends Order | BasketOrder>(
  model: Model,
  order: Asked,
  receive: (model: Model, order: Asked) => Said,
): Said {
  const { caller, requestId } = order;
  const first = model.kept.find((one) => one.tpp === caller.tpp && one.id === requestId);
  if (first && nowOf(model) - first.at < DAY) {
    if (first.fingerprint !== fingerprintOf(order)) return refused(409, 'CONFLICT X-Request-ID');
    return { ...first.said, repeats: requestId };
  }
  model.kept = model.kept.filter((one) => one !== first);
  const said = receive(model, order);
  if (said.status === 201) {
    const at = nowOf(model);
    model.kept.push({ tpp: caller.tpp, id: requestId, at, fingerprint: fingerprintOf(order), said });
  }
  return said;
}
