import { jsonObject, NO_BODY, type Operation, pathOf, rowOf, sessionHeaders } from './operation.ts';

/** An operation on what is there already: it takes no body, and its input stands in the path. 204 is an empty object. */
export function bareOperation<Input extends object, Resource>(name: string): Operation<Input, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (reference, context) => ({
      method: row.method,
      target: pathOf(context, row.path, reference),
      headers: sessionHeaders(context),
      body: NO_BODY,
    }),
    resource: (response) => (response.status === 204 ? {} : jsonObject(response)) as Resource,
  };
}
