import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { SCHEMA_FACTS } from '../../src/seed/members.ts';
import { seedFile } from '../../src/seed/schema.ts';
import { expectCommitted } from '../support/committed.ts';
import { MEMBERS } from './mistakes/members.ts';
import { type Mistake, WORLD, worldWith } from './mistakes/mistake.ts';
import { WRITING } from './mistakes/writing.ts';

const schema = {
  ...z.toJSONSchema(seedFile, { metadata: SCHEMA_FACTS, io: 'input' }),
  title: 'psd2 seed file',
  description: 'The data of a sandbox, for psd2 sandbox seed',
};

const isValid = new Ajv2020({ strictTypes: false }).compile(schema);

/** What only a program finds: check digits, real dates, and characters that systems behind the bank can't process. */
const BEYOND_A_SCHEMA = [
  'a blank name',
  "a character that can't be processed",
  'a wrong check digit',
  "a counterparty's wrong check digit",
  'a date that is none',
];

/** What isn't YAML reaches no schema. */
const NOT_YAML = ['broken YAML', 'a tab', 'a member twice'];

describe('the JSON Schema of a seed file [C-seed-file]', () => {
  it('is published as the program has it', () => {
    expectCommitted(
      {
        path: 'schemas/seed.schema.json',
        variable: 'PSD2_UPDATE_SEED_SCHEMA',
        rewrite: 'npx vitest run test/seed/schema.test.ts',
      },
      `${JSON.stringify(schema, null, 2)}\n`,
    );
  });

  it('lets the world pass', () => {
    expect(isValid(parse(WORLD)), JSON.stringify(isValid.errors)).toBe(true);
  });

  // Else an editor shows nothing where the program refuses.
  it.each(
    [...WRITING, ...MEMBERS].filter(({ kind }) => !NOT_YAML.includes(kind)),
  )('of $kind', (mistake: Mistake) => {
    expect(isValid(parse(worldWith(mistake)))).toBe(BEYOND_A_SCHEMA.includes(mistake.kind));
  });
});
