import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { JsonValue } from '../../contracts/index.ts';
import { KeelsonError } from '../errors.ts';
import { decodeJson } from './decoder.ts';

/** A decoding with its repairs as `kind:count@offset`. */
function decoded(text: string): { value: JsonValue; complete: boolean; repairs: string } {
  const { value, complete, repairs } = decodeJson(text);
  return { value, complete, repairs: repairs.map(({ kind, count, offset }) => `${kind}:${count}@${offset}`).join(' ') };
}

function whole(value: JsonValue, repairs = '') {
  return { value, complete: true, repairs };
}

function refusal(text: string): unknown {
  try {
    return decodeJson(text);
  } catch (error) {
    if (error instanceof KeelsonError) return error.toBody();
    throw error;
  }
}

describe('text around JSON', () => {
  it.each([
    ['```json\n{"a":1}\n```', whole({ a: 1 }, 'fence:1@7')],
    ['```\n[1,2]\n```', whole([1, 2], 'fence:1@3')],
    ['```{"a":1}```', whole({ a: 1 }, 'fence:1@3')],
    ['Sure! Here it is:\n```json5\n[1]\n```\nHope that helps.', whole([1], 'surrounding_text:1@0 fence:1@26')],
    ['It is:\n```json\n42\n```', whole(42, 'surrounding_text:1@0 fence:1@14')],
    ['```json\n{"a":"b\n```', { value: { a: 'b\n```' }, complete: false, repairs: 'fence:1@7 raw_control_character:1@15 truncated:1@19' }],
    ['```json\n{"a":[1\n```\nSorry.', { value: { a: [1] }, complete: false, repairs: 'fence:1@7 surrounding_text:1@20' }],
    ['```python\nprint({"x":1})\n```\nand\n```json\n{"y":2}\n```', whole({ y: 2 }, 'surrounding_text:1@9 fence:1@40')],
    ['Use {name} or [x]: {"k":"v"} thanks', whole({ k: 'v' }, 'surrounding_text:1@0')],
    ['As in [1] and [2], {"a":1}.', whole({ a: 1 }, 'surrounding_text:1@0')],
    ['See [1]. [{"a":1}] {"b":2}', whole([{ a: 1 }], 'surrounding_text:1@0')],
    ['{} or {"a":1}', whole({}, 'surrounding_text:1@3')],
    ['I mean {} or {"a":1}', whole({ a: 1 }, 'surrounding_text:1@0')],
    ['{"a":1} or ```{"b":2}```', whole({ a: 1 }, 'surrounding_text:1@8')],
    ['{"a":1}}', whole({ a: 1 }, 'surrounding_text:1@7')],
    ['5 items: {"a":1}', whole({ a: 1 }, 'surrounding_text:1@2')],
    ['"Sure!" {"a":1}', whole({ a: 1 }, 'surrounding_text:1@0')],
    ["'tis {\"a\":1}", whole({ a: 1 }, 'surrounding_text:1@0')],
    ['It is {"a":1, @} then {"b":2} ```\n{"c":3}', whole({ c: 3 }, 'surrounding_text:1@0 fence:1@33')],
    [' true ', whole(true)],
    ['"text"', whole('text')],
    ['"[1] is a citation"', whole('[1] is a citation')],
    ['"{"', whole('{')],
    ['-0.5e-3', whole(-0.0005)],
    ['null // none', whole(null, 'comment:1@5')],
  ])('%o', verifies('KEL-KERNEL-19'), (text, expected) => {
    expect(decoded(text)).toEqual(expected);
  });

  it.each([
    ['no JSON here', 0],
    ['True story', 5],
    ['5 items', 2],
    ['"Sure!" he said', 8],
    ['{"bad": @, "y": {"z":1}}', 8],
    ['{"a":1; "b":2}', 6],
    ['{"a"}', 4],
    ['{"a",1}', 4],
    ['{1}', 2],
    ['{{}}', 1],
    ['{"a":1 {}}', 7],
    [']', 0],
    ['[1)', 2],
    ['[1 / 2]', 4],
    ['[``1]', 3],
    ['[abc]', 1],
    ['[0x1F]', 1],
    ['[1.2.3]', 1],
    ['nul', 0],
    ['[1e]', 1],
    ['[1e+]', 1],
    ['[1.e5]', 1],
    ['[-]', 1],
    ['[1e5x]', 1],
    ['42 ```\nprose\n```', 7],
    ['So:\n```\n5 items\n```', 0],
    [':', 0],
    [',', 0],
  ])('%o holds no value, and the refusal says where reading failed', verifies('KEL-KERNEL-20'), (text, offset) => {
    expect(refusal(text)).toEqual({
      code: 'json.undecodable',
      message: `The text holds no JSON value; reading failed at character ${offset}.`,
      next_step: 'Ask again for JSON only, or show the text to a person.',
      data: { offset },
    });
  });

  it.each(['', ' \n', '// only a comment', '```json\n', '\ufeff'])('%o ended before a value began', verifies('KEL-KERNEL-20'), (text) => {
    expect(refusal(text)).toEqual({
      code: 'json.incomplete',
      message: 'The text ended before a JSON value began.',
      next_step: 'Wait for more of it, or ask again.',
      data: { offset: text.length },
    });
  });
});
