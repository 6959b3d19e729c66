import { INSPECTED_CALLS, REFUSED_CALLS } from './system-calls.ts';

/** A filter on system calls, as the kernel's packet filter machine reads it. Assembled here so that there is nothing to install. */

export type FilteredProcessor = 'x64' | 'arm64';

export interface FilterInstruction {
  readonly code: number;
  readonly jumpTrue: number;
  readonly jumpFalse: number;
  readonly operand: number;
}

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Where things lie in what the filter sees. Arguments have 64 bits; the low half comes first on both processors. */
const OFFSET_NUMBER = 0;
const OFFSET_PROCESSOR = 4;
const offsetOfArgument = (index: number): number => 16 + index * 8;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const REFUSE = 0x00050000;
const NOT_PERMITTED = REFUSE | 1;
/** "No such call" makes the C library fall back to the older call, whose flags can be looked at. */
const NO_SUCH_CALL = REFUSE | 38;
const NO_SUCH_ADDRESS_FAMILY = REFUSE | 97;

const PROCESSORS: Readonly<Record<FilteredProcessor, { readonly audit: number; readonly column: 0 | 1 }>> = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
};

/** Calls of the x32 variant have this bit set; nobody uses them, and their numbers would slip past a list. */
const X32_BIT = 0x40000000;

/** New namespaces of every kind that `clone` can make. */
const NAMESPACE_FLAGS = 0x7e020000;

/** Typing into somebody's terminal, and the same by way of the console's menu. */
const TERMINAL_INJECTIONS = [0x5412, 0x541c];

/** Families of addresses that ordinary programs use. */
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;

/** The ordinary personality, and the question which one it is. */
const PERSONALITIES = [0, 0xffffffff];

const load = (operand: number): FilterInstruction => ({ code: LOAD, jumpTrue: 0, jumpFalse: 0, operand });
const answer = (operand: number): FilterInstruction => ({ code: RETURN, jumpTrue: 0, jumpFalse: 0, operand });

/** Goes on when the value is this one, else skips so many. */
const unlessEqualSkip = (operand: number, jumpFalse: number): FilterInstruction => ({ code: JUMP_EQUAL, jumpTrue: 0, jumpFalse, operand });
const ifEqualSkip = (operand: number, jumpTrue: number): FilterInstruction => ({ code: JUMP_EQUAL, jumpTrue, jumpFalse: 0, operand });

/** A part that is only gone through for one call; it must end in an answer. */
function forCall(number: number, part: readonly FilterInstruction[]): FilterInstruction[] {
  return [unlessEqualSkip(number, part.length), ...part];
}

function oneOf(values: readonly number[], otherwise: number): FilterInstruction[] {
  return [...values.map((value, at) => ifEqualSkip(value, values.length - at)), answer(otherwise), answer(ALLOW)];
}

function noneOf(values: readonly number[], otherwise: number): FilterInstruction[] {
  return [...values.map((value, at) => ifEqualSkip(value, values.length - at)), answer(ALLOW), answer(otherwise)];
}

function socketRule(): FilterInstruction[] {
  return [
    load(offsetOfArgument(0)),
    ifEqualSkip(AF_UNIX, 5),
    ifEqualSkip(AF_INET, 4),
    ifEqualSkip(AF_INET6, 3),
    unlessEqualSkip(AF_NETLINK, 3),
    load(offsetOfArgument(2)),
    unlessEqualSkip(NETLINK_ROUTE, 1),
    answer(ALLOW),
    answer(NO_SUCH_ADDRESS_FAMILY),
  ];
}

export function seccompFilter(processor: FilteredProcessor): FilterInstruction[] {
  const { audit, column } = PROCESSORS[processor];
  const number = (call: keyof typeof INSPECTED_CALLS): number => INSPECTED_CALLS[call][column];
  const refused = Object.values(REFUSED_CALLS).flatMap((numbers) => numbers[column] ?? []);
  return [
    load(OFFSET_PROCESSOR),
    ifEqualSkip(audit, 1),
    answer(KILL_PROCESS),
    load(OFFSET_NUMBER),
    { code: JUMP_AT_LEAST, jumpTrue: 0, jumpFalse: 1, operand: X32_BIT },
    answer(KILL_PROCESS),
    ...forCall(number('clone'), [
      load(offsetOfArgument(0)),
      { code: JUMP_ANY_BIT, jumpTrue: 1, jumpFalse: 0, operand: NAMESPACE_FLAGS },
      answer(ALLOW),
      answer(NOT_PERMITTED),
    ]),
    ...forCall(number('clone3'), [answer(NO_SUCH_CALL)]),
    ...forCall(number('ioctl'), [load(offsetOfArgument(1)), ...noneOf(TERMINAL_INJECTIONS, NOT_PERMITTED)]),
    ...forCall(number('socket'), socketRule()),
    ...forCall(number('socketpair'), [load(offsetOfArgument(0)), ...oneOf([AF_UNIX], NO_SUCH_ADDRESS_FAMILY)]),
    ...forCall(number('personality'), [load(offsetOfArgument(0)), ...oneOf(PERSONALITIES, NOT_PERMITTED)]),
    ...refused.map((call, at) => ifEqualSkip(call, refused.length - at)),
    answer(ALLOW),
    answer(NOT_PERMITTED),
  ];
}

/** Eight bytes for each instruction, in the order of both processors. */
export function encodeFilter(instructions: readonly FilterInstruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(instructions.length * INSTRUCTION_BYTES));
  instructions.forEach(({ code, jumpTrue, jumpFalse, operand }, at) => {
    bytes.setUint16(at * INSTRUCTION_BYTES, code, true);
    bytes.setUint8(at * INSTRUCTION_BYTES + 2, jumpTrue);
    bytes.setUint8(at * INSTRUCTION_BYTES + 3, jumpFalse);
    bytes.setUint32(at * INSTRUCTION_BYTES + 4, operand, true);
  });
  return new Uint8Array(bytes.buffer);
}

const INSTRUCTION_BYTES = 8;

/** The filter of this machine's processor; null when there is none for it. */
export function seccompFor(processor: string): Uint8Array | null {
  return processor === 'x64' || processor === 'arm64' ? encodeFilter(seccompFilter(processor)) : null;
}
