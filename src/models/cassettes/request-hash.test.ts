import { expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { ModelRequest } from '../../contracts/index.ts';
import { canonicalJson, sha256Hex } from '../../kernel/index.ts';
import { requestHash } from './request-hash.ts';

const request = ModelRequest.parse({ messages: [{ role: 'system', text: 'You count.' }, { role: 'user', content: [{ type: 'text', text: 'Go on.' }] }], tools: [{ name: 'count', description: 'Counts.', parameters: { type: 'object' } }], max_output_tokens: 100 });

it('a request has the hash of all its words, of which those that were said before are written out once', verifies('KEL-FAST-53'), () => {
  const plain = (asked: ModelRequest): string => sha256Hex(canonicalJson({ model_id: 'a/b', request: structuredClone(asked) }));
  expect(requestHash(request, 'a/b')).toBe(plain(request));
  const longer: ModelRequest = { ...request, messages: [...request.messages, { role: 'system', text: 'One.' }] };
  expect(requestHash(longer, 'a/b')).toBe(plain(longer));
  for (const said of request.messages) Object.defineProperty(said, 'role', { enumerable: true, get: () => expect.unreachable('it is walked through') });
  expect(requestHash({ ...longer }, 'a/b')).toBe(requestHash(longer, 'a/b'));
});
