import { describe, expect, it } from 'vitest';
import { verifies } from '../../test/requirements/verifies.ts';
import { builtinTools } from '../tools/index.ts';
import { outputTokensFor, toolsThatFit } from './fit-to-context.ts';

const offered = builtinTools({ webSearch: {} }).map(({ definition: { tool_id, tool_name, input_schema } }) => ({ name: tool_id, description: tool_name, parameters: input_schema }));
const namesIn = (contextTokens: number): string[] => toolsThatFit(offered, contextTokens).map(({ name }) => name);

describe('the tools that a model is told of', () => {
  it('are all of them where there is room', verifies('KEL-LOOP-20'), () => {
    expect(toolsThatFit(offered, 200_000)).toEqual(offered);
  });

  it('are those that most work needs where there is little, in the order they came in', verifies('KEL-LOOP-20'), () => {
    const few = namesIn(8_192);
    expect(['read_file', 'list_directory', 'search_text', 'edit_file', 'write_file', 'shell', 'run_tests', 'ask_user'].filter((name) => !few.includes(name))).toEqual([]);
    expect(few.length).toBeLessThan(offered.length);
    expect(few).toEqual(offered.map(({ name }) => name).filter((name) => few.includes(name)));
    expect(namesIn(0)).toEqual([]);
  });
});

describe('the room for an answer', () => {
  it('is a share of what the model takes in, up to a bound', verifies('KEL-LOOP-20'), () => {
    expect([8_192, 20_000, 200_000].map(outputTokensFor)).toEqual([1_638, 4_000, 4_096]);
  });
});
