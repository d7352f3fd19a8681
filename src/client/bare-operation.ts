import { jsonObject, NO_BODY, type Operation, pathOf, paymentHeaders } from './operation.ts';

type Named<Input> = Pick<Operation<Input, unknown>, 'operation' | 'method' | 'path' | 'hint'>;

/** An operation on what is there already: it takes no body, and its input stands in the path. 204 is an empty object. */
export function bareOperation<Input extends object, Resource>(
  named: Named<Input>,
): Operation<Input, Resource> {
  return {
    ...named,
    request: (reference, context) => ({
      method: named.method,
      target: pathOf(context, named.path, reference),
      headers: paymentHeaders(context),
      body: NO_BODY,
    }),
    resource: (response) => (response.status === 204 ? {} : jsonObject(response)) as Resource,
  };
}
