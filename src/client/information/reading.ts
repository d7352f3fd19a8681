import { Fault } from '../../errors.ts';
import type { HttpResponse } from '../../message.ts';
import { parseBody } from '../../wire/parse.ts';
import { jsonObject, NO_BODY, type Operation, pathOf, rowOf, sessionHeaders } from '../operation.ts';

type Schema<Resource> = Parameters<typeof parseBody<Resource>>[0];

/**
 * An operation of account information: it takes no body, and its answer is held to the interface's schema. What a bank
 * says beside that stays in the resource.
 * @param query members of the input that stand there
 */
export function reading<Input extends object | undefined, Resource extends object>(
  name: string,
  schema: Schema<Resource>,
  query: readonly (keyof Input & string)[] = [],
): Operation<Input, Resource> {
  const row = rowOf(name);
  return {
    ...row,
    request: (input, context) => ({
      method: row.method,
      target: pathOf(context, row.path, input ?? {}) + queryOf(input, query),
      headers: sessionHeaders(context),
      body: NO_BODY,
    }),
    resource: (response) => checked(schema, response),
  };
}

function queryOf<Input>(input: Input, names: readonly (keyof Input & string)[]): string {
  const given = new URLSearchParams();
  for (const name of names) if (input[name] !== undefined) given.set(name, String(input[name]));
  return given.size === 0 ? '' : `?${given}`;
}

/**
 * @throws Fault ANSWER_INVALID that names the first member that is not as the interface says
 * @see C-answer-invalid
 */
function checked<Resource extends object>(schema: Schema<Resource>, response: HttpResponse): Resource {
  const resource = jsonObject(response);
  const parsed = parseBody(schema, resource);
  if (parsed.ok) return resource as Resource;
  const [fault] = parsed.faults;
  throw new Fault('ANSWER_INVALID', `The bank's answer doesn't match the interface: ${fault?.text}.`, {
    status: response.status,
  });
}
