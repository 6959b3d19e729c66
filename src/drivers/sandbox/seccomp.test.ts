import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { encodeFilter, seccompFilter, seccompFor, type FilteredProcessor, type FilterInstruction } from './seccomp.ts';
import { INSPECTED_CALLS, REFUSED_CALLS } from './system-calls.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const ANSWERS: Readonly<Record<number, string>> = { 0x7fff0000: 'allow', 0x80000000: 'kill', 0x50001: 'EPERM', 0x50026: 'ENOSYS', 0x50061: 'EAFNOSUPPORT' };

/** The kernel's machine for such filters, as far as they use it. */
function answerOf(filter: readonly FilterInstruction[], processor: number, number: number, args: readonly number[] = []): string {
  const seen = (offset: number): number => (offset === 0 ? number : offset === 4 ? processor : ((offset - 16) % 8 === 0 ? (args[(offset - 16) / 8] ?? 0) : 0)) >>> 0;
  let value = 0;
  for (let at = 0; at < filter.length; at += 1) {
    const { code, jumpTrue, jumpFalse, operand } = filter[at] ?? { code: 0, jumpTrue: 0, jumpFalse: 0, operand: 0 };
    if (code === 0x06) return ANSWERS[operand] ?? `?${operand.toString(16)}`;
    if (code === 0x20) value = seen(operand);
    else {
      const holds = code === 0x15 ? value === operand : code === 0x35 ? value >= operand : (value & operand) !== 0;
      at += holds ? jumpTrue : jumpFalse;
    }
  }
  return 'fell off the end';
}

describe.each(['x64', 'arm64'] as const)('seccompFilter on %s', (processor: FilteredProcessor) => {
  const column = processor === 'x64' ? 0 : 1;
  const filter = seccompFilter(processor);
  const ask = (number: number, ...args: number[]): string => answerOf(filter, AUDIT[processor], number, args);
  const call = (name: keyof typeof INSPECTED_CALLS): number => INSPECTED_CALLS[name][column];

  it('refuses every call on the list and allows all others', verifies('KEL-SBX-08'), () => {
    const refused = new Set(Object.values(REFUSED_CALLS).flatMap((numbers) => numbers[column] ?? []));
    const inspected = new Set<number>(Object.values(INSPECTED_CALLS).map((numbers) => numbers[column]));
    for (let number = 0; number < 470; number += 1) if (!inspected.has(number)) expect([number, ask(number)]).toEqual([number, refused.has(number) ? 'EPERM' : 'allow']);
  });

  it('kills a program of another processor, and one that uses the other numbers of this one', verifies('KEL-SBX-08'), () => {
    expect(answerOf(filter, 0x40000003, 1)).toBe('kill');
    expect(answerOf(filter, AUDIT[processor === 'x64' ? 'arm64' : 'x64'], 1)).toBe('kill');
    expect([ask(0x40000000), ask(0x40000065), ask(0xffffffff)]).toEqual(['kill', 'kill', 'kill']);
  });

  it('lets threads and processes be made, but no namespaces', verifies('KEL-SBX-08'), () => {
    expect([ask(call('clone'), 0x3d0f00), ask(call('clone'), 17), ask(call('clone3'))]).toEqual(['allow', 'allow', 'ENOSYS']);
    const kinds = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000];
    expect(kinds.map((flag) => ask(call('clone'), flag | 17))).toEqual(kinds.map(() => 'EPERM'));
  });

  it('looks at the families of sockets, at terminals and at personalities', verifies('KEL-SBX-08'), () => {
    expect([1, 2, 10].map((family) => ask(call('socket'), family, 1, 9))).toEqual(['allow', 'allow', 'allow']);
    expect([ask(call('socket'), 16, 3, 0), ask(call('socket'), 16, 3, 9)]).toEqual(['allow', 'EAFNOSUPPORT']);
    expect([0, 3, 9, 17, 38, 40, 44].map((family) => ask(call('socket'), family, 3, 0))).toEqual(Array.from({ length: 7 }, () => 'EAFNOSUPPORT'));
    expect([ask(call('socketpair'), 1), ask(call('socketpair'), 2)]).toEqual(['allow', 'EAFNOSUPPORT']);
    expect([ask(call('ioctl'), 0, 0x5401), ask(call('ioctl'), 0, 0x5412), ask(call('ioctl'), 0, 0x541c)]).toEqual(['allow', 'EPERM', 'EPERM']);
    expect([ask(call('personality'), 0), ask(call('personality'), 0xffffffff), ask(call('personality'), 0x40000)]).toEqual(['allow', 'allow', 'EPERM']);
  });
});

describe('encodeFilter', () => {
  it('writes eight bytes for each instruction, the low byte first', verifies('KEL-SBX-08'), () => {
    expect([...encodeFilter([{ code: 0x15, jumpTrue: 1, jumpFalse: 2, operand: 0xc000003e }])]).toEqual([0x15, 0, 1, 2, 0x3e, 0, 0, 0xc0]);
  });

  it('has no filter for a processor whose numbers it does not know', verifies('KEL-SBX-08'), () => {
    expect(seccompFor('riscv64')).toBeNull();
    expect(seccompFor('x64')?.length).toBe(seccompFilter('x64').length * 8);
  });
});
